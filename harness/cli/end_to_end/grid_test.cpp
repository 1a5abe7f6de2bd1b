// Scenarios with parameters: chosen, measured, recorded, resumed and judged without mixing one configuration up with
// another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <map>
#include <set>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

const Arguments kPair = {"--old", "reference:before", "--new", "reference:after", "--no-control"};

Arguments on_pair(const char* command, const Arguments& arguments) { return joined({{command}, arguments, kPair}); }

/// The parameters of each configuration that was recorded.
std::vector<Json> parameters_of(const RecordOnDisk& record) {
  std::vector<Json> all;
  for (const Json& configuration : record.header["configurations"]) all.push_back(configuration["parameters"]);
  return all;
}

/// Old's bytes of a response, by the number of header lines that was asked for.
std::map<std::string, double> bytes_by_lines(const Json& rows) {
  std::map<std::string, double> bytes;
  for (const Json& row : rows) {
    if (row["metric"] == "bytes_per_response") bytes[row["parameters"]["n"]] = row["old"]["mean"];
  }
  return bytes;
}

void expect_bytes_of_their_own(const std::map<std::string, double>& bytes) {
  ASSERT_THAT(bytes, SizeIs(3));
  EXPECT_LT(bytes.at("10"), 600);
  EXPECT_GT(bytes.at("50"), 1200);
  EXPECT_LT(bytes.at("50"), 2500);
  EXPECT_GT(bytes.at("600"), 15'000);
}

TEST(Grid, EveryConfigurationHasItsOwnRowsInEveryFormatAndWhenJudgedAgain) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  const Result result =
      run(joined({on_pair("compare", {"headers", "--set", "len=1"}), kSmall, {"--format", "json", "--out", folder}}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(schema_problems(read_record(folder)), IsEmpty());
  EXPECT_THAT(comparison_problems(parsed(result.out)), IsEmpty());
  expect_bytes_of_their_own(bytes_by_lines(rows(result)));
  expect_bytes_of_their_own(bytes_by_lines(rows(run({"judge", folder, "--format", "json"}))));
  for (const std::string format : {"text", "markdown", "csv", "node"}) {
    const std::string table = run({"judge", folder, "--format", format}).out;
    for (const char* n : {"10", "50", "600"}) {
      EXPECT_THAT(table, HasSubstr("n=" + std::string(n) + " len=1")) << format;
    }
    EXPECT_THAT(table, Not(HasSubstr("len=100"))) << format;
  }
}

TEST(Grid, AResumedRunGoesOnWithItsOwnConfigurations) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  const Arguments chosen = {"simple",   "json-api", "--set",  "len=4",     "--set",    "type=bytes",
                            "--set",    "chunks=4", "--set",  "chunked=0", "--seed",   "3",
                            "--rounds", "4",        "--laps", "2",         "--lap-ms", "2"};
  Running hotlap(Start{.arguments = joined({on_pair("compare", chosen), {"--out", folder}})});
  ASSERT_TRUE(poll_until([&] { return count_lines(folder) >= 60 || hotlap.ended(); }) && !hotlap.ended());
  hotlap.send(SIGINT);
  ASSERT_EQ(hotlap.wait().exit_code, 130);
  const auto before = parameters_of(read_record(folder));
  ASSERT_THAT(before, SizeIs(3));
  EXPECT_THAT(before, ElementsAre(testing::Truly([](const Json& p) { return p["c"] == "50"; }),
                                  testing::Truly([](const Json& p) { return p["c"] == "500"; }),
                                  testing::Truly([](const Json& p) { return p["connections"] == "16"; })));
  ASSERT_LT(events(read_record(folder), "round_done").size(), 12u) << "nothing is left to resume";

  const Result result = run({"compare", "--resume", folder, "--format", "json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const RecordOnDisk record = read_record(folder);
  EXPECT_EQ(parameters_of(record), before);
  std::set<std::pair<int, int>> done;
  for (const Json& event : events(record, "round_done")) {
    EXPECT_TRUE(done.emplace(event["configuration"], event["round"]).second) << event;
  }
  EXPECT_THAT(done, SizeIs(12));
  for (const Json& row : rows(result)) EXPECT_EQ(row["rounds"], 4) << row["parameters"] << row["metric"];
}

TEST(Grid, AnAnswerWithOtherHeaderLinesMakesTheArmVoidInPlainWords) {
  const Scratch scratch;
  const Result result = run(joined(
      {{"run", "headers", "--set", "n=50", "--set", "len=10", "--server", command_of("same"), "--out", scratch / "run"},
       kSmall}));
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("headers n=50 len=10"), HasSubstr("header lines instead of 53"),
                                HasSubstr("header foo0 is missing"), HasSubstr("body has 11 bytes instead of 0")));
}

TEST(Kinds, AreMeasuredAndCounted) {
  const Scratch scratch;
  const Result result =
      run(joined({{"run", "many-clients-40", "--server", "reference:after", "--out", scratch / "run"}, kSmall}));
  ASSERT_EQ(result.exit_code, 0) << result.err;  // a count that disagrees with the server's would be 4
  EXPECT_EQ(parameters_of(read_record(scratch / "run")).at(0)["connections"], "40");
}

/// Answers as the scenarios many-clients expect, but one kind of client gets another body of the same length.
constexpr const char* kWrongToOneKind = R"(
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(200)
        for name, value in [("Content-Type", "text/plain"), ("Content-Length", "11"),
                            ("Cache-Control", "no-cache"), ("X-Served-By", "hotlap")]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(b"Hello Werld" if "X-Kind-7" in self.headers else b"Hello World")
    def log_message(self, *arguments):
        pass
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
)";

TEST(Kinds, AreEachVerified) {
  const Scratch scratch;
  std::ofstream(scratch / "server.py") << kWrongToOneKind;
  const auto measured = [&](const std::string& scenario) {
    return run({"run", scenario, "--server", "cmd:python3 -u " + (scratch / "server.py") + " {port}", "--rounds", "1",
                "--protocol", "rounds", "--lap-ms", "5", "--out", scratch / scenario});
  };
  EXPECT_EQ(measured("many-clients").exit_code, 0);
  const Result result = measured("many-clients-40");
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, HasSubstr("wrong response to kind 7 of client: body differs from byte 7 on"));
}

TEST(Set, ChoosesAndThePlanShowsWhatIsLeftAndForHowLong) {
  const Result all = run(on_pair("plan", {"incoming-headers", "--budget", "30s"}));
  EXPECT_THAT(all.out, AllOf(HasSubstr("4 configurations"), HasSubstr("about 2 min in all"),
                             HasSubstr("\nincoming-headers w=0 read=0 connections=50"),
                             HasSubstr("\nincoming-headers w=6 read=1 connections=50")));
  const Result one = run(on_pair("plan", {"incoming-headers", "--set", "w=6", "--set", "read=0", "--budget", "30s"}));
  EXPECT_THAT(one.out, AllOf(HasSubstr("1 configuration "), HasSubstr("about 30 s in all"),
                             HasSubstr("\nincoming-headers w=6 read=0"), Not(HasSubstr("w=0"))));
  const Result either = run(on_pair("plan", {"headers", "set-header", "--set", "n=10", "--set", "n=50"}));
  EXPECT_THAT(either.out, AllOf(HasSubstr("5 configurations"), HasSubstr("\nset-header connections=50"))) << either.err;
}

TEST(Set, IsRefusedWithASuggestion) {
  expect_refused(run(on_pair("plan", {"simple", "--set", "lem=4"})), {"--set", "'lem'", "did you mean 'len'?"});
  expect_refused(run(on_pair("plan", {"simple", "--set", "len=1025"})), {"--set", "'1025'", "did you mean '1024'?"});
  expect_refused(run(on_pair("plan", {"simple", "--set", "len"})), {"--set", "'len' is not NAME=VALUE"});
  expect_refused(run(on_pair("plan", {"set-header", "--set", "len=4"})), {"--set", "'len'", "hotlap list scenarios"});
  expect_refused(run(on_pair("plan", {"headers", "--set", "n=10", "--set", "len=100"})),
                 {"no scenario left to run", "--set n=10 --set len=100"});
}

TEST(Grid, RefusesALoadThatWouldMakeItsConfigurationsAlike) {
  expect_refused(run(on_pair("plan", {"simple", "--connections", "10"})), {"--connections", "simple", "--set c=VALUE"});
  expect_refused(run(on_pair("plan", {"many-clients-40", "--connections", "39"})),
                 {"--connections", "40 kinds", "at least 40"});
  expect_refused(run(on_pair("plan", {"many-clients-40", "--load", "wrk", "--protocol", "rounds"})),
                 {"--load", "another kind of request"});
}

TEST(List, ShowsTheParametersOfScenarios) {
  EXPECT_THAT(run({"list", "scenarios"}).out,
              HasSubstr("48 configurations: type=bytes|buffer len=4|1024|102400 chunks=1|4 c=50|500 chunked=1|0\n"));
}

}  // namespace
}  // namespace hotlap::end_to_end
