// What every load generator must get right, against servers of known behaviour.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "harness/core/error.h"
#include "harness/core/stop.h"
#include "harness/http/http.h"
#include "harness/http/test_server.h"
#include "harness/load/load.h"
#include "harness/load/test_processes.h"

namespace hotlap::load {
namespace {

using core::Histogram;
using http::TestServer;
using Answer = TestServer::Answer;
using Then = TestServer::Then;
using testing::HasSubstr;

const std::string kRight = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const std::string kChunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\nX-Trailer: 1\r\n\r\n";

class Conformance : public testing::TestWithParam<std::string> {
 protected:
  const Generator& generator() const { return load::generator(GetParam()); }
  core::Nanoseconds lap_length() const {
    const core::Nanoseconds shortest = std::chrono::milliseconds(30);
    return generator().problems({}, {}, shortest).empty() ? shortest : std::chrono::seconds(1);
  }

  Target target(int connections) const {
    Target target;
    target.request = {"GET", "/a", {{"Accept", "*/*"}, {"X-Odd", "\"]] \\0\"..os.exit(3)--"}}, ""};
    target.request_bytes = http::serialize(target.request, "127.0.0.1");
    target.body_bytes = 5;
    target.shape.connections = connections;
    return target;
  }

  // One lap against a server with that script. What holds for every lap is checked here.
  Lap lap_against(const TestServer::Script& script, Target target, std::uint64_t* served = nullptr) {
    TestServer server(target.request_bytes, script);
    target.port = server.port();
    const std::unique_ptr<Session> session = generator().open(target, processes_, {});
    Lap lap = session->lap(lap_length(), latency_);
    EXPECT_EQ(lap.sent, lap.answered + lap.failed + lap.unfinished);
    EXPECT_EQ(server.wrong_requests(), 0U);
    EXPECT_EQ(lap.failure.empty(), lap.failed + lap.unfinished == 0 && lap.answered > 0) << lap.failure;
    EXPECT_EQ(latency_.count(), generator().raw_latency ? lap.answered : 0);
    if (served != nullptr) *served = server.requests();
    return lap;
  }

  void expect_right(const Answer& answer, const Target& target) {
    std::uint64_t served = 0;
    const Lap lap = lap_against([&](int, int) { return answer; }, target, &served);
    EXPECT_EQ(lap.failure, "");
    EXPECT_EQ(lap.failure_seen, "");
    EXPECT_GT(lap.answered, 0U);
    EXPECT_EQ(lap.open_connections, target.shape.connections);
    EXPECT_GE(lap.bytes, lap.answered * answer.bytes.size());
    EXPECT_GT(lap.client_cpu.count(), 0);
    EXPECT_GT(lap.elapsed.count(), 0);
    if (generator().keeps_connections) {
      EXPECT_EQ(lap.answered, served);
      EXPECT_EQ(lap.bytes, lap.answered * answer.bytes.size());
      EXPECT_GE(lap.elapsed, lap_length());
    }
  }

  TestProcesses processes_;
  Histogram latency_;
};

TEST_P(Conformance, CountsRightAnswers) { expect_right({kRight}, target(7)); }

TEST_P(Conformance, ReadsChunkedBodies) { expect_right({kChunked}, target(3)); }

TEST_P(Conformance, ReadsAnswersThatArriveByteByByte) {
  expect_right({kRight, Then::keep, true}, target(2));
  latency_.clear();
  expect_right({kChunked, Then::keep, true}, target(2));
}

TEST_P(Conformance, ReadsAnswersLargerThanItsBuffer) {
  Target large = target(2);
  large.body_bytes = 300000;
  expect_right({"HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + std::string(300000, 'a')}, large);
}

TEST_P(Conformance, SendsRequestsLargerThanTheSocketBuffers) {
  Target large = target(2);
  large.request.method = "POST";
  large.request.body = std::string(8000000, 'b');
  large.request_bytes = http::serialize(large.request, "127.0.0.1");
  expect_right({kRight}, large);
}

TEST_P(Conformance, AcceptsAnExpectedErrorStatus) {
  Target missing = target(2);
  missing.status = 404;
  expect_right({"HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nhello"}, missing);
}

TEST_P(Conformance, FailsOnAWrongStatus) {
  const std::string wrong = "HTTP/1.1 500 Oops\r\nContent-Length: 5\r\n\r\nhello";
  const Lap lap = lap_against([&](int, int) { return Answer{wrong}; }, target(4));
  EXPECT_EQ(lap.answered, 0U);
  EXPECT_GE(lap.failed, 4U);
  EXPECT_THAT(lap.failure, HasSubstr("status"));
}

TEST_P(Conformance, FailsOnOneWrongStatusAmongRightAnswers) {
  const std::string wrong = "HTTP/1.1 500 Oops\r\nContent-Length: 5\r\n\r\nhello";
  const Lap lap = lap_against([&](int, int request) { return Answer{request == 3 ? wrong : kRight}; }, target(1));
  EXPECT_GE(lap.answered, 3U);
  EXPECT_EQ(lap.failed, 1U);
  EXPECT_THAT(lap.failure, HasSubstr("status"));
}

TEST_P(Conformance, FailsWhenConnectionsBreak) {
  for (const Then then : {Then::close, Then::reset}) {
    latency_.clear();
    const Lap lap = lap_against(
        [&](int, int request) {
          return request < 2 ? Answer{kRight} : Answer{"HTTP/1.1 200 OK\r\n", then};
        },
        target(3));
    EXPECT_GE(lap.answered, 2U);
    EXPECT_GE(lap.failed, 1U);
    EXPECT_NE(lap.failure, "");
  }
}

TEST_P(Conformance, FailsWhenTheServerNeverAnswers) {
  const Lap lap = lap_against([](int, int) { return Answer{}; }, target(2));
  EXPECT_EQ(lap.answered, 0U);
  EXPECT_THAT(lap.failure, HasSubstr("answer"));
}

TEST_P(Conformance, FailsWhenNobodyListens) {
  Target nobody = target(4);
  nobody.port = http::unused_port();
  std::string failure;
  try {
    failure = generator().open(nobody, processes_, {})->lap(lap_length(), latency_).failure;
  } catch (const core::ArmFailure& broken) {
    failure = broken.what();
  }
  EXPECT_NE(failure, "");
}

TEST_P(Conformance, SaysItsVersion) { EXPECT_THAT(generator().version(processes_), testing::StartsWith(GetParam())); }

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const Generator& row : generators()) ids.push_back(row.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(AllGenerators, Conformance, testing::ValuesIn(all_ids()),
                         [](const auto& row) { return row.param; });

TEST(Registry, HoldsEveryGeneratorOfTheFolderOnce) {
  std::set<std::string> written;
  const std::regex row("^Generator (\\w+)\\(\\) \\{$");
  for (const auto& entry : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/harness/load")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (std::smatch match; std::regex_match(line, match, row)) written.insert(match[1]);
    }
  }
  const std::vector<std::string> ids = all_ids();
  EXPECT_THAT(ids, testing::UnorderedElementsAreArray(written));
  EXPECT_EQ(ids.at(0), "closed");
}

TEST(Registry, SuggestsOnAMiss) {
  EXPECT_EQ(generator("wrk").id, "wrk");
  try {
    generator("wrkk");
    FAIL();
  } catch (const core::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'wrk'?"));
  }
}

}  // namespace
}  // namespace hotlap::load
