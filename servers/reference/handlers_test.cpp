// What the handlers that are steered by the path answer, over a socket.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "servers/reference/testing.h"

namespace reference {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string get(const testing::Server& server, const std::string& target, const std::string& more = "") {
  return testing::mask_dates(server.answer("GET " + target + " HTTP/1.1\r\nHost: a\r\n" + more + "\r\n"));
}

const std::string kOk = "HTTP/1.1 200 OK\r\n";
const std::string kTail = "Date: <date>\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n";
const std::string kNotFound = "HTTP/1.1 404 Not Found\r\n" + kTail + "Content-Length: 10\r\n\r\nnot found\n";

TEST(FixtureHandler, sets_its_headers_in_four_ways) {
  testing::Server server("fixture");
  const std::string type = "Content-Type: text/plain\r\n";
  const std::string length = "Content-Length: 4\r\n";
  for (const char* how : {"normal", "setHeader", "setHeaderWH"}) {
    EXPECT_EQ(get(server, std::string("/bytes/4/0/") + how + "/0"), kOk + type + length + kTail + "\r\nCCCC") << how;
    EXPECT_EQ(get(server, std::string("/buffer/4/1/") + how + "/1"),
              kOk + type + "Transfer-Encoding: chunked\r\n" + kTail + "\r\n4\r\nCCCC\r\n0\r\n\r\n")
        << how;
  }
  EXPECT_EQ(get(server, "/bytes/4/0/setHeaderImplicit/0"), kOk + type + kTail + length + "\r\nCCCC");
}

TEST(FixtureHandler, writes_bodies_in_as_many_pieces_as_it_is_told) {
  testing::Server server("fixture");
  EXPECT_THAT(get(server, "/bytes/10/4/normal/1"),
              EndsWith("\r\n\r\n2\r\nCC\r\n2\r\nCC\r\n2\r\nCC\r\n4\r\nCCCC\r\n0\r\n\r\n"));
  EXPECT_THAT(get(server, "/bytes/2/4/normal/1"), EndsWith("\r\n\r\n1\r\nC\r\n1\r\nC\r\n0\r\n\r\n"));
  EXPECT_THAT(get(server, "/bytes/102400/4/normal/0"), EndsWith("\r\n\r\n" + std::string(102400, 'C')));
}

TEST(FixtureHandler, answers_404_to_what_it_does_not_know_or_will_not_keep) {
  testing::Server server("fixture");
  for (const char* target : {"/", "/x/4/1/normal/0", "/bytes/0/1/normal/0", "/bytes/-1/1/normal/0", "/bytes/4x/1",
                             "/bytes", "/bytes/99999999999999999999/1", "/bytes/2097153/1", "/bytes/4/1001"}) {
    EXPECT_EQ(get(server, target), kNotFound) << target;
  }
  for (int bytes = 1; bytes <= 64; ++bytes) {
    EXPECT_THAT(get(server, "/bytes/" + std::to_string(bytes) + "/1"), StartsWith(kOk));
  }
  EXPECT_EQ(get(server, "/bytes/65/1"), kNotFound) << "a client could fill the memory with bodies";
}

TEST(HeadersHandler, sends_as_many_lines_as_it_is_told_in_names_of_several) {
  testing::Server server("headers");
  EXPECT_EQ(get(server, "/4/2"),
            kOk +
                "Connection: keep-alive\r\nTransfer-Encoding: chunked\r\nfoo0: some header value 0\r\nfoo0: some "
                "header value 0\r\nfoo1: some header value 1\r\nfoo1: some header value 1\r\nDate: "
                "<date>\r\n\r\n0\r\n\r\n");
  const std::string many = get(server, "/600/1");
  EXPECT_THAT(many, HasSubstr("\r\nfoo599: some header value 599\r\nDate: "));
  EXPECT_GT(many.size(), 16384u) << "more than the cork holds";
  EXPECT_EQ(get(server, "/600/1"), many) << "the object is used again";
  for (const char* target : {"/", "/4", "/4/0", "/1001/1", "/x/1"}) EXPECT_EQ(get(server, target), kNotFound) << target;
}

TEST(IncomingHeadersHandler, answers_alike_whether_it_reads_or_not) {
  testing::Server server("incoming-headers");
  EXPECT_EQ(get(server, "/0"), kOk + kTail + "Content-Length: 0\r\n\r\n");
  EXPECT_EQ(get(server, "/1", "foo1: x      \r\n"), get(server, "/0"));
}

TEST(EndVsWriteEndHandler, sends_the_length_only_when_all_goes_to_end) {
  testing::Server server("end-vs-write-end");
  EXPECT_EQ(get(server, "/asc/4/end"), kOk + kTail + "Content-Length: 4\r\n\r\naaaa");
  EXPECT_EQ(get(server, "/buf/4/write"), kOk + kTail + "Transfer-Encoding: chunked\r\n\r\n4\r\naaaa\r\n0\r\n\r\n");
  EXPECT_EQ(get(server, "/utf/4/end"), kOk + kTail + "Content-Length: 4\r\n\r\n\u00fc\u00fc");
  const std::string large = get(server, "/asc/1048576/end");
  EXPECT_EQ(large.size(), (kOk + kTail).size() + std::string("Content-Length: 1048576\r\n\r\n").size() + 1048576);
  for (const char* target : {"/", "/asc/4/x", "/x/4/end", "/asc//end"}) EXPECT_EQ(get(server, target), kNotFound);
}

TEST(SourceHandlers, answer_as_their_scenarios_state) {
  testing::Server iterate("iterate");
  EXPECT_EQ(get(iterate, "/", "Accept: */*\r\nSet-Cookie: a\r\nset-cookie: b\r\n"),
            kOk + "Content-Type: text/plain\r\n" + kTail + "Content-Length: 11\r\n\r\nHello World");
  testing::Server clients("many-clients");
  EXPECT_EQ(get(clients, "/", "Accept: a\r\naccept: b\r\n"),
            kOk +
                "Content-Type: text/plain\r\nContent-Length: 11\r\nCache-Control: no-cache\r\nX-Served-By: hotlap\r\n" +
                kTail + "\r\nHello World");
  testing::Server api("json-api");
  EXPECT_THAT(get(api, "/users/42"), StartsWith(kOk + "Content-Type: application/json; charset=utf-8\r\n"));
  EXPECT_THAT(
      get(api, "/users/42"),
      EndsWith(
          "\r\nContent-Length: 98\r\n\r\n" +
          std::string(
              R"({"id":42,"name":"Ada Lovelace","email":"ada@example.org","roles":["admin","author"],"active":true})")));
}

}  // namespace
}  // namespace reference
