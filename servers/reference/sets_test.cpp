// Every set of hot paths answers with the same bytes.
#include "servers/reference/sets.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "servers/reference/request_cases.h"
#include "servers/reference/testing.h"

namespace reference {
namespace {

/// SET+HOTPATH=VARIANT for every set that is compiled in.
std::vector<std::string> every_set() {
  std::vector<std::string> names = {"before", "after"};
  for (const std::string base : {"before", "after"}) {
    for (std::size_t i = 0; i < hot_paths().size(); ++i) {
      for (const auto& variant : hot_paths()[i].variants) {
        const std::string name = base + "+" + std::string(hot_paths()[i].id) + "=" + std::string(variant.id);
        const Choice choice = parse_choice(name).choice;
        if (choice != parse_choice(base).choice) names.push_back(name);
      }
    }
  }
  return names;
}

/// What each handler answers to requests of every kind, one connection a request.
std::string answers(const std::string& set) {
  std::string all;
  const std::vector<std::string> requests = {
      "GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: b\r\nAccept: */*\r\nX-Other: c\r\n\r\n",
      "POST /x HTTP/1.1\r\nhost: a\r\nCONTENT-LENGTH: 5\r\ncookie: a\r\nCookie: b\r\n\r\nhello",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
      "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx"};
  for (const HandlerInfo& handler : handlers()) {
    testing::Server server(std::string(handler.id), set);
    for (const std::string& request : requests) {
      // Many at once, too: caches fill up, and a plan is compiled after some calls and left again.
      std::string many;
      for (int i = 0; i < 200; ++i) many += request;
      all += testing::mask_dates(server.answer(request)) + "\n--\n" + testing::mask_dates(server.answer(many));
    }
  }
  return all;
}

TEST(EverySet, answers_with_the_bytes_of_before) {
  const std::string expected = answers("before");
  ASSERT_GT(expected.size(), 10000u);
  for (const std::string& set : every_set()) EXPECT_EQ(answers(set), expected) << set;
}

/// The whole table of requests, in one piece each; request_cases_test.cpp cuts them, for one set.
TEST(EverySet, answers_the_table_of_requests_as_before_does) {
  std::vector<std::string> expected;
  for (const std::string& set : every_set()) {
    testing::Server server("echo", set);
    std::vector<std::string> all;
    for (const auto& one : testing::request_cases()) {
      all.push_back(one.name + "\n" + testing::mask_dates(server.answer(one.bytes)));
    }
    if (expected.empty()) expected = all;
    EXPECT_EQ(all, expected) << set;
  }
}

}  // namespace
}  // namespace reference
