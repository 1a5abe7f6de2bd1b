// Tests of the commands beside compare: run, plan, list, and what each says of itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::SizeIs;

TEST(Run, MeasuresOneServerInEveryFormat) {
  const Scratch scratch;
  for (const std::string format : {"text", "node", "markdown", "csv", "json"}) {
    SCOPED_TRACE(format);
    const Result result = run(joined(
        {{"run", "--server", "fixtures:same", "--out", scratch / format, "--format", format, "--quiet"}, kSmall}));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_NE(result.out, "");
  }
  EXPECT_THAT(schema_problems(read_record(scratch / "json")), IsEmpty());
}

TEST(Run, ComparesNothing) {
  const Scratch scratch;
  const Result result =
      run(joined({{"run", "--server", "fixtures:same", "--out", scratch / "run", "--format", "json"}, kSmall}));
  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["single"], true);
  EXPECT_THAT(comparison["subjects"], SizeIs(1));
  for (const Json& row : comparison["rows"]) EXPECT_TRUE(row["change_percent"].is_null()) << row["metric"];
}

TEST(Run, OfABrokenServerExitsAsAComparisonDoes) {
  const Scratch scratch;
  const Result result = run(joined({{"run", "--server", "fixtures:status-500", "--out", scratch / "run"}, kSmall}));
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("round 1"), HasSubstr("status 500 instead of 200")));
}

TEST(Run, WorksOnTheReferenceServerInEveryScenarioOfIts) {
  const Scratch scratch;
  const Arguments scenarios = {"set-header", "set-header-length", "write-head", "read-two"};
  const Arguments options = {"--metrics", "cpu", "--rounds", "1", "--laps", "1", "--lap-ms", "5", "--format", "json"};
  const Result result =
      run(joined({{"run"}, scenarios, {"--server", "reference:after", "--out", scratch / "run"}, options}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  Arguments measured;
  for (const Json& row : rows(result)) measured.push_back(row["scenario"].get<std::string>());
  EXPECT_THAT(measured, testing::UnorderedElementsAreArray(scenarios));
}

TEST(Run, WithoutAScenarioTakesTheDefaultSetOfTheServer) {
  const Scratch scratch;
  const Arguments options = {"--metrics", "cpu", "--rounds", "1", "--laps", "1", "--lap-ms", "5", "--format", "json"};
  const Result result = run(joined({{"run", "--server", "fixtures:same", "--out", scratch / "run"}, options}));
  ASSERT_THAT(rows(result), SizeIs(1));
  EXPECT_EQ(rows(result).at(0)["scenario"], "set-header");
}

TEST(Compare, WorksOnTheHotPathsOfTheReferenceServer) {
  const Scratch scratch;
  const Result result = run(joined({{"compare", "set-header", "--old", "reference:before", "--new",
                                     "reference:before+header-store=shape", "--out", scratch / "run"},
                                    kSmall}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("set-header"));
}

TEST(Compare, TakesTurnsBetweenConfigurations) {
  const Scratch scratch;
  const Result result = run(joined({{"compare", "set-header", "write-head", "--old", "reference:before", "--new",
                                     "reference:after", "--no-control", "--out", scratch / "run"},
                                    kSmall}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::vector<std::string> turns;
  for (const Json& event : events(read_record(scratch / "run"), "round_done")) {
    turns.push_back(event["round"].dump() + "." + event["configuration"].dump());
  }
  EXPECT_THAT(turns, ElementsAre("0.0", "0.1", "1.0", "1.1"));
}

class Filter : public testing::Test {
 protected:
  /// The scenarios that the plan of such a comparison names.
  static Arguments planned(const Arguments& options) {
    const Result result = run(joined({{"plan", "--old", "reference:before", "--new", "reference:after"}, options}));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    Arguments found;
    for (const std::string name : {"set-header", "set-header-length", "write-head", "write-head-chunked", "read-two"}) {
      if (result.out.find("\n" + name + " ") != std::string::npos) found.push_back(name);
    }
    return found;
  }
};

TEST_F(Filter, SelectsAmongTheScenariosThatWereNamed) {
  EXPECT_THAT(planned({"set-header", "write-head", "read-two", "--filter", "rea"}), ElementsAre("read-two"));
  EXPECT_THAT(planned({"set-header", "set-header-length", "write-head", "--filter=t-h"}),
              ElementsAre("set-header", "set-header-length"));
}

TEST_F(Filter, SelectsAmongAllThatTheServerServesWhenNoneWasNamed) {
  EXPECT_THAT(planned({"--filter", "write-head"}), ElementsAre("write-head", "write-head-chunked"));
}

TEST(Compare, RunsMeansRounds) {
  const Scratch scratch;
  const Arguments options = {"--runs", "1", "--laps", "1", "--lap-ms", "5"};
  ASSERT_EQ(run(joined({compare("same", "same", scratch / "run"), options})).exit_code, 0);
  EXPECT_EQ(read_record(scratch / "run").header["rounds"], 1);
}

TEST(Compare, OverridesOfTheScenarioAreMeasuredAndRecorded) {
  const Scratch scratch;
  const Arguments options = {"--connections", "3", "--pipeline", "4"};
  const Result result = run(joined({compare("same", "same", scratch / "run"), kSmall, options}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json parameters = read_record(scratch / "run").header["configurations"][0]["parameters"];
  EXPECT_EQ(parameters["connections"], "3");
  EXPECT_EQ(parameters["pipeline"], "4");
}

TEST(Compare, WritesItsRecordWhereItWorksWhenTheFolderIsRelative) {
  const Scratch scratch;
  const Start start{.arguments = joined({compare("same", "same", "here"), kSmall}), .folder = scratch.path()};
  EXPECT_EQ(run(start).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(scratch / "here/run.json"));
}

TEST(Plan, PredictsTheDurationAndMeasuresNothing) {
  const Scratch scratch;
  const Start start{.arguments = joined({{"plan", "--old", "fixtures:same", "--new", "fixtures:slow-5"}, kSmall}),
                    .folder = scratch.path()};
  const Result result = run(start);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("2 rounds"), HasSubstr("2 laps of 2 ms"), HasSubstr("about"),
                                HasSubstr("old, new, control"), HasSubstr("fixtures:slow-5"), HasSubstr("set-header")));
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(Plan, StatesTheTotalOfTheBudgets) {
  const Result result = run({"plan", "set-header", "set-header-length", "write-head", "read-two", "--old",
                             "reference:before", "--new", "reference:after", "--budget", "1m"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("4 configurations"), HasSubstr("fit into 60 s")));
  EXPECT_THAT(result.out, AnyOf(HasSubstr("240 s in all"), HasSubstr("4 min")));
}

TEST(Plan, IsTheSameForTheSameSeed) {
  const Arguments plan = {"plan", "--old", "fixtures:same", "--new", "fixtures:slow-5", "--rounds", "3", "--seed", "9"};
  EXPECT_EQ(run(plan).out, run(plan).out);
}

TEST(Plan, OfAnUnknownServerIsRefused) {
  expect_refused(run({"plan", "--old", "fixtures:same", "--new", "fixture:same"}), {"did you mean 'fixtures'"});
}

TEST(List, ShowsEveryRegistry) {
  const Result result = run({"list"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  for (const std::string word :
       {"servers\n", "scenarios\n", "metrics\n", "loads\n", "formats\n", "hot-paths\n", "  node ", "  reference ",
        "  fixtures ", "  set-header ", "  read-two ", "  cpu ", "  throughput ", "  closed ", "  wrk ", "  markdown ",
        "  header-store ", "dictionary", "shape"}) {
    EXPECT_THAT(result.out, HasSubstr(word));
  }
}

TEST(List, ShowsOnlyTheRegistryThatWasAskedFor) {
  EXPECT_THAT(run({"list", "formats"}).out, AllOf(HasSubstr("  json "), Not(HasSubstr("set-header"))));
}

TEST(List, OfSomethingUnknownNamesWhatThereIs) {
  expect_refused(run({"list", "scenario"}), {"'scenario'", "scenarios"});
}

TEST(Help, IsGivenForEveryCommand) {
  for (const std::string command : {"compare", "run", "judge", "plan", "list"}) {
    const Result result = run({command, "--help"});
    EXPECT_EQ(result.exit_code, 0) << command;
    EXPECT_EQ(result.err, "") << command;
    EXPECT_THAT(result.out, HasSubstr("--help")) << command;
  }
  EXPECT_THAT(run({"--help"}).out, AllOf(HasSubstr("compare"), HasSubstr("judge"), HasSubstr("list")));
}

TEST(Help, NamesEveryOptionOfTheContractThatIsThereByNow) {
  const std::string help = run({"compare", "--help"}).out;
  for (const std::string option :
       {"--old",      "--new",     "--old-arg", "--new-arg",     "--old-env",     "--new-env",
        "--protocol", "--load",    "--budget",  "--rounds",      "--runs",        "--filter",
        "--set",      "--laps",    "--lap-ms",  "--connections", "--pipeline",    "--margin",
        "--alpha",    "--metrics", "--decide",  "--server-cpus", "--client-cpus", "--no-control",
        "--seed",     "--out",     "--resume",  "--format",      "--fail-on",     "--quiet"}) {
    EXPECT_THAT(help, HasSubstr(option));
  }
}

TEST(Version, IsOneLine) {
  const Result result = run({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, MatchesRegex("hotlap [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

}  // namespace
}  // namespace hotlap::end_to_end
