// One exchange with servers that behave and that do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/error.h"
#include "harness/core/stop.h"
#include "harness/http/http.h"
#include "harness/http/test_server.h"

namespace hotlap::http {
namespace {

using Answer = TestServer::Answer;
using Then = TestServer::Then;
using testing::HasSubstr;

const std::string kRequest = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
const std::string kResponse = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
constexpr int kLimitMs = 5000;
constexpr int kShortMs = 50;

std::string failure_with(const Answer& answer, int limit_ms = kLimitMs) {
  TestServer server(kRequest, [&](int, int) { return answer; });
  try {
    fetch(server.port(), kRequest, false, limit_ms);
  } catch (const core::ArmFailure& failure) {
    return std::string(failure.what()) + "|" + failure.seen();
  }
  return "no failure";
}

TEST(Fetch, ReadsAResponse) {
  TestServer server(kRequest, [](int, int) { return Answer{kResponse}; });
  const Response response = fetch(server.port(), kRequest, false, kLimitMs);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "hello");
  EXPECT_EQ(response.bytes, kResponse);
  EXPECT_TRUE(response.keep_alive);
  EXPECT_EQ(server.requests(), 1U);
}

TEST(Fetch, ReadsAResponseThatArrivesInPieces) {
  TestServer server(kRequest, [](int, int) { return Answer{kResponse, Then::keep, true}; });
  EXPECT_EQ(fetch(server.port(), kRequest, false, kLimitMs).bytes, kResponse);
}

TEST(Fetch, ReadsAHeadResponse) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
  TestServer server(kRequest, [&](int, int) { return Answer{head}; });
  EXPECT_EQ(fetch(server.port(), kRequest, true, kLimitMs).bytes, head);
}

TEST(Fetch, SendsARequestLargerThanTheSocketBuffers) {
  const std::string request =
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 8000000\r\n\r\n" + std::string(8000000, 'a');
  TestServer server(request, [](int, int) { return Answer{kResponse}; });
  EXPECT_EQ(fetch(server.port(), request, false, 20000).body, "hello");
  EXPECT_EQ(server.wrong_requests(), 0U);
}

TEST(Fetch, SaysThatNobodyListens) {
  const std::uint16_t port = unused_port();
  try {
    fetch(port, kRequest, false, kLimitMs);
    FAIL();
  } catch (const core::ArmFailure& failure) {
    EXPECT_EQ(failure.what(), "took no connection on 127.0.0.1:" + std::to_string(port) + ": Connection refused");
  }
}

TEST(Fetch, SaysWhatBroke) {
  EXPECT_EQ(failure_with({"", Then::close}), "closed the connection without an answer|");
  EXPECT_EQ(failure_with({"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", Then::close}),
            "closed the connection in the middle of its response|HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello");
  EXPECT_EQ(failure_with({"", Then::reset}), "broke the connection: Connection reset by peer|");
  EXPECT_EQ(failure_with({kResponse + kResponse}), "sent 43 bytes more than one response|" + kResponse + kResponse);
  EXPECT_THAT(failure_with({"HTTP/1.1 2x0 OK\r\n\r\n"}), HasSubstr("answered with a malformed response: "));
}

TEST(Fetch, GivesUpAtTheLimit) {
  EXPECT_EQ(failure_with({"HTTP/1.1 200 OK\r\n"}, kShortMs), "gave no whole response within 50 ms|HTTP/1.1 200 OK\r\n");
}

TEST(Fetch, RefusesAnEndlessResponse) {
  EXPECT_EQ(failure_with({"HTTP/1.1 200 OK\r\n\r\n" + std::string(kLargestResponse, 'a')}, 20000),
            "sent a response of more than 67108864 bytes|");
}

TEST(Fetch, StopsWhenAskedTo) {
  TestServer server(kRequest, [](int, int) { return Answer{}; });
  core::set_stop_requested(true);
  EXPECT_THROW(fetch(server.port(), kRequest, false, kLimitMs), core::Interrupted);
  core::set_stop_requested(false);
}

}  // namespace
}  // namespace hotlap::http
