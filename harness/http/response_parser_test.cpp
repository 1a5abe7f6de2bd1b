// Responses in every cut.
#include "harness/http/response_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/error.h"

namespace hotlap::http {
namespace {

using core::ArmFailure;
using core::HeaderField;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string kFixed = "HTTP/1.1 200 Fine\r\nContent-Length: 5\r\nX-Empty:\r\nX-Space:  a b \t\r\n\r\nhello";
const std::string kChunked =
    "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nX-Trailer: 1\r\n\r\n";

std::string failure_of(const auto& action) {
  try {
    action();
  } catch (const ArmFailure& failure) {
    return std::string(failure.what()) + "|" + failure.seen();
  }
  return "no failure";
}

TEST(ResponseParser, ReadsAFixedLength) {
  ResponseParser parser(false);
  parser.feed(kFixed);
  ASSERT_TRUE(parser.complete());
  const Response& response = parser.response();
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.reason, "Fine");
  EXPECT_EQ(response.body, "hello");
  EXPECT_EQ(response.bytes, kFixed);
  EXPECT_TRUE(response.keep_alive);
  EXPECT_THAT(response.headers, ElementsAre(HeaderField{"Content-Length", "5"}, HeaderField{"X-Empty", ""},
                                            HeaderField{"X-Space", "a b"}));
}

TEST(ResponseParser, ReadsAnyCutAlike) {
  for (const std::string& bytes : {kFixed, kChunked, "HTTP/1.1 100 Continue\r\n\r\n" + kFixed}) {
    ResponseParser whole(false);
    whole.feed(bytes);
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
      ResponseParser parser(false);
      parser.feed(std::string_view(bytes).substr(0, cut));
      EXPECT_FALSE(parser.complete()) << cut;
      parser.feed(std::string_view(bytes).substr(cut));
      ASSERT_TRUE(parser.complete()) << cut;
      EXPECT_EQ(parser.response().status, whole.response().status) << cut;
      EXPECT_EQ(parser.response().headers, whole.response().headers) << cut;
      EXPECT_EQ(parser.response().body, "hello") << cut;
      EXPECT_EQ(parser.response().bytes, whole.response().bytes) << cut;
    }
  }
}

TEST(ResponseParser, LeavesTrailersOutOfTheHeaders) {
  ResponseParser parser(false);
  parser.feed(kChunked);
  EXPECT_THAT(parser.response().headers, ElementsAre(HeaderField{"Transfer-Encoding", "chunked"}));
  EXPECT_EQ(parser.response().body, "hello");
}

TEST(ResponseParser, ExpectsNoBodyForHead) {
  ResponseParser parser(true);
  parser.feed("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
  ASSERT_TRUE(parser.complete());
  EXPECT_TRUE(parser.response().keep_alive);
  EXPECT_EQ(parser.response().body, "");
}

TEST(ResponseParser, LeavesInterimResponsesOut) {
  ResponseParser parser(false);
  parser.feed("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + kFixed);
  ASSERT_TRUE(parser.complete());
  EXPECT_EQ(parser.response().bytes, kFixed);
  EXPECT_EQ(parser.response().headers.size(), 3U);
}

TEST(ResponseParser, EndsAResponseWithoutALengthAtTheEndOfTheStream) {
  ResponseParser parser(false);
  parser.feed("HTTP/1.1 200 OK\r\n\r\nhel");
  parser.feed("lo");
  EXPECT_FALSE(parser.complete());
  parser.end();
  ASSERT_TRUE(parser.complete());
  EXPECT_EQ(parser.response().body, "hello");
  EXPECT_FALSE(parser.response().keep_alive);
}

TEST(ResponseParser, SeesThatAConnectionIsNotKept) {
  for (const char* bytes : {"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                            "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"}) {
    ResponseParser parser(false);
    parser.feed(bytes);
    ASSERT_TRUE(parser.complete());
    EXPECT_FALSE(parser.response().keep_alive);
  }
}

TEST(ResponseParser, RefusesWhatIsNotOneResponse) {
  EXPECT_EQ(failure_of([] { ResponseParser(false).feed(kFixed + "!\n"); }),
            "sent 2 bytes more than one response|" + kFixed + "!\n");
  EXPECT_EQ(failure_of([] { ResponseParser(false).feed(kFixed + "\r\n"); }),
            "sent 2 bytes more than one response|" + kFixed + "\r\n");
  EXPECT_THAT(failure_of([] { ResponseParser(false).feed("SSH-2.0-x\r\n"); }),
              testing::AllOf(HasSubstr("answered with a malformed response: "), HasSubstr("|SSH-2.0-x\r\n")));
  EXPECT_EQ(failure_of([] { ResponseParser(false).end(); }), "closed the connection without an answer|");
  EXPECT_EQ(failure_of([] {
              ResponseParser parser(false);
              parser.feed("HTTP/1.1 200 OK\r\n");
              parser.end();
            }),
            "closed the connection in the middle of its response|HTTP/1.1 200 OK\r\n");
}

}  // namespace
}  // namespace hotlap::http
