// Tests of verdicts on servers of known truth, and of the exit codes that were asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::SizeIs;

/// Twice the CPU per request, seven rounds, judged by `cpu` alone: a verdict that no noise of a test machine turns.
/// Without the control, whose veto falls once in a hundred runs by design.
Arguments clear_case(const std::string& old_variant, const std::string& new_variant, const std::string& folder) {
  return {"compare",      "set-header",
          "--old",        command_of(old_variant),
          "--new",        command_of(new_variant),
          "--rounds",     "7",
          "--laps",       "8",
          "--lap-ms",     "3",
          "--metrics",    "cpu",
          "--margin",     "0",
          "--no-control", "--out",
          folder};
}

TEST(Verdict, AServerOfTwiceTheCostIsARegressionAndFailsOnlyWhenAsked) {
  const Scratch scratch;
  const Result result =
      run(joined({clear_case("same", "slow-100", scratch / "run"), {"--fail-on", "regression", "--format", "json"}}));
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  const Json comparison = parsed(result.out);
  EXPECT_EQ(comparison["verdict"], "regression");
  EXPECT_EQ(comparison["trusted"], true);
  ASSERT_THAT(comparison["rows"], SizeIs(1));
  EXPECT_EQ(comparison["rows"][0]["verdict"], "regression");
  EXPECT_GT(comparison["rows"][0]["change_percent"], 0);
  EXPECT_GT(comparison["rows"][0]["interval_percent"][0], 0);

  const Arguments judge = {"judge", scratch / "run", "--margin", "0"};
  EXPECT_EQ(run(judge).exit_code, 0) << "nobody asked it to fail";
  EXPECT_EQ(run(joined({judge, {"--fail-on", "inconclusive"}})).exit_code, 0) << "it is conclusive";
  EXPECT_EQ(run(joined({judge, {"--fail-on", "regression,inconclusive"}})).exit_code, 1);
  EXPECT_EQ(run({"judge", scratch / "run", "--margin", "900%", "--fail-on", "regression,inconclusive"}).exit_code, 0)
      << "a margin makes it a change that does not matter";
}

TEST(Verdict, AClearOneEndsTheRunBeforeItsBudgetAndStaysWhenItIsJudgedAgain) {
  const Scratch scratch;
  Arguments options = clear_case("same", "slow-100", scratch / "run");
  std::replace(options.begin(), options.end(), std::string("--rounds"), std::string("--budget"));
  std::replace(options.begin(), options.end(), std::string("7"), std::string("20s"));
  const Result result = run(joined({options, {"--format", "json"}}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const Json row = parsed(result.out)["rows"][0];
  EXPECT_EQ(row["verdict"], "regression");
  EXPECT_LT(row["looks"]["nominal_p"], 0.01)
      << "it went on to the end of its budget, where nearly all of alpha is spent";
  const Json again = parsed(run({"judge", scratch / "run", "--margin", "0", "--format", "json"}).out)["rows"][0];
  EXPECT_EQ(again["verdict"], "regression");
  EXPECT_EQ(again["p"], row["p"]);
  EXPECT_EQ(again["interval_percent"], row["interval_percent"]);
}

TEST(Verdict, AnImprovementDoesNotFail) {
  const Scratch scratch;
  const Arguments options = {"--fail-on", "regression,inconclusive", "--format", "json"};
  const Result result = run(joined({clear_case("slow-100", "same", scratch / "run"), options}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(parsed(result.out)["verdict"], "improvement");
}

TEST(Verdict, TooFewRoundsAreInsufficientAndFailWhenAsked) {
  const Scratch scratch;
  const Arguments options = {"--fail-on", "inconclusive", "--no-control", "--format", "json"};
  const Result result = run(joined({compare("same", "slow-20", scratch / "run"), kSmall, options}));
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_EQ(parsed(result.out)["verdict"], "insufficient");
}

TEST(Verdict, TooFewRoundsAreNoRegression) {
  const Scratch scratch;
  const Arguments options = {"--fail-on", "regression", "--no-control"};
  EXPECT_EQ(run(joined({compare("same", "slow-20", scratch / "run"), kSmall, options})).exit_code, 0);
}

TEST(Verdict, BothMayBeAskedToFailAtOnce) {
  const Scratch scratch;
  const Arguments both = {"--fail-on", "regression,inconclusive"};
  EXPECT_EQ(run(joined({compare("same", "slow-20", scratch / "few"), kSmall, both})).exit_code, 3);
}

TEST(Verdict, OnlyWhatDecidesDecides) {
  const Scratch scratch;
  const Arguments options = {"--decide", "peak_rss", "--format", "json"};
  const Result result = run(joined({compare("same", "same", scratch / "run"), kSmall, options}));
  for (const Json& row : rows(result)) {
    EXPECT_EQ(row["role"] == "decides", row["metric"] == "peak_rss") << row["metric"];
  }
}

}  // namespace
}  // namespace hotlap::end_to_end
