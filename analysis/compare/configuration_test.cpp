// Tests of what is shown beside the rows: series, latency percentiles, warm-up.
#include <gmock/gmock.h>

#include "analysis/compare/compare.h"
#include "analysis/compare/fake_record.h"

namespace hotlap::compare {
namespace {

using core::Arm;
using core::Value;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Warm-up laps of `cpu`, a value per arm each.
void add_warm_up(FakeRecord& fake, int round, const std::vector<PerArm>& laps, bool capped = false) {
  for (std::size_t pass = 0; pass < laps.size(); ++pass) {
    for (std::size_t arm = 0; arm < laps[pass].size(); ++arm) {
      core::Sample sample;
      sample.kind = core::SampleKind::warmup;
      sample.round = round;
      sample.arm = core::kArms.at(arm);
      sample.block = static_cast<int>(pass);
      sample.position = static_cast<int>(arm);
      sample.values = {{"throughput", 1e9 / laps[pass][arm]}, {"cpu", laps[pass][arm]}};
      if (capped && pass + 1 == laps.size()) sample.marks = {"cap"};
      fake.record.samples.push_back(sample);
    }
  }
}

TEST(SeriesOfARow, AreTheRoundsValuesInTheirOrder) {
  FakeRecord fake;
  fake.configuration("a").cpu().round({{"cpu", {100, 110, 100}}}).round({{"cpu", {200, 210, 190}}});
  const Series series = compare(fake.record, {}).rows.at(0).series;
  EXPECT_THAT(series.rounds, ElementsAre(0, 1));
  EXPECT_THAT(series.values.at(Arm::old_build), ElementsAre(Value(100), Value(200)));
  EXPECT_THAT(series.values.at(Arm::new_build), ElementsAre(Value(110), Value(210)));
  EXPECT_THAT(series.values.at(Arm::control), ElementsAre(Value(100), Value(190)));
  ASSERT_THAT(series.change_percent, SizeIs(2));
  EXPECT_NEAR(*series.change_percent[0], 10, 1e-9);
}

TEST(SeriesOfARow, KeepTheirLengthWhereARoundLacksAValue) {
  FakeRecord fake(false);
  fake.configuration("a").cpu().metric("extra", core::Pooling::per_round, core::Role::informs);
  fake.round({{"cpu", {100, 110}}, {"extra", {1, 2}}}).round({{"cpu", {100, 110}}});
  const Comparison comparison = compare(fake.record, {});
  const Series& series = row_of(comparison, "extra").series;
  EXPECT_THAT(series.values.at(Arm::new_build), ElementsAre(Value(2), Value::absent("not measured")));
  EXPECT_EQ(series.values.count(Arm::control), 0U);
  EXPECT_FALSE(series.change_percent.at(1).present());
}

TEST(SeriesOfARow, AreEmptyBeforeTheFirstRound) {
  FakeRecord fake;
  fake.configuration("a").cpu();
  const Series series = compare(fake.record, {}).rows.at(0).series;
  EXPECT_THAT(series.rounds, IsEmpty());
  EXPECT_THAT(series.values, SizeIs(3));
  EXPECT_THAT(series.values.at(Arm::old_build), IsEmpty());
}

TEST(SeriesOfARow, OfOneBuildHaveNoChange) {
  FakeRecord fake = FakeRecord::single();
  fake.configuration("a").cpu().round({{"cpu", {100}}});
  const Series series = compare(fake.record, {}).rows.at(0).series;
  EXPECT_THAT(series.values, SizeIs(1));
  EXPECT_THAT(series.change_percent, IsEmpty());
}

TEST(SeriesOfARow, HaveNoChangeWhereTheArmsDidNotTakeTurns) {
  FakeRecord fake;
  fake.fixed_order = true;
  fake.configuration("a").cpu().cpu_changes(noisy(0.1, 0.01, 12));
  const Series series = compare(fake.record, {}).rows.at(0).series;
  ASSERT_THAT(series.change_percent, SizeIs(12));
  for (const Value& change : series.change_percent) EXPECT_FALSE(change.present());
}

TEST(LatencyOfAConfiguration, IsTheMeanOfTheRoundsPercentiles) {
  FakeRecord fake(false);
  fake.configuration("a").cpu();
  for (const char* id : {"latency_p50", "latency_p999"}) fake.metric(id, core::Pooling::per_round, core::Role::informs);
  fake.round({{"cpu", {1, 1}}, {"latency_p50", {100, 50}}, {"latency_p999", {1000, 500}}});
  fake.round({{"cpu", {1, 1}}, {"latency_p50", {200, 60}}, {"latency_p999", {3000, 700}}});
  const Latency latency = compare(fake.record, {}).configurations.at(0).latency;
  EXPECT_THAT(latency.percent, ElementsAre(50, 99.9));
  EXPECT_THAT(latency.nanoseconds.at(Arm::old_build), ElementsAre(Value(150), Value(2000)));
  EXPECT_THAT(latency.nanoseconds.at(Arm::new_build), ElementsAre(Value(55), Value(600)));
  EXPECT_EQ(latency.absent_reason, "");
}

TEST(LatencyOfAConfiguration, IsAbsentWithAReason) {
  FakeRecord fake(false);
  fake.configuration("a").cpu().metric("latency_p50", core::Pooling::per_round, core::Role::informs);
  fake.round({{"cpu", {1, 1}}});
  EXPECT_EQ(compare(fake.record, {}).configurations.at(0).latency.absent_reason, "not measured");
  FakeRecord none;
  none.configuration("a").cpu().round({{"cpu", {1, 1, 1}}});
  EXPECT_THAT(compare(none.record, {}).configurations.at(0).latency.absent_reason, HasSubstr("no latencies"));
}

TEST(WarmUpOfAConfiguration, IsTheMedianOverRoundsAsFarAsHalfOfThemCame) {
  FakeRecord fake;
  fake.configuration("a").throughput().cpu();
  for (int i = 0; i < 3; ++i) fake.round({{"cpu", {10, 10, 10}}});
  add_warm_up(fake, 0, {{50, 40, 50}, {30, 20, 30}, {11, 12, 13}});
  add_warm_up(fake, 1, {{70, 60, 50}, {40, 30, 30}});
  add_warm_up(fake, 2, {{60, 50, 50}}, true);
  const WarmUp warm_up = compare(fake.record, {}).configurations.at(0).warm_up;
  EXPECT_EQ(warm_up.metric.id, "cpu");
  EXPECT_THAT(warm_up.rounds, ElementsAre(3, 2));
  EXPECT_THAT(warm_up.values.at(Arm::old_build), ElementsAre(Value(60), Value(35)));
  EXPECT_THAT(warm_up.values.at(Arm::new_build), ElementsAre(Value(50), Value(25)));
  EXPECT_EQ(warm_up.capped_rounds, 1U);
}

TEST(WarmUpOfAConfiguration, IsAbsentWhereNothingWasWarmedUp) {
  FakeRecord fake;
  fake.configuration("a").cpu().round({{"cpu", {10, 10, 10}}});
  EXPECT_THAT(compare(fake.record, {}).configurations.at(0).warm_up.absent_reason, HasSubstr("no warm-up laps"));
  FakeRecord empty;
  empty.configuration("a").cpu();
  EXPECT_EQ(compare(empty.record, {}).configurations.at(0).warm_up.absent_reason, "no complete round");
}

}  // namespace
}  // namespace hotlap::compare
