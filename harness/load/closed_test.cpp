// What the built-in client does beyond what every generator does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <thread>

#include "harness/core/error.h"
#include "harness/core/stop.h"
#include "harness/http/test_server.h"
#include "harness/load/load.h"
#include "harness/load/test_processes.h"

namespace hotlap::load {
namespace {

using core::Histogram;
using http::TestServer;
using std::chrono::milliseconds;
using Answer = TestServer::Answer;
using Then = TestServer::Then;
using testing::HasSubstr;

const std::string kRequest = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
const std::string kRight = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
constexpr milliseconds kLap{20};

/// A server with a script and a session on it.
class Rig {
 public:
  Rig(const TestServer::Script& script, int connections, int pipeline = 1, bool head_request = false,
      bool awake = false)
      : server(kRequest, script) {
    Target target;
    target.port = server.port();
    target.request_bytes = kRequest;
    target.head_request = head_request;
    target.body_bytes = 5;
    target.shape = {connections, pipeline};
    target.awake = awake;
    session = generator("closed").open(target, processes_, {});
  }
  Lap lap(core::Nanoseconds length = kLap) {
    Lap lap = session->lap(length, latency);
    EXPECT_EQ(lap.sent, lap.answered + lap.failed + lap.unfinished);
    return lap;
  }

  TestServer server;
  std::unique_ptr<Session> session;
  Histogram latency;

 private:
  TestProcesses processes_;
};

Lap lap_with(const Answer& answer, int connections = 1, int pipeline = 1) {
  return Rig([&](int, int) { return answer; }, connections, pipeline).lap();
}

TEST(Closed, KeepsItsConnectionsOverManyLaps) {
  Rig rig([](int, int) { return Answer{kRight}; }, 5);
  std::uint64_t answered = 0;
  for (int i = 0; i < 10; ++i) {
    const Lap lap = rig.lap();
    EXPECT_EQ(lap.failure, "");
    EXPECT_EQ(lap.open_connections, 5);
    answered += lap.answered;
    EXPECT_EQ(rig.server.requests(), answered);
  }
  EXPECT_EQ(rig.server.connections(), 5U);
  EXPECT_EQ(rig.latency.count(), answered);
}

TEST(Closed, ABurstIsExactlySoManyRequestsOnAllConnections) {
  for (const int pipeline : {1, 3}) {
    std::array<std::atomic<int>, 4> of_connection{};
    Rig rig(
        [&](int connection, int) {
          ++of_connection.at(static_cast<std::size_t>(connection));
          return Answer{kRight};
        },
        4, pipeline);
    std::uint64_t answered = 0;
    for (const std::uint64_t requests : {12U, 13U, 250U}) {
      const Lap burst = rig.session->burst(requests, rig.latency);
      EXPECT_EQ(burst.failure, "");
      EXPECT_EQ(burst.sent, requests);
      EXPECT_EQ(burst.answered, requests);
      EXPECT_GT(burst.elapsed.count(), 0);
      EXPECT_EQ(rig.server.requests(), answered += requests);
    }
    EXPECT_GT(*std::min_element(of_connection.begin(), of_connection.end()), 0);
    const Lap lap = rig.lap();
    EXPECT_EQ(lap.failure, "") << "a lap after it is a lap as ever";
    EXPECT_GE(lap.elapsed, kLap);
    EXPECT_GT(lap.answered, 0U);
  }
}

TEST(Closed, AWrongAnswerEndsABurst) {
  Rig rig(
      [](int, int request) {
        return request < 5 ? Answer{kRight} : Answer{"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"};
      },
      2);
  const Lap burst = rig.session->burst(1000, rig.latency);
  EXPECT_EQ(burst.failure, "status 500 instead of 200");
  EXPECT_EQ(burst.sent, burst.answered + burst.failed + burst.unfinished);
  EXPECT_GT(burst.failed, 0U);
  EXPECT_LT(burst.sent, 1000U);
}

TEST(Closed, AStopIsSeenInsideABurst) {
  Rig rig([](int, int) { return Answer{""}; }, 1);
  std::thread stopper([&] {
    while (rig.server.requests() == 0) std::this_thread::yield();
    core::set_stop_requested(true);
  });
  EXPECT_THROW(rig.session->burst(10, rig.latency), core::Interrupted);
  stopper.join();
  core::set_stop_requested(false);
}

TEST(Closed, AConnectionSendsTheRequestOfItsKind) {
  const std::vector<std::string> kinds = {kRequest, "GET /longer HTTP/1.1\r\nHost: h\r\n\r\n",
                                          "GET / HTTP/1.1\r\nHost: h\r\nX-Kind: 2\r\n\r\n"};
  for (const int pipeline : {1, 3}) {
    TestServer server(kinds, [](int, int) { return Answer{kRight}; });
    Target target;
    target.port = server.port();
    target.request_bytes = kinds[0];
    target.other_kinds = {kinds[1], kinds[2]};
    target.body_bytes = 5;
    target.shape = {7, pipeline, 3};
    TestProcesses processes;
    const auto session = generator("closed").open(target, processes, {});
    Histogram latency;
    const Lap lap = session->lap(kLap, latency);
    EXPECT_EQ(lap.failure, "");
    EXPECT_EQ(lap.answered, server.requests());
    EXPECT_EQ(server.wrong_requests(), 0U);
    EXPECT_EQ(server.connections_of(0), 3);  // connections 0, 3, 6
    EXPECT_EQ(server.connections_of(1), 2);
    EXPECT_EQ(server.connections_of(2), 2);
  }
}

TEST(Closed, AwakeItDoesTheSameAndWaitingIsNotCountedAsWork) {
  Rig rig(
      [](int, int) {
        std::this_thread::sleep_for(milliseconds(2));  // so that nearly all of the lap is waiting
        return Answer{kRight};
      },
      3, 1, false, true);
  const Lap lap = rig.lap();
  EXPECT_EQ(lap.failure, "");
  EXPECT_GE(lap.answered, 3U);
  EXPECT_EQ(rig.latency.count(), lap.answered);
  EXPECT_LT(lap.client_cpu, lap.elapsed / 2);
}

TEST(Closed, AwakeItStillGivesUpWhenNoAnswerComes) {
  Rig rig(
      [](int, int request) { return request == 0 ? Answer{"HTTP/1.1 500 x\r\nContent-Length: 0\r\n\r\n"} : Answer{}; },
      2, 2, false, true);
  const Lap lap = rig.lap();
  EXPECT_THAT(lap.failure, HasSubstr("500"));
  EXPECT_GT(lap.unfinished, 0U);
}

TEST(Closed, SendsARequestOnEachConnectionEvenInALapOfNoLength) {
  Rig rig([](int, int) { return Answer{kRight}; }, 50, 4);
  EXPECT_EQ(rig.lap(core::Nanoseconds(0)).answered, 200U);
}

TEST(Closed, KeepsThePipelineFull) {
  Rig rig([](int, int) { return Answer{kRight}; }, 3, 16);
  const Lap lap = rig.lap();
  EXPECT_EQ(lap.failure, "");
  EXPECT_GT(lap.answered, 48U);
  EXPECT_EQ(lap.bytes, lap.answered * kRight.size());
  EXPECT_EQ(rig.server.requests(), lap.answered);
  EXPECT_EQ(rig.latency.count(), lap.answered);
}

TEST(Closed, ReadsPipelinedAnswersByteByByte) {
  const Lap lap = lap_with({kRight, Then::keep, true}, 2, 8);
  EXPECT_EQ(lap.failure, "");
  EXPECT_GT(lap.answered, 0U);
}

TEST(Closed, ReadsHeadResponses) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
  Rig rig([&](int, int) { return Answer{head}; }, 2, 3, true);
  const Lap lap = rig.lap();
  EXPECT_EQ(lap.failure, "");
  EXPECT_EQ(lap.answered, rig.server.requests());
}

TEST(Closed, CountsNoInterimResponse) {
  Rig rig([&](int, int) { return Answer{"HTTP/1.1 100 Continue\r\n\r\n" + kRight}; }, 2, 2);
  const Lap lap = rig.lap();
  EXPECT_EQ(lap.failure, "");
  EXPECT_EQ(lap.answered, rig.server.requests());
}

TEST(Closed, NamesAWrongStatusAndShowsTheAnswer) {
  const std::string wrong = "HTTP/1.1 503 Busy\r\nContent-Length: 5\r\n\r\nsorry";
  const Lap lap = lap_with({wrong}, 3);
  EXPECT_EQ(lap.failure, "status 503 instead of 200");
  EXPECT_EQ(lap.failure_seen, wrong);
  EXPECT_EQ(lap.failed, 3U);
  EXPECT_EQ(lap.open_connections, 3);
}

TEST(Closed, NamesAWrongLengthAndShowsTheAnswerHoweverItArrived) {
  const std::string wrong = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhell";
  const Lap lap = lap_with({wrong, Then::keep, true});
  EXPECT_EQ(lap.failure, "body has 4 bytes instead of 5");
  EXPECT_EQ(lap.failure_seen, wrong);
}

TEST(Closed, ShowsTheWrongAnswerOfAPipeline) {
  const std::string wrong = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  Rig rig([&](int, int request) { return Answer{request == 5 ? wrong : kRight}; }, 1, 8);
  const Lap lap = rig.lap();
  EXPECT_EQ(lap.failure, "body has 0 bytes instead of 5");
  EXPECT_EQ(lap.failure_seen, wrong);
  EXPECT_EQ(lap.failed, 1U);
  EXPECT_GE(lap.answered, 7U);
}

TEST(Closed, ShowsAtMostAKibibyte) {
  const Lap lap = lap_with({"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + std::string(5000, 'a')});
  EXPECT_EQ(lap.failure, "body has 5000 bytes instead of 5");
  EXPECT_EQ(lap.failure_seen.size(), 1024U);
}

TEST(Closed, RefusesAServerThatDoesNotKeepTheConnection) {
  const auto* const sentence =
      "the server does not keep the connection alive: its response says Connection: close, or is HTTP/1.0";
  const Lap closing =
      lap_with({"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", Then::close}, 2);
  EXPECT_EQ(closing.failure, sentence);
  EXPECT_EQ(closing.answered, 0U);
  EXPECT_EQ(closing.open_connections, 0);
  EXPECT_EQ(lap_with({"HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello"}).failure, sentence);
  EXPECT_EQ(lap_with({"HTTP/1.1 200 OK\r\n\r\nhello", Then::close}).failure,
            "the server does not keep the connection alive: its response has no length and ends with the connection");
}

TEST(Closed, NamesBrokenConnections) {
  const std::string part = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel";
  const Lap closed = lap_with({part, Then::close}, 1, 2);
  EXPECT_EQ(closed.failure, "the server closed a connection with 2 requests outstanding");
  EXPECT_EQ(closed.failure_seen, part);
  EXPECT_EQ(closed.failed, 2U);
  EXPECT_EQ(closed.open_connections, 0);
  EXPECT_EQ(lap_with({"", Then::reset}).failure,
            "a connection broke with 1 request outstanding: Connection reset by peer");
}

TEST(Closed, NamesMalformedResponses) {
  const Lap lap = lap_with({"HTTP/1.1 2x0 OK\r\n\r\n"});
  EXPECT_THAT(lap.failure, HasSubstr("malformed response: "));
  EXPECT_EQ(lap.failure_seen, "HTTP/1.1 2x0 OK\r\n\r\n");
  EXPECT_EQ(lap.failed, 1U);
}

TEST(Closed, RefusesBytesBeyondTheResponse) {
  for (const std::string beyond : {"\r\n", "!", "HTTP/1.1 200 OK\r\n"}) {
    const Lap lap = lap_with({kRight + beyond});
    EXPECT_EQ(lap.failure, "the server sent " + std::to_string(beyond.size()) +
                               " bytes that belong to no response that was asked for");
    EXPECT_EQ(lap.failure_seen, beyond);
  }
}

TEST(Closed, SeesConnectionsThatWereClosedBetweenLaps) {
  Rig rig([](int, int) { return Answer{kRight}; }, 5);
  EXPECT_EQ(rig.lap().failure, "");
  rig.server.close_connections(2);
  const Lap lap = rig.lap();
  EXPECT_EQ(lap.failure, "2 of 5 connections were closed by the server between laps");
  EXPECT_EQ(lap.sent, 0U);
  EXPECT_EQ(lap.open_connections, 3);
  EXPECT_EQ(rig.lap().failure, "2 of 5 connections were lost in an earlier lap");
}

TEST(Closed, SeesBytesThatCameBetweenLaps) {
  Rig rig([](int, int) { return Answer{kRight}; }, 1);
  EXPECT_EQ(rig.lap().failure, "");
  rig.server.say("HTTP/1.1 408 Late\r\n\r\n");
  const Lap lap = rig.lap();
  EXPECT_EQ(lap.failure, "the server sent 21 bytes between laps, unasked");
  EXPECT_EQ(lap.failure_seen, "HTTP/1.1 408 Late\r\n\r\n");
}

TEST(Closed, CountsWhatIsUnfinishedAtTheDrainLimit) {
  Rig rig([](int, int request) { return Answer{request < 3 ? kRight : request == 3 ? "HTTP/1.1 " : ""}; }, 2, 2);
  const Lap lap = rig.lap(milliseconds(500));
  EXPECT_EQ(lap.answered, 6U);
  EXPECT_EQ(lap.unfinished, 4U);
  EXPECT_EQ(lap.failure, "4 requests not answered within 5 s after the end of the lap");
  EXPECT_EQ(lap.failure_seen, "HTTP/1.1 ");
  EXPECT_EQ(lap.open_connections, 0);
}

TEST(Closed, DoesNotWaitLongForTheRestAfterAFailure) {
  const std::string wrong = "HTTP/1.1 500 Oops\r\nContent-Length: 5\r\n\r\nhello";
  Rig rig([&](int connection, int) { return Answer{connection == 0 ? wrong : ""}; }, 3);
  const Lap lap = rig.lap(std::chrono::hours(1));
  EXPECT_EQ(lap.failure, "status 500 instead of 200");
  EXPECT_EQ(lap.failed, 1U);
  EXPECT_EQ(lap.unfinished, 2U);
}

TEST(Closed, SaysHowManyConnectionsCouldNotBeOpened) {
  TestProcesses processes;
  Target target;
  target.port = http::unused_port();
  target.request_bytes = kRequest;
  target.shape.connections = 4;
  try {
    generator("closed").open(target, processes, {});
    FAIL();
  } catch (const core::ArmFailure& failure) {
    EXPECT_EQ(failure.what(), "4 of 4 connections to 127.0.0.1:" + std::to_string(target.port) +
                                  " could not be opened: Connection refused");
  }
}

TEST(Closed, IsNotDisturbedByOtherSignals) {
  struct sigaction nothing {};
  nothing.sa_handler = [](int) {};
  struct sigaction before {};
  sigaction(SIGALRM, &nothing, &before);
  Rig rig([](int, int) { return Answer{kRight}; }, 3);
  const itimerval often{{0, 500}, {0, 500}};
  setitimer(ITIMER_REAL, &often, nullptr);
  const Lap lap = rig.lap(milliseconds(50));
  const itimerval off{};
  setitimer(ITIMER_REAL, &off, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  EXPECT_EQ(lap.failure, "");
  EXPECT_GT(lap.answered, 0U);
}

TEST(Closed, StopsWhenAskedTo) {
  Rig rig([](int, int) { return Answer{kRight}; }, 3);
  core::set_stop_requested(true);
  EXPECT_THROW(rig.session->lap(std::chrono::hours(1), rig.latency), core::Interrupted);
  core::set_stop_requested(false);
}

TEST(Closed, StopsInTheMiddleOfALap) {
  core::catch_stop_signals();
  Rig rig([](int, int request) { return request == 50 ? (std::raise(SIGTERM), Answer{}) : Answer{kRight}; }, 1);
  EXPECT_THROW(rig.session->lap(std::chrono::hours(1), rig.latency), core::Interrupted);
  core::set_stop_requested(false);
}

}  // namespace
}  // namespace hotlap::load
