// Tests of the verdict rules and of the sentences that carry them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/compare/fake_record.h"

namespace hotlap::compare {
namespace {

using core::Better;
using core::Pooling;
using core::Role;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

Comparison of_cpu(const std::vector<double>& changes, const Policy& policy = {}) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes(changes);
  return compare(fake.record, policy);
}

Policy margin(double percent) {
  Policy policy;
  policy.margin_percent = percent;
  return policy;
}

TEST(Verdict, IsARegressionWhenTheWholeIntervalIsBeyondTheMargin) {
  const Comparison result = of_cpu(noisy(0.10, 0.01, 12));
  EXPECT_EQ(result.verdict, Verdict::regression);
  EXPECT_TRUE(result.trusted);
  EXPECT_EQ(result.headline, "new is 10.5 % dearer per request (95 % interval 9.9 to 11.1 %)");
  const Row& row = result.rows[0];
  EXPECT_NEAR(*row.change_percent, 100 * std::expm1(0.10), 1e-9);
  EXPECT_EQ(row.p_adjusted, row.p);
  EXPECT_EQ(row.rounds, 12u);
  EXPECT_EQ(row.welch.stars, 3);
}

TEST(Verdict, IsAnImprovementOnTheGoodSide) {
  const Comparison result = of_cpu(noisy(-0.206, 0.02, 12));
  EXPECT_EQ(result.verdict, Verdict::improvement);
  EXPECT_EQ(result.headline, "new is 18.6 % cheaper per request (95 % interval 17.7 to 19.5 %)");
}

TEST(Verdict, FollowsTheDirectionOfTheMetric) {
  FakeRecord fake(false);
  fake.configuration("hello").throughput().metric("peak_rss", Pooling::per_round);
  for (const double noise : noisy(0, 0.01, 12)) {
    fake.round({{"throughput", {1000, 1203 * (1 + noise)}}, {"peak_rss", {100, 103.1 * (1 + noise / 10)}}});
  }
  const Comparison result = compare(fake.record, {});
  EXPECT_EQ(row_of(result, "throughput").verdict, Verdict::improvement);
  EXPECT_THAT(row_of(result, "throughput").sentence, StartsWith("new answers 20.3 % more requests per second (95 % "));
  EXPECT_EQ(row_of(result, "peak_rss").verdict, Verdict::regression);
  EXPECT_THAT(row_of(result, "peak_rss").sentence, StartsWith("peak_rss is 3.10 % higher (95 % interval 3.0"));
  EXPECT_EQ(result.verdict, Verdict::regression);
  EXPECT_EQ(result.headline, row_of(result, "peak_rss").sentence);
}

TEST(Verdict, IsEquivalentWhenTheInnerIntervalLiesInsideTheMargin) {
  const Comparison result = of_cpu(noisy(0.001, 0.012, 12));
  EXPECT_EQ(result.verdict, Verdict::equivalent);
  EXPECT_THAT(result.headline, StartsWith("cpu: no difference beyond 2 %: change +0.1"));
  EXPECT_THAT(result.headline, HasSubstr("(90 % interval -"));
}

TEST(Verdict, SaysThatASignificantChangeIsSmallerThanTheMargin) {
  const Comparison result = of_cpu(noisy(0.01, 0.004, 12));
  EXPECT_EQ(result.verdict, Verdict::equivalent);
  EXPECT_THAT(result.rows[0].sentence, StartsWith("no difference beyond 2 %: new is 1.0"));
  EXPECT_THAT(result.rows[0].sentence, HasSubstr("significant but smaller than the margin"));
}

TEST(Verdict, IsInconclusiveWhenSignificantButNotClearOfTheMargin) {
  const Comparison result = of_cpu(noisy(0.022, 0.01, 12));
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_THAT(result.rows[0].sentence, HasSubstr("significant, but not clearly beyond the margin of 2 %"));
}

TEST(Verdict, IsInconclusiveWithWhatWouldBeSeenAndHowLongItTakes) {
  const Comparison result = of_cpu(noisy(-0.004, 0.06, 12));
  const Row& row = result.rows[0];
  EXPECT_EQ(row.verdict, Verdict::inconclusive);
  EXPECT_THAT(row.sentence, StartsWith("no verdict: change -0.4 % (95 % interval -"));
  EXPECT_THAT(row.sentence, HasSubstr(" % would be seen with 80 % power; about "));
  EXPECT_THAT(row.sentence, HasSubstr(" s would resolve 2 %"));
  const core::Value deviation = stats::standard_deviation(noisy(-0.004, 0.06, 12));
  EXPECT_NEAR(*row.detectable_percent, 100 * std::expm1(*stats::detectable_effect(deviation, 12, 0.05, 0.8)), 1e-6);
  EXPECT_NEAR(*row.seconds_for_margin, 2 * *stats::values_needed(deviation, std::log1p(0.02), 0.05, 0.8), 1e-6);
}

TEST(Verdict, WithoutAMarginNeedsTheIntervalToExcludeZeroOnly) {
  EXPECT_EQ(of_cpu(noisy(0.01, 0.004, 12), margin(0)).verdict, Verdict::regression);
  const Comparison unclear = of_cpu(noisy(0.001, 0.02, 12), margin(0));
  EXPECT_EQ(unclear.verdict, Verdict::inconclusive);
  EXPECT_THAT(unclear.headline, HasSubstr("would resolve 0.1 %"));
}

TEST(Verdict, OfAFileComparedWithItselfIsEquivalentWithoutAnyStar) {
  for (const double percent : {0.0, 2.0}) {
    const Comparison result = of_cpu(std::vector<double>(8, 0.0), margin(percent));
    EXPECT_EQ(result.verdict, Verdict::equivalent);
    EXPECT_EQ(*result.rows[0].change_percent, 0);
    EXPECT_EQ(*result.rows[0].p, 1);
    EXPECT_EQ(result.rows[0].welch.stars, 0);
    EXPECT_TRUE(result.rows[0].interval_percent.low.present());
  }
}

TEST(Verdict, IsInsufficientWhileNoTestCouldReachAlpha) {
  const Comparison five = of_cpu({0.1, 0.1001, 0.1002, 0.1003, 0.1004});
  EXPECT_EQ(five.verdict, Verdict::insufficient);
  EXPECT_THAT(five.headline, StartsWith("cpu: too few rounds for a verdict: 5 of the 6 it needs; change +10.5"));
  EXPECT_EQ(of_cpu({0.1, 0.1001, 0.1002, 0.1003, 0.1004, 0.1005}).verdict, Verdict::regression);
}

TEST(Verdict, OfOneRoundIsAPointEstimateOnly) {
  const Comparison result = of_cpu({0.2});
  EXPECT_EQ(result.verdict, Verdict::insufficient);
  EXPECT_TRUE(result.rows[0].change_percent.present());
  EXPECT_FALSE(result.rows[0].p.present());
  EXPECT_FALSE(result.rows[0].interval_percent.low.present());
}

TEST(Verdict, OfNoRoundSaysSo) {
  const Comparison result = of_cpu({});
  EXPECT_EQ(result.verdict, Verdict::insufficient);
  EXPECT_EQ(result.rows[0].absent_reason, "no complete round");
  EXPECT_EQ(result.headline, "cpu: no figure: no complete round");
}

TEST(Verdict, NeedsMoreRoundsWhenMoreRowsDecide) {
  FakeRecord fake(false);
  fake.configuration("hello")
      .cpu()
      .metric("peak_rss", Pooling::per_round)
      .metric("bytes", Pooling::per_round, Role::informs);
  for (const double change : noisy(0.1, 0.001, 6)) {
    const double after = 100 * std::exp(change);
    fake.round({{"cpu", {100, after}}, {"peak_rss", {100, after}}, {"bytes", {100, after}}});
  }
  const Comparison result = compare(fake.record, {});
  EXPECT_EQ(row_of(result, "cpu").verdict, Verdict::insufficient);
  EXPECT_THAT(row_of(result, "cpu").sentence, HasSubstr("6 of the 7 it needs"));
  EXPECT_EQ(row_of(result, "bytes").verdict, Verdict::regression) << "an informing row is not adjusted";
  EXPECT_EQ(row_of(result, "bytes").p_adjusted.reason(), "informs only");
  EXPECT_DOUBLE_EQ(*row_of(result, "cpu").p_adjusted, 2 * *row_of(result, "cpu").p);
  EXPECT_DOUBLE_EQ(*row_of(result, "cpu").q_displayed, *row_of(result, "cpu").p);
}

TEST(Verdict, HolmCanTakeASignificantRowBack) {
  FakeRecord fake(false);
  fake.configuration("hello").cpu();
  for (const char* id : {"a", "b", "c", "d", "e", "f", "g"}) fake.metric(id, Pooling::per_round);
  const std::vector<double> weak = noisy(0.0105, 0.018, 16);
  const std::vector<double> none = noisy(0.0005, 0.02, 16);
  for (std::size_t i = 0; i < weak.size(); ++i) {
    std::map<std::string, PerArm> values{{"cpu", {100, 100 * std::exp(weak[i])}}};
    for (const char* id : {"a", "b", "c", "d", "e", "f", "g"}) values[id] = {100, 100 * std::exp(none[i])};
    fake.round(values);
  }
  const Row with_others = compare(fake.record, margin(0)).rows[0];
  EXPECT_LT(*with_others.p, 0.05);
  EXPECT_GT(*with_others.p_adjusted, 0.05);
  EXPECT_EQ(with_others.verdict, Verdict::inconclusive);
  Policy alone = margin(0);
  alone.decide = {"cpu"};
  EXPECT_EQ(row_of(compare(fake.record, alone), "cpu").verdict, Verdict::regression);
}

TEST(Verdict, OfInformingRowsNeverReachesTheOverallVerdict) {
  FakeRecord fake(false);
  fake.configuration("hello").metric("peak_rss", Pooling::per_round, Role::informs).cpu();
  for (const double noise : noisy(0, 0.001, 8)) {
    fake.round({{"cpu", {100, 100 * std::exp(noise)}}, {"peak_rss", {100, 200 * (1 + noise)}}});
  }
  const Comparison result = compare(fake.record, {});
  EXPECT_EQ(row_of(result, "peak_rss").verdict, Verdict::regression);
  EXPECT_EQ(result.verdict, Verdict::equivalent);
  EXPECT_EQ(result.rows[0].metric.id, "cpu") << "deciding rows come first";
}

TEST(Verdict, WithoutADecidingRowIsInsufficient) {
  FakeRecord fake;
  fake.configuration("hello").metric("cpu", Pooling::per_request, Role::informs).cpu_changes(noisy(0.1, 0.001, 8));
  const Comparison result = compare(fake.record, {});
  EXPECT_EQ(result.verdict, Verdict::insufficient);
  EXPECT_EQ(result.headline, "no verdict: no metric of this record decides");
}

TEST(Verdict, OfAnExactMetricKnowsTheSizeAndNeedsNoTest) {
  FakeRecord fake(false);
  fake.configuration("hello").metric("allocations", Pooling::per_request, Role::decides, Better::lower, true);
  fake.round({{"allocations", {100, 101}}}).round({{"allocations", {100, 101}}});
  const Comparison strict = compare(fake.record, margin(0));
  EXPECT_EQ(strict.verdict, Verdict::regression);
  EXPECT_EQ(strict.headline, "allocations is exactly 1.00 % higher (100 to 101)");
  EXPECT_FALSE(strict.rows[0].p.present());
  EXPECT_EQ(strict.expected_false_positives[0], 0);
  EXPECT_EQ(compare(fake.record, margin(2)).verdict, Verdict::regression) << "a margin is for what scatters";
}

TEST(Verdict, OfAnExactMetricThatScattersIsJudgedLikeAnyOther) {
  FakeRecord fake(false);
  fake.configuration("hello").metric("allocations", Pooling::per_request, Role::decides, Better::lower, true);
  for (int i = 0; i < 4; ++i) {
    fake.round({{"allocations", {100, 101}}}).round({{"allocations", {101, 102}}});
  }
  const Comparison result = compare(fake.record, margin(2));
  EXPECT_EQ(result.verdict, Verdict::equivalent) << "within the margin";
  EXPECT_TRUE(result.rows[0].p.present());
  EXPECT_THAT(codes(result.rows[0].warnings), testing::Contains("not_deterministic"));
}

TEST(Rows, OfAMetricThatOnlySomeConfigurationsCarryAreTheirs) {
  FakeRecord fake(false);
  fake.metric("time").metric("bytes", Pooling::per_request, Role::informs, Better::lower, true);
  fake.configuration("with").round({{"time", {10, 10}}, {"bytes", {1, 1}}});
  fake.configuration("without").round({{"time", {10, 10}}});
  std::vector<std::string> rows;
  for (const Row& row : compare(fake.record, {}).rows) rows.push_back(row.scenario + " " + row.metric.id);
  EXPECT_THAT(rows, testing::ElementsAre("with time", "with bytes", "without time"));
}

TEST(Sentence, OfTimeSaysTime) {
  FakeRecord fake(false);
  fake.configuration("row").metric("time");
  for (const double change : noisy(-0.2, 0.001, 8)) fake.round({{"time", {1000, 1000 * std::exp(change)}}});
  EXPECT_THAT(compare(fake.record, {}).headline, testing::StartsWith("new takes 18.1"));
  EXPECT_THAT(compare(fake.record, {}).headline, testing::HasSubstr("less time per iteration"));
}

TEST(Verdict, OfAnExactMetricThatIsEqualSaysSo) {
  FakeRecord fake;
  fake.configuration("hello").metric("bytes", Pooling::per_round, Role::decides, Better::lower, true);
  fake.round({{"bytes", {153, 153, 153}}});
  const Comparison result = compare(fake.record, margin(0));
  EXPECT_EQ(result.verdict, Verdict::equivalent);
  EXPECT_EQ(result.headline, "bytes is equal: 153 in every round");
}

TEST(Verdict, OfAnExactMetricFromZeroHasNoPercentage) {
  FakeRecord fake(false);
  fake.configuration("hello").metric("allocations", Pooling::per_request, Role::decides, Better::lower, true);
  fake.round({{"allocations", {0, 5}}});
  const Comparison result = compare(fake.record, {});
  EXPECT_EQ(result.verdict, Verdict::regression);
  EXPECT_EQ(result.headline, "allocations went from 0 to 5");
  EXPECT_EQ(result.rows[0].change_percent.reason(), "no percentage: old is 0");
}

TEST(Verdict, OfAnExactMetricThatVariesFallsBackToTheTestAloud) {
  FakeRecord fake(false);
  fake.configuration("hello").metric("allocations", Pooling::per_request, Role::decides, Better::lower, true);
  for (const double noise : noisy(0.1, 0.001, 8)) fake.round({{"allocations", {100, 100 * std::exp(noise)}}});
  const Comparison result = compare(fake.record, {});
  EXPECT_EQ(result.verdict, Verdict::regression);
  EXPECT_TRUE(result.rows[0].p.present());
  EXPECT_THAT(codes(result.rows[0].warnings), Contains("not_deterministic"));
}

TEST(Verdict, OfZeroInBothBuildsIsEquivalentForAnyMetric) {
  FakeRecord fake;
  fake.configuration("hello").cpu().round({{"cpu", {0, 0, 0}}}).round({{"cpu", {0, 0, 0}}});
  EXPECT_EQ(compare(fake.record, {}).verdict, Verdict::equivalent);
}

TEST(Verdict, OfAZeroBaselineIsAbsentWithAReason) {
  FakeRecord fake(false);
  fake.configuration("hello").cpu();
  for (int i = 0; i < 8; ++i) fake.round({{"cpu", {0, 5}}});
  const Row row = compare(fake.record, {}).rows[0];
  EXPECT_EQ(row.verdict, Verdict::insufficient);
  EXPECT_EQ(row.absent_reason, "old is 0");
  EXPECT_EQ(row.new_build.mean, core::Value(5.0));
}

TEST(Verdict, LeavesOutARoundWithoutARatioVisibly) {
  FakeRecord fake(false);
  fake.configuration("hello").cpu().cpu_changes(noisy(0.1, 0.001, 8)).round({{"cpu", {0, 5}}});
  const Row row = compare(fake.record, {}).rows[0];
  EXPECT_EQ(row.rounds, 9u);
  EXPECT_EQ(row.verdict, Verdict::regression);
  EXPECT_THAT(codes(row.warnings), Contains("rounds_without_value"));
}

TEST(Verdict, OfAVoidArmIsInvalidInThatConfigurationAndOverall) {
  FakeRecord fake;
  fake.cpu().configuration("one", {{"connections", "50"}}).cpu_changes(noisy(-0.2, 0.001, 8));
  fake.event(record::EventKind::void_arm, "exited with status 3");
  fake.configuration("two").cpu_changes(noisy(-0.2, 0.001, 8));
  const Comparison result = compare(fake.record, {});
  EXPECT_EQ(result.verdict, Verdict::invalid);
  EXPECT_EQ(result.rows[0].verdict, Verdict::invalid);
  EXPECT_EQ(result.rows[1].verdict, Verdict::improvement);
  EXPECT_EQ(result.headline, "invalid: new broke in round 9 of one connections=50: exited with status 3");
  ASSERT_EQ(result.void_arms.size(), 1u);
  EXPECT_EQ(result.void_arms[0].round, 8);
}

TEST(Verdict, OfSeveralConfigurationsIsTheWorst) {
  FakeRecord fake;
  fake.cpu().configuration("better").cpu_changes(noisy(-0.2, 0.001, 8));
  fake.configuration("worse", {{"connections", "50"}}).cpu_changes(noisy(0.2, 0.001, 8));
  const Comparison result = compare(fake.record, {});
  EXPECT_EQ(result.verdict, Verdict::regression);
  EXPECT_THAT(result.headline, StartsWith("worse connections=50: new is 22.1"));
  EXPECT_THAT(result.headline, HasSubstr("(deciding rows: 1 regression, 1 improvement)"));
  EXPECT_NEAR(result.expected_false_positives[0], 0.1, 1e-12);
  EXPECT_NEAR(result.expected_false_positives[2], 0.002, 1e-12);
}

TEST(Verdict, OfASingleBuildIsItsValues) {
  FakeRecord fake = FakeRecord::single();
  fake.configuration("hello").cpu();
  for (const double noise : noisy(0, 0.01, 12)) fake.round({{"cpu", {24000 * (1 + noise)}}});
  const Comparison result = compare(fake.record, {});
  EXPECT_TRUE(result.single);
  const Row& row = result.rows[0];
  EXPECT_EQ(row.old_build.n, 12u);
  EXPECT_NEAR(*row.old_build.mean, 24000, 1e-6);
  EXPECT_NEAR(*row.interval_percent.low, -*row.interval_percent.high, 1e-12);
  EXPECT_EQ(row.change_percent.reason(), "one build only");
  EXPECT_THAT(result.headline, StartsWith("cpu 24000 unit (95 % interval +-0."));
}

TEST(Comparison, KnowsWhetherItWasInterruptedAndHowLongItTook) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes({0.0});
  fake.event(record::EventKind::interrupted);
  EXPECT_TRUE(compare(fake.record, {}).interrupted);
  fake.event(record::EventKind::resumed);
  EXPECT_TRUE(compare(fake.record, {}).interrupted) << "resumed, and killed before its end";
  fake.event(record::EventKind::finished);
  EXPECT_FALSE(compare(fake.record, {}).interrupted);
  EXPECT_NEAR(compare(fake.record, {}).seconds, 11 * 0.02, 1e-9);
}

TEST(Comparison, ShowsTheMetricsOfThePolicyAndNamesUnknownOnes) {
  FakeRecord fake;
  fake.configuration("hello").cpu().metric("peak_rss", Pooling::per_round).cpu_changes({0.0});
  Policy policy;
  policy.metrics = {"cpu"};
  policy.decide = {"cpuu"};
  const Comparison result = compare(fake.record, policy);
  ASSERT_EQ(result.rows.size(), 1u);
  EXPECT_EQ(result.rows[0].role, Role::informs);
  EXPECT_THAT(codes(result.warnings), Contains("metric_not_recorded"));
  EXPECT_EQ(result.verdict, Verdict::insufficient);
}

}  // namespace
}  // namespace hotlap::compare
