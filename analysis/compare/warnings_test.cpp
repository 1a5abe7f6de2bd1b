// Tests of order, saturation, series and run warnings, and of the control's veto.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/compare/fake_record.h"

namespace hotlap::compare {
namespace {

using core::Pooling;
using core::Role;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

const core::Warning& warning_of(const std::vector<core::Warning>& warnings, std::string_view code) {
  for (const core::Warning& warning : warnings) {
    if (warning.code == code) return warning;
  }
  throw std::logic_error("no such warning");
}

/// Microseconds that a clock of so many counts.
std::vector<double> ticks(double step, const std::vector<double>& values) {
  std::vector<double> read;
  for (const double value : values) read.push_back(step * std::round(value / step));
  return read;
}

Row row_of(const std::vector<double>& old_values, const std::vector<double>& new_values, double margin) {
  FakeRecord fake(false);
  fake.configuration("hello").cpu();
  for (std::size_t i = 0; i < old_values.size(); ++i) fake.round({{"cpu", {old_values[i], new_values[i]}}});
  return compare(fake.record, {.margin_percent = margin}).rows[0];
}

TEST(Clock, ThatCountsInCoarseStepsIsWarnedOf) {
  const std::vector<double> old_values{1001, 1013, 990, 1022, 1007, 985, 1016, 998, 1011, 994, 1004, 1019};
  const std::vector<double> new_values{1009, 999, 1024, 987, 1003, 1018, 992, 1014, 1006, 1021, 996, 1010};
  const Row coarse = row_of(ticks(10, old_values), ticks(10, new_values), 2);
  const core::Warning& warning = warning_of(coarse.warnings, "coarse_clock");
  EXPECT_THAT(warning.text, HasSubstr("cpu comes in steps of 10 unit, 1.0 % of its value"));
  EXPECT_THAT(codes(row_of(ticks(10, old_values), ticks(10, new_values), 0).warnings), Contains("coarse_clock"));
  EXPECT_THAT(codes(row_of(ticks(10, old_values), ticks(10, new_values), 10).warnings), Not(Contains("coarse_clock")))
      << "a step far below the margin hides nothing that matters";
  EXPECT_THAT(codes(row_of(old_values, new_values, 2).warnings), Not(Contains("coarse_clock")));
}

TEST(Surroundings, ThatChangedWhereARunWentOnAreWarnedOf) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes({0.01, 0.02});
  fake.event(record::EventKind::resumed);
  EXPECT_THAT(codes(compare(fake.record, {}).warnings), Not(Contains("unequal_environments")));
  fake.event(record::EventKind::resumed, "governor was powersave and is performance");
  EXPECT_THAT(warning_of(compare(fake.record, {}).warnings, "unequal_environments").text,
              HasSubstr("governor was powersave and is performance"));
}

TEST(Order, ThatNeverChangesRefusesThePairedAnalysisButNotWelch) {
  FakeRecord fake(false);
  fake.fixed_order = true;
  fake.configuration("hello").cpu().cpu_changes(noisy(0.1, 0.001, 12));
  const Comparison result = compare(fake.record, {});
  const Row& row = result.rows[0];
  EXPECT_EQ(row.verdict, Verdict::insufficient);
  EXPECT_THAT(codes(row.warnings), Contains("order_imbalance"));
  EXPECT_THAT(row.change_percent.reason(), HasSubstr("launch order is not balanced"));
  EXPECT_FALSE(row.p.present());
  EXPECT_EQ(row.welch.stars, 3);
  EXPECT_THAT(result.headline,
              StartsWith("cpu: no verdict: the launch order is not balanced: an arm held one place 12"));
}

TEST(Order, OfLapsMustBeBalancedInEveryRound) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes(noisy(0.1, 0.001, 12));
  for (core::Sample& sample : fake.record.samples) {
    if (sample.kind != core::SampleKind::lap || sample.round != 4) continue;
    sample.position = static_cast<int>(sample.arm);
  }
  const Row row = compare(fake.record, {}).rows[0];
  EXPECT_THAT(row.change_percent.reason(), StartsWith("the lap order of round 4 is not balanced"));
}

TEST(Order, OfAnyNumberOfRoundsFromRotationsIsBalanced) {
  for (int rounds = 6; rounds < 12; ++rounds) {
    FakeRecord fake;
    fake.configuration("hello").cpu().cpu_changes(std::vector<double>(static_cast<std::size_t>(rounds), 0.0));
    EXPECT_THAT(compare(fake.record, {}).rows[0].warnings, IsEmpty()) << rounds;
  }
}

TEST(Order, ThatIsNotRecordedCountsAsUnbalanced) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes(noisy(0.1, 0.001, 12));
  std::erase_if(fake.record.samples, [](const core::Sample& s) { return s.kind == core::SampleKind::round; });
  EXPECT_THAT(compare(fake.record, {}).rows[0].change_percent.reason(), HasSubstr("does not say in which order"));
}

FakeRecord with_busy(double server, double client) {
  FakeRecord fake;
  fake.configuration("hello").throughput().cpu();
  for (const double noise : noisy(0.1, 0.001, 8)) {
    const double after = 1000 * std::exp(noise);
    fake.round({{"throughput", {1000, after, 1000}},
                {"cpu", {1000, after, 1000}},
                {"server_busy", {server, server, server}},
                {"client_busy", {client, client, client}}});
  }
  return fake;
}

TEST(Saturation, OfTheServerLetsThroughputDecide) {
  const Comparison result = compare(with_busy(0.97, 0.5).record, {});
  EXPECT_EQ(result.rows[0].metric.id, "throughput");
  EXPECT_EQ(result.rows[0].role, Role::decides);
  EXPECT_THAT(result.rows[0].warnings, IsEmpty());
  EXPECT_THAT(result.warnings, IsEmpty());
}

TEST(Saturation, MissingAtTheServerMakesThroughputInformOnly) {
  const Comparison result = compare(with_busy(0.6, 0.5).record, {});
  EXPECT_EQ(result.rows[0].metric.id, "cpu");
  const Row& row = row_of(result, "throughput");
  EXPECT_EQ(row.role, Role::informs);
  EXPECT_DOUBLE_EQ(warning_of(row.warnings, "server_not_saturated").numbers[0].second, 0.6);
  EXPECT_THAT(warning_of(row.warnings, "server_not_saturated").text, HasSubstr("60 % busy"));
}

TEST(Saturation, DoesNotOverruleAPolicyThatNamesThroughput) {
  Policy policy;
  policy.decide = {"throughput"};
  const Row row = row_of(compare(with_busy(0.6, 0.5).record, policy), "throughput");
  EXPECT_EQ(row.role, Role::decides);
  EXPECT_THAT(codes(row.warnings), Contains("server_not_saturated"));
}

TEST(Saturation, ThatIsNotRecordedIsSaid) {
  FakeRecord fake;
  fake.configuration("hello").throughput().round({{"throughput", {1, 2, 1}}});
  EXPECT_THAT(codes(compare(fake.record, {}).rows[0].warnings), ElementsAre("server_load_unknown"));
}

TEST(Saturation, OfTheClientIsAWarningOfTheRun) {
  const Comparison result = compare(with_busy(0.97, 0.99).record, {});
  EXPECT_THAT(warning_of(result.warnings, "client_saturated").text, HasSubstr("99 % busy in hello"));
}

/// Rounds of cpu with these values of old; new 10 % above, control equal.
FakeRecord with_old(const std::vector<double>& old_values) {
  FakeRecord fake;
  fake.configuration("hello").cpu();
  for (const double value : old_values) fake.round({{"cpu", {value, 1.1 * value, value}}});
  return fake;
}

TEST(Series, ThatDriftsIsNamedWithItsSize) {
  std::vector<double> drifting;
  for (int i = 0; i < 12; ++i) drifting.push_back(1000 * (1 + 0.005 * i) + (i % 3));
  const Row row = compare(with_old(drifting).record, {}).rows[0];
  EXPECT_NEAR(warning_of(row.warnings, "drift").numbers[0].second, 5.4, 0.1);
  EXPECT_EQ(row.verdict, Verdict::regression) << "pairing cancels the drift";
}

TEST(Series, WithTwoModesIsNamedWithTheirDistance) {
  std::vector<double> modes;
  for (int i = 0; i < 20; ++i) modes.push_back((i % 5 == 0 ? 1080 : 1000) + i % 3);
  const Row row = compare(with_old(modes).record, {}).rows[0];
  const auto& warning = warning_of(row.warnings, "two_modes");
  EXPECT_NEAR(warning.numbers[0].second, 8, 0.1);
  EXPECT_EQ(warning.numbers[1].second, 16);
  EXPECT_EQ(warning.numbers[2].second, 4);
}

TEST(Series, WithARoundFarOutNamesItAndKeepsIt) {
  std::vector<double> changes = noisy(0, 0.01, 20);
  changes[7] = 0.5;
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes(changes);
  const Row row = compare(fake.record, {}).rows[0];
  EXPECT_THAT(warning_of(row.warnings, "outliers").text, HasSubstr("(number 8)"));
  EXPECT_EQ(row.rounds, 20u);
}

TEST(Series, ThatDriftsLittleOrByChanceIsNotNamed) {
  std::vector<double> little;
  for (int i = 0; i < 12; ++i) little.push_back(1000 * (1 + 0.0005 * i));
  EXPECT_THAT(codes(compare(with_old(little).record, {}).rows[0].warnings), Not(Contains("drift")));
}

TEST(Series, WhoseRoundsLeanOnEachOtherIsNamed) {
  std::vector<double> waves;
  for (int i = 0; i < 16; ++i) waves.push_back(i % 8 < 4 ? 0.01 : -0.01);
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes(waves);
  // Waves between two values are two modes as well.
  EXPECT_THAT(codes(compare(fake.record, {}).rows[0].warnings), ElementsAre("autocorrelated", "two_modes"));
}

TEST(Series, WhoseMeanAndMedianPointApartIsNamed) {
  // 20 rounds: the median is clearly below zero, a run of high rounds pulls the mean clearly above.
  std::vector<double> changes(15, -0.001);
  for (int i = 0; i < 5; ++i) changes.push_back(0.1);
  for (std::size_t i = 0; i < 15; ++i) changes[i] -= 1e-5 * static_cast<double>(i);
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes(changes);
  const Row row = compare(fake.record, {}).rows[0];
  ASSERT_GT(*row.interval_percent.low, 0);
  ASSERT_LT(*row.median_interval_percent.high, 0);
  EXPECT_THAT(codes(row.warnings), Contains("analyses_disagree"));
}

TEST(Series, WhosePairedAndUnpairedTestsPointApartIsNamed) {
  // Where old is large new is a little cheaper, where old is small new is several times dearer: ratios and means
  // disagree.
  FakeRecord fake(false);
  fake.configuration("hello").metric("peak_rss", Pooling::per_round);
  for (int i = 0; i < 40; ++i) {
    const double wobble = 1 + 0.001 * (i % 5);
    fake.round({{"peak_rss", i % 2 == 0 ? PerArm{100 * wobble, 45 / wobble} : PerArm{1, 10 * wobble}}});
  }
  const Row row = compare(fake.record, {}).rows[0];
  ASSERT_LT(*row.p, 0.05) << *row.change_percent << " " << *row.welch.improvement_percent;
  ASSERT_LT(*row.welch.p, 0.05);
  EXPECT_THAT(codes(row.warnings), Contains("analyses_disagree"));
}

TEST(Run, CountsDisturbedLapsAndKeepsThem) {
  FakeRecord fake;
  fake.configuration("hello")
      .cpu()
      .cpu_changes(noisy(0.1, 0.001, 8))
      .mark("foreign_cpu", 3)
      .mark("steal", 1)
      .mark("not_idle", 9);
  const Comparison result = compare(fake.record, {});
  const core::Warning& foreign = warning_of(result.warnings, "foreign_cpu");
  EXPECT_THAT(foreign.text, HasSubstr("3 of 72 laps (4.2 %)"));
  EXPECT_THAT(codes(result.warnings), IsSupersetOf({"foreign_cpu", "steal"}));
  EXPECT_EQ(result.rows[0].rounds, 8u);
}

TEST(Run, CountsWarmUpsThatReachedTheCap) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes({0.0, 0.0});
  for (const int round : {0, 1, 7}) {
    for (const core::Arm arm : core::kArms) {
      core::Sample sample;
      sample.kind = core::SampleKind::warmup;
      sample.round = round;
      sample.arm = arm;
      fake.record.samples.push_back(sample);
      if (arm == core::Arm::new_build) sample.marks = {"cap"};
      fake.record.samples.push_back(sample);
    }
  }
  const Comparison result = compare(fake.record, {});
  EXPECT_THAT(warning_of(result.warnings, "warmup_not_finished").text, StartsWith("2 of 6 warm-ups"));
}

TEST(Run, TellsDifferingResponsesTruncationAndWhatTheRecordWarnedOf) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes({0.0});
  fake.event(record::EventKind::difference, "the responses of old and new differ");
  fake.event(record::EventKind::difference, "the responses of old and new differ");
  fake.record.truncated = true;
  fake.record.header.warnings = {{"shared_core", "text", "advice", {}}};
  const Comparison result = compare(fake.record, {});
  EXPECT_THAT(codes(result.warnings), ElementsAre("responses_differ", "record_truncated", "shared_core"));
  EXPECT_EQ(result.warnings[0].text, "hello: the responses of old and new differ");
  EXPECT_TRUE(result.interrupted);
}

TEST(Run, TellsTheSamplingErrorOfTheKernelsSplit) {
  FakeRecord fake;
  fake.configuration("hello").metric("cpu_user", Pooling::per_round, Role::informs);
  fake.round({{"cpu_user", {5, 5, 5}}, {"cpu_user_sampling_error", {0.02, 0.03, 0.04}}});
  EXPECT_NEAR(*compare(fake.record, {}).rows[0].sampling_error_percent, 3, 1e-12);
}

/// New is 20 % cheaper; the control is off by `moved` in log units.
FakeRecord with_control(double moved) {
  FakeRecord fake;
  fake.configuration("hello").cpu();
  for (const double noise : noisy(0, 0.002, 8)) {
    fake.round({{"cpu", {1000, 800 * std::exp(noise / 2), 1000 * std::exp(moved + noise)}}});
  }
  return fake;
}

TEST(Control, ThatStaysLeavesTheRunTrusted) {
  const Comparison result = compare(with_control(0).record, {});
  EXPECT_TRUE(result.trusted);
  EXPECT_EQ(result.verdict, Verdict::improvement);
  ASSERT_TRUE(result.rows[0].control);
  EXPECT_LT(*result.rows[0].control->interval_percent.low, 0);
  EXPECT_GT(*result.rows[0].control->interval_percent.high, 0);
}

TEST(Control, ThatMovesTakesEveryVerdictBackAndIsNamedFirst) {
  const Comparison result = compare(with_control(0.02).record, {});
  EXPECT_FALSE(result.trusted);
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.rows[0].verdict, Verdict::inconclusive);
  EXPECT_EQ(result.warnings[0].code, "control_moved");
  EXPECT_THAT(result.headline,
              StartsWith("untrusted: the A/A control, the same build as old, moved: cpu of hello by +2.0"));
  EXPECT_THAT(result.rows[0].sentence, StartsWith("no verdict, the A/A control moved: change -20."));
}

TEST(Control, OfAnInformingRowAloneIsNoVeto) {
  FakeRecord fake = with_control(0.02);
  fake.record.header.metrics[0].role = Role::informs;
  EXPECT_TRUE(compare(fake.record, {}).trusted);
}

TEST(Control, WithTooManyStarsAmongDecidingRowsIsAVetoThoughNoneMovesAtOnePercent) {
  FakeRecord fake;
  fake.configuration("hello").cpu();
  const std::vector<std::string> others{"a", "b", "c"};
  for (const std::string& id : others) fake.metric(id, Pooling::per_round, Role::decides);
  for (const double noise : noisy(0, 0.002, 8)) {
    std::map<std::string, PerArm> values{{"cpu", {1000, 800, 1000 * std::exp(noise)}}};
    for (const std::string& id : others) values[id] = {100, 100, 100 * std::exp(0.002 + noise)};
    fake.round(values);
  }
  const Comparison result = compare(fake.record, {});
  EXPECT_FALSE(result.trusted);
  EXPECT_THAT(result.headline,
              StartsWith("untrusted: 3 of 4 A/A rows are starred at 5 %, at most 2 are expected: a of"));
}

TEST(Control, DoesNotTakeBackWhatIsInvalidOrInsufficient) {
  FakeRecord fake = with_control(0.02);
  fake.event(record::EventKind::void_arm, "died");
  const Comparison result = compare(fake.record, {});
  EXPECT_FALSE(result.trusted);
  EXPECT_EQ(result.verdict, Verdict::invalid);
  EXPECT_EQ(result.rows[0].verdict, Verdict::invalid);
}

}  // namespace
}  // namespace hotlap::compare
