// wrk's script, its report, and what it is refused for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/core/error.h"
#include "harness/http/test_server.h"
#include "harness/load/load.h"
#include "harness/load/test_processes.h"
#include "harness/load/wrk_script.h"

namespace hotlap::load {
namespace {

using testing::Contains;
using testing::HasSubstr;

const std::string kReport =
    R"({"requests":9,"duration_us":1000000,"bytes":99,"connect":1,"read":2,"write":3,"status":4,"timeout":5,"cpu_us":6})";

std::string user_error(const auto& action) {
  try {
    action();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "no error";
}

/// Nothing is installed here.
class NoProcesses final : public core::Processes {
 public:
  std::unique_ptr<core::Process> start(const core::Command& command) override {
    throw core::UserError({"not found: " + command.arguments.at(0), "", ""});
  }
};

TEST(LuaString, CannotBeLeft) {
  EXPECT_EQ(lua_string("GET /a b\r\n"), R"("GET /a b\013\010")");
  EXPECT_EQ(lua_string("\"]]\\1'\xff"), R"("\034\093\093\0921\039\255")");
  EXPECT_EQ(lua_string(std::string_view("\0"
                                        "1",
                                        2)),
            R"("\0001")");
}

TEST(WrkSummary, IsReadFromTheEndOfTheOutput) {
  const auto summary = wrk_summary("Running 1s test\nhotlap-wrk {}\nhotlap-wrk " + kReport + "\n");
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->requests, 9U);
  EXPECT_EQ(summary->timeout, 5U);
  EXPECT_EQ(summary->cpu_us, 6U);
}

TEST(WrkSummary, IsAbsentWhenTheReportIsNotWhole) {
  for (const std::string& output :
       {std::string(), std::string("Running 1s test\n"), "hotlap-wrk " + kReport.substr(0, 20),
        std::string("hotlap-wrk {\"requests\":1}"), std::string("hotlap-wrk {\"requests\":-1}")}) {
    EXPECT_FALSE(wrk_summary(output)) << output;
  }
}

TEST(Wrk, SaysWhatToInstall) {
  NoProcesses none;
  EXPECT_EQ(user_error([&] { generator("wrk").version(none); }),
            "--load wrk: wrk is not installed (apt-get install wrk)");
}

TEST(Wrk, SaysItsVersionWithoutTheRest) {
  TestProcesses processes;
  const std::string version = generator("wrk").version(processes);
  EXPECT_THAT(version, testing::MatchesRegex("wrk [^ ]+"));
}

TEST(Wrk, RefusesWhatItCannotDo) {
  TestProcesses processes;
  Target target;
  target.request_bytes = "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n";
  target.shape.pipeline = 2;
  target.shape.kinds = 3;
  target.head_request = true;
  target.request.method = "HEAD";
  const std::string text = user_error([&] { generator("wrk").open(target, processes, {}); });
  EXPECT_THAT(text, HasSubstr("pipelining"));
  EXPECT_THAT(text, HasSubstr("HEAD"));
  EXPECT_THAT(text, HasSubstr("another kind of request"));
  target.shape.pipeline = target.shape.kinds = 1;
  target.head_request = false;
  target.request.method = "GET";
  const auto session = generator("wrk").open(target, processes, {});
  core::Histogram latency;
  for (const int ms : {0, 999, 1500}) {
    EXPECT_THAT(user_error([&] { session->lap(std::chrono::milliseconds(ms), latency); }), HasSubstr("whole seconds"));
  }
}

TEST(Wrk, RunsOnTheGivenCpusAndRemovesItsScript) {
  TestProcesses processes;
  const std::string request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  http::TestServer server(request,
                          [](int, int) { return http::TestServer::Answer{"HTTP/1.1 204 No Content\r\n\r\n"}; });
  Target target;
  target.port = server.port();
  target.request_bytes = request;
  target.status = 204;
  target.shape.connections = 2;
  core::Histogram latency;
  auto session = generator("wrk").open(target, processes, {0});
  EXPECT_EQ(session->lap(std::chrono::seconds(1), latency).failure, "");
  EXPECT_EQ(processes.last_command.cpus, std::vector<int>{0});
  EXPECT_THAT(processes.last_command.arguments, Contains("-c2"));
  const std::vector<std::string>& arguments = processes.last_command.arguments;
  const auto flag = std::find(arguments.begin(), arguments.end(), "-s");
  ASSERT_NE(flag, arguments.end());
  const std::filesystem::path script = *(flag + 1);
  EXPECT_TRUE(std::filesystem::exists(script));
  EXPECT_EQ(std::filesystem::status(script).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  session.reset();
  EXPECT_FALSE(std::filesystem::exists(script));
}

TEST(Wrk, ReportsAnOutputWithoutAReport) {
  TestProcesses processes;
  Target target;
  target.port = http::unused_port();
  target.request_bytes = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  core::Histogram latency;
  const Lap lap = generator("wrk").open(target, processes, {})->lap(std::chrono::seconds(1), latency);
  EXPECT_THAT(lap.failure, HasSubstr("wrk ended with status 1"));
  EXPECT_THAT(lap.failure_seen, HasSubstr("refused"));
}

}  // namespace
}  // namespace hotlap::load
