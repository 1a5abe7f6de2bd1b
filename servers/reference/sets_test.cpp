// Every set of hot paths answers with the same bytes.
#include "servers/reference/sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "servers/reference/corpus_cases.h"
#include "servers/reference/request_cases.h"
#include "servers/reference/testing.h"

namespace reference {
namespace {

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

/// What is told apart by bytes that have not come yet may be the plainer 400.
std::string plain(std::string answer) {
  for (const std::string_view status : {"501 Not Implemented", "505 HTTP Version Not Supported"}) {
    for (std::size_t at; (at = answer.find(status)) != std::string::npos;) {
      answer.replace(at, status.size(), "400 Bad Request");
    }
  }
  return answer;
}

std::string byte_by_byte(const testing::Server& server, const std::string& bytes) {
  testing::Client client(server.port());
  for (const char byte : bytes) client.send_while_open({&byte, 1});
  client.send_end();
  return client.read_to_end(/*may_be_reset=*/true);
}

TEST(EverySet, answers_with_the_bytes_of_before) {
  const std::string expected = answers("before");
  ASSERT_GT(expected.size(), 10000u);
  for (const std::string& set : set_names()) EXPECT_TRUE(answers(set) == expected) << set;
}

/// Both tables of requests, whole and byte by byte; request_cases_test.cpp cuts them at every place.
TEST(EverySet, answers_the_tables_of_requests_as_before_does) {
  std::vector<std::string> expected;
  for (const std::string& set : set_names()) {
    testing::Server server("echo", set);
    std::vector<std::string> all;
    for (const auto* table : {&testing::request_cases(), &testing::corpus_cases()}) {
      for (const auto& one : *table) {
        all.push_back(one.name + "\n" + testing::mask_dates(server.answer(one.bytes)));
        if (one.bytes.size() < 300)
          all.push_back(one.name + "\n" + plain(testing::mask_dates(byte_by_byte(server, one.bytes))));
      }
    }
    if (expected.empty()) expected = all;
    ASSERT_EQ(all.size(), expected.size());
    const auto [one, other] = std::mismatch(all.begin(), all.end(), expected.begin());
    EXPECT_TRUE(one == all.end()) << set << ": " << *one << "\nbefore: " << *other;
  }
}

}  // namespace
}  // namespace reference
