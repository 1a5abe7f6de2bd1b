// Tests of how laps become a round's figures.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/compare/fake_record.h"

namespace hotlap::compare {
namespace {

using core::Arm;

core::Sample lap(Arm arm, int block, double value, std::uint64_t answered, int milliseconds, const std::string& id) {
  core::Sample sample;
  sample.arm = arm;
  sample.block = block;
  sample.answered = answered;
  sample.elapsed = std::chrono::milliseconds(milliseconds);
  sample.values.emplace_back(id, value);
  return sample;
}

FakeRecord empty(const std::string& id, core::Pooling pooling, bool control) {
  FakeRecord fake(control);
  fake.configuration("hello").metric(id, pooling);
  return fake;
}

TEST(Figures, AreOfCompleteRoundsOnly) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes({0.01, 0.02, 0.03});
  fake.record.events.erase(fake.record.events.begin() + 2);  // the end of round 1; before them stands `finished`
  const auto result = figures(fake.record, 0);
  ASSERT_EQ(result.size(), 2u);
  EXPECT_EQ(result[0].round, 0);
  EXPECT_EQ(result[1].round, 2);
  EXPECT_NEAR(*result[1].change.at("cpu"), 0.03, 1e-12);
}

TEST(Figures, NeverLookAtWarmUpLaps) {
  FakeRecord fake;
  fake.configuration("hello").cpu().cpu_changes({0.01});
  for (core::Sample sample : std::vector(fake.record.samples)) {
    if (sample.kind != core::SampleKind::lap) continue;
    sample.kind = core::SampleKind::warmup;
    sample.values[0].second = 9e9;
    fake.record.samples.push_back(sample);
  }
  EXPECT_NEAR(*figures(fake.record, 0)[0].value.at("cpu").at(Arm::new_build), 1000 * std::exp(0.01), 1e-9);
}

TEST(Figures, PoolCostsByAnswersAndRatesByTime) {
  FakeRecord cost = empty("cpu", core::Pooling::per_request, false);
  cost.record.samples = {lap(Arm::old_build, 0, 10, 100, 1, "cpu"), lap(Arm::old_build, 1, 20, 300, 9, "cpu")};
  cost.record.events = {{}};
  EXPECT_DOUBLE_EQ(*figures(cost.record, 0)[0].value.at("cpu").at(Arm::old_build), 17.5);
  FakeRecord rate = empty("throughput", core::Pooling::per_time, false);
  rate.record.samples = {lap(Arm::old_build, 0, 10, 100, 1, "throughput"),
                         lap(Arm::old_build, 1, 20, 300, 9, "throughput")};
  rate.record.events = {{}};
  EXPECT_DOUBLE_EQ(*figures(rate.record, 0)[0].value.at("throughput").at(Arm::old_build), 19);
}

TEST(Figures, TrimOneFifthOfTheBlocksAtEachEnd) {
  FakeRecord fake = empty("cpu", core::Pooling::per_request, false);
  const std::vector<double> ratios{0.01, 5, 0.02, -7, 0.03};
  for (int block = 0; block < 5; ++block) {
    fake.record.samples.push_back(lap(Arm::old_build, block, 100, 10, 1, "cpu"));
    fake.record.samples.push_back(
        lap(Arm::new_build, block, 100 * std::exp(ratios[static_cast<std::size_t>(block)]), 10, 1, "cpu"));
    fake.record.samples.back().marks = {"not_idle"};
  }
  fake.record.events = {{}};
  EXPECT_NEAR(*figures(fake.record, 0)[0].change.at("cpu"), 0.02, 1e-12);
}

TEST(Figures, TakeBothCopiesOfTheOldBuildAsTheBaseline) {
  FakeRecord fake;
  fake.configuration("hello").cpu().round({{"cpu", {100, 120, 110}}});
  const RoundFigures round = figures(fake.record, 0)[0];
  EXPECT_NEAR(*round.change.at("cpu"), std::log(120) - (std::log(100) + std::log(110)) / 2, 1e-12);
  EXPECT_NEAR(*round.control.at("cpu"), std::log(1.1), 1e-12);
}

/// Laps are disturbed to one side only. Whichever arm's they are, equal arms must come out equal.
TEST(Figures, OfEqualArmsDoNotLeanToOneSideWhenLapsAreSkewed) {
  FakeRecord fake = empty("cpu", core::Pooling::per_request, true);
  int block = 0;
  for (const Arm disturbed : arms_of(fake.record.header)) {
    for (int i = 0; i < 4; ++i, ++block) {
      for (const Arm arm : arms_of(fake.record.header)) {
        fake.record.samples.push_back(lap(arm, block, arm == disturbed ? 130 : 100, 10, 1, "cpu"));
      }
    }
  }
  fake.record.events = {{}};
  const RoundFigures round = figures(fake.record, 0)[0];
  EXPECT_NEAR(*round.change.at("cpu"), 0, 1e-12);
  EXPECT_NEAR(*round.control.at("cpu"), 0, 1e-12);
}

TEST(Figures, SayWhyARatioIsAbsent) {
  FakeRecord fake(false);
  fake.configuration("hello").cpu().metric("peak_rss", core::Pooling::per_round);
  fake.round({{"cpu", {0, 5}}, {"peak_rss", {7, -1}}}).round({{"cpu", {1, 2}}});
  const auto result = figures(fake.record, 0);
  EXPECT_EQ(result[0].change.at("cpu").reason(), "old is 0");
  EXPECT_EQ(result[0].change.at("peak_rss").reason(), "new is below 0");
  EXPECT_EQ(result[1].change.at("peak_rss").reason(), "old: not measured");
  EXPECT_EQ(result[0].value.at("cpu").at(Arm::old_build), core::Value(0.0));
}

TEST(Figures, TakeTheLaterLineOfALapThatWasMadeTwice) {
  FakeRecord fake;
  fake.configuration("hello").cpu().round({{"cpu", {1000, 1500, 1000}}});
  std::vector<core::Sample> again = fake.record.samples;
  for (core::Sample& sample : again) {
    if (sample.arm == Arm::new_build && sample.kind == core::SampleKind::lap) sample.values[0].second = 1100.0;
  }
  fake.record.samples.insert(fake.record.samples.end(), again.begin(), again.end());
  EXPECT_NEAR(*figures(fake.record, 0)[0].change.at("cpu"), std::log(1.1), 1e-12);
}

TEST(Figures, TakeACostThatNoLapCarriesFromTheRoundSamples) {
  FakeRecord fake(false);
  fake.configuration("hello").metric("allocations", core::Pooling::per_round).round({{"allocations", {4, 5}}});
  fake.record.header.metrics[0].pooling = core::Pooling::per_request;
  EXPECT_NEAR(*figures(fake.record, 0)[0].change.at("allocations"), std::log(1.25), 1e-12);
}

TEST(Figures, OfOneLapARoundAreTheRatioOfThatLap) {
  FakeRecord fake = empty("throughput", core::Pooling::per_time, false);
  fake.record.header.protocol = "rounds";
  fake.record.samples = {lap(Arm::old_build, 0, 50, 100, 2000, "throughput"),
                         lap(Arm::new_build, 0, 60, 120, 2000, "throughput")};
  fake.record.events = {{}};
  EXPECT_NEAR(*figures(fake.record, 0)[0].change.at("throughput"), std::log(1.2), 1e-12);
}

}  // namespace
}  // namespace hotlap::compare
