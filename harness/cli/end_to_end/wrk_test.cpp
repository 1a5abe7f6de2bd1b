// Tests of the external load generator: used only when it is named, and never replaced by another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const Arguments kWrk = {"--protocol", "rounds", "--load", "wrk", "--rounds", "1", "--no-control"};

TEST(Wrk, IsNotReplacedWhereItIsMissing) {
  const Scratch scratch;
  const Start start{.arguments = joined({compare("same", "same", scratch / "run"), kWrk, {"--lap-ms", "1000"}}),
                    .environment = {{"PATH", scratch.path()}}};
  expect_refused(run(start), {"wrk", "install wrk"});
  EXPECT_FALSE(std::filesystem::exists(scratch / "run"));
}

TEST(Wrk, CannotRunLaps) {
  const Scratch scratch;
  expect_refused(run(joined({compare("same", "same", scratch / "run"), kSmall, {"--load", "wrk"}})),
                 {"wrk", "--protocol rounds"});
  EXPECT_FALSE(std::filesystem::exists(scratch / "run"));
}

TEST(Wrk, MeasuresWholeSecondsOnly) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "same", scratch / "run"), kWrk, {"--lap-ms", "1500"}}));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("--lap-ms"), HasSubstr("whole seconds")));
  EXPECT_FALSE(std::filesystem::exists(scratch / "run")) << "nothing was measured, yet a record is left";
}

TEST(Wrk, MeasuresWithLatenciesThatAreAbsentForAReason) {
  const Scratch scratch;
  const Result result = run(joined(
      {compare("same", "same", scratch / "run"), kWrk, {"--lap-ms", "1000", "--format", "json", "--seed", "3"}}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["load"], "wrk");
  EXPECT_THAT(comparison["load_version"].get<std::string>(), StartsWith("wrk "));
  for (const Json& row : comparison["rows"]) {
    const std::string metric = row["metric"];
    for (const char* arm : {"old", "new"}) {
      if (metric.rfind("latency_", 0) == 0) {
        EXPECT_TRUE(row[arm]["mean"].is_null()) << metric;
        EXPECT_NE(row[arm].value("mean_reason", ""), "") << metric;
      }
      if (metric == "throughput" || metric == "cpu") {
        EXPECT_GT(row[arm]["mean"], 0) << metric;
      }
    }
  }
  EXPECT_THAT(schema_problems(read_record(scratch / "run")), IsEmpty());
}

TEST(Wrk, CannotCountRequestsSoThatAColdStartIsAbsentForThatReason) {
  const Scratch scratch;
  const Arguments json_api = {"compare", "json-api", "--old", "reference:before", "--new", "reference:after"};
  const Arguments options = {"--lap-ms", "1000", "--metrics", "cpu,cold_first", "--format", "json", "--out"};
  const Result result = run(joined({json_api, kWrk, options, {scratch / "run"}}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  int seen = 0;
  for (const Json& row : rows(result)) {
    if (row["metric"] != "cold_first") continue;
    ++seen;
    for (const char* arm : {"old", "new"}) {
      EXPECT_TRUE(row[arm]["mean"].is_null());
      EXPECT_EQ(row[arm].value("mean_reason", ""), "wrk does not count its requests");
    }
  }
  EXPECT_EQ(seen, 1);
  EXPECT_THAT(schema_problems(read_record(scratch / "run")), IsEmpty());
}

TEST(Wrk, FindsAServerThatAnswersWrongly) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "status-500", scratch / "run"), kWrk, {"--lap-ms", "1000"}}));
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("arm new"), HasSubstr("500")));
}

TEST(Rounds, WorkWithTheBuiltInClientToo) {
  const Scratch scratch;
  const Arguments options = {"--protocol", "rounds", "--rounds", "2", "--lap-ms", "50", "--format", "json"};
  const Result result = run(joined({compare("same", "same", scratch / "run"), options}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["protocol"], "rounds");
  EXPECT_EQ(comparison["load"], "closed");
  for (const Json& row : comparison["rows"]) {
    if (row["metric"] == "latency_p50") {
      EXPECT_GT(row["new"]["mean"], 0);
    }
  }
  EXPECT_THAT(schema_problems(read_record(scratch / "run")), IsEmpty());
}

}  // namespace
}  // namespace hotlap::end_to_end
