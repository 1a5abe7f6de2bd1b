// What a cold server costs: measured where a scenario asks for it, and nowhere else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

const Arguments kPair = {"--old", "reference:before", "--new", "reference:after", "--no-control"};

/// Scenario and metric of the rows of cold starts.
std::map<std::pair<std::string, std::string>, Json> cold_rows(const Json& rows) {
  std::map<std::pair<std::string, std::string>, Json> found;
  for (const Json& row : rows) {
    const std::string metric = row["metric"];
    if (metric.starts_with("cold_")) found[{row["scenario"], metric}] = row;
  }
  return found;
}

class ColdStartsOf : public testing::TestWithParam<const char*> {};

TEST_P(ColdStartsOf, HaveTheirThreeRowsInTheScenarioThatAsksForThemAlone) {
  const Scratch scratch;
  const Arguments rounds = {"--protocol", GetParam(), "--rounds", "2", "--lap-ms", "5", "--format", "json"};
  const Result result = run(joined({{"compare", "json-api", "set-header"}, kPair, rounds, {"--out", scratch / "run"}}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(comparison_problems(parsed(result.out)), IsEmpty());
  const RecordOnDisk record = read_record(scratch / "run");
  EXPECT_THAT(schema_problems(record), IsEmpty());
  const auto found = cold_rows(rows(result));
  EXPECT_THAT(found, SizeIs(3));
  for (const char* metric : {"cold_first", "cold_slowest", "cold_rest"}) {
    const auto row = found.find({"json-api", metric});
    ASSERT_NE(row, found.end()) << metric;
    EXPECT_EQ(row->second["role"], "informs") << metric;
    EXPECT_EQ(row->second["unit"], "ns/request");
    for (const char* arm : {"old", "new"}) {
      EXPECT_EQ(row->second[arm]["n"], 2) << metric;
      EXPECT_GT(row->second[arm]["mean"], 0) << metric;
    }
  }
  for (const Json& done : events(record, "round_done")) {
    EXPECT_EQ(done["durations"].contains("cold"), done["configuration"] == 0);
  }
  for (const std::string format : {"text", "csv"}) {
    EXPECT_THAT(run({"judge", scratch / "run", "--format", format}).out, HasSubstr("cold_slowest")) << format;
  }
}

INSTANTIATE_TEST_SUITE_P(Protocols, ColdStartsOf, testing::Values("laps", "rounds"),
                         [](const auto& one) { return std::string(one.param); });

TEST(ColdStarts, DecideWhenTheyAreNamed) {
  const Scratch scratch;
  const Result result = run(joined({{"compare", "json-api"},
                                    kPair,
                                    kTiny,
                                    {"--decide", "cold_first", "--format", "json", "--out", scratch / "run"}}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const Json& row : rows(result)) {
    EXPECT_EQ(row["role"], row["metric"] == "cold_first" ? "decides" : "informs") << row["metric"];
  }
}

TEST(ColdStarts, OfScenariosWithoutThemAreNotMeasuredAndNotInTheRecord) {
  const Scratch scratch;
  ASSERT_EQ(run(joined({compare("same", "same", scratch / "run"), kTiny})).exit_code, 0);
  for (const Json& metric : read_record(scratch / "run").header["metrics"]) {
    EXPECT_THAT(metric["id"].get<std::string>(), Not(HasSubstr("cold")));
  }
  for (const char* option : {"--metrics", "--decide"}) {
    expect_refused(run(joined({compare("same", "same", scratch / "other"), kTiny, {option, "cold_first"}})),
                   {"cold_first", option, "[cold]"});
  }
  EXPECT_FALSE(std::filesystem::exists(scratch / "other"));
}

TEST(ColdStarts, NeedARequestForEveryConnection) {
  const Scratch scratch;
  const Arguments out = {"--out", scratch / "run"};
  expect_refused(run(joined({{"compare", "json-api"}, kPair, kTiny, {"--connections", "257"}, out})),
                 {"json-api", "256 requests", "--connections"});
  expect_refused(run(joined({{"compare", "json-api"}, kPair, kTiny, {"--pipeline", "17"}, out})),
                 {"json-api", "256 requests", "--pipeline"});
}

}  // namespace
}  // namespace hotlap::end_to_end
