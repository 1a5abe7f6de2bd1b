// Golden values and edges of the paired analysis, on a drifting series whose right answers are known.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

using Doubles = std::vector<double>;

/// 24 slots that drift by 0.5 % each, identical builds.
double slot(int i) { return 100 * (1 + 0.005 * i) * (1 + ((7 * i) % 11 - 5) * 1e-4); }

Doubles pairs(bool swap_every_other) {
  Doubles result;
  for (int k = 0; k < 12; ++k) {
    const double ratio = std::log(slot(2 * k + 1) / slot(2 * k));
    result.push_back(swap_every_other && k % 2 == 1 ? -ratio : ratio);
  }
  return result;
}

double percent(const core::Value& log_ratio) { return 100 * std::expm1(*log_ratio); }

TEST(Paired, OfAFixedOrderMistakesDriftForAChange) {
  const Paired result = paired(pairs(false));
  EXPECT_NEAR(percent(result.mean), 0.48030289730464, 1e-9);
  EXPECT_NEAR(*result.p / 2.1830591436851e-11, 1, 1e-6);
  const Interval interval = paired_interval(result, 0.95);
  EXPECT_NEAR(percent(interval.low), 0.44091282705756, 1e-9);
  EXPECT_NEAR(percent(interval.high), 0.51970841521732, 1e-9);
}

TEST(Paired, OfABalancedOrderSeesNoChangeInTheSameSeries) {
  const Paired result = paired(pairs(true));
  EXPECT_EQ(result.n, 12u);
  EXPECT_NEAR(*result.deviation, 0.0050410869794963, 1e-12);
  EXPECT_NEAR(percent(result.mean), 0.011410798060986, 1e-10);
  EXPECT_NEAR(*result.p, 0.93891202518272, 1e-10);
  const Interval interval = paired_interval(result, 0.95);
  EXPECT_NEAR(percent(interval.low), -0.30840867906489, 1e-9);
  EXPECT_NEAR(percent(interval.high), 0.33225628446803, 1e-9);
}

TEST(Paired, OfBalancedBlockMeansIsNarrower) {
  const Doubles ratios = pairs(true);
  Doubles blocks;
  for (std::size_t k = 0; k < 6; ++k) blocks.push_back((ratios[2 * k] + ratios[2 * k + 1]) / 2);
  const Paired result = paired(blocks);
  EXPECT_NEAR(*result.p, 0.52990704674886, 1e-10);
  EXPECT_NEAR(percent(paired_interval(result, 0.95).low), -0.032068834132357, 1e-9);
}

TEST(Paired, OfAFileComparedWithItselfIsExactlyZero) {
  const Paired result = paired(Doubles(8, 0.0));
  EXPECT_EQ(*result.mean, 0);
  EXPECT_EQ(*result.p, 1);
  EXPECT_EQ(paired_interval(result, 0.95), (Interval{0.0, 0.0}));
}

TEST(Paired, OfAConstantChangeHasAnIntervalWithoutWidth) {
  const Paired result = paired(Doubles(10, 0.01));
  EXPECT_EQ(*result.p, 0);
  EXPECT_EQ(paired_interval(result, 0.99), (Interval{0.01, 0.01}));
}

TEST(Paired, OfTooFewOrOddValuesIsAbsentWithAReason) {
  const Paired one = paired(Doubles{0.2});
  EXPECT_EQ(*one.mean, 0.2);
  EXPECT_EQ(one.p.reason(), "fewer than two values");
  EXPECT_EQ(paired_interval(one, 0.95).low.reason(), "fewer than two values");
  EXPECT_EQ(paired(Doubles{}).p.reason(), "no values");
  EXPECT_FALSE(paired(Doubles{0.1, std::numeric_limits<double>::quiet_NaN()}).p.present());
  EXPECT_FALSE(paired_interval(paired(Doubles{0.1, 0.2}), 0).low.present());
}

TEST(MedianInterval, TakesTheRanksOfTheTable) {
  const std::vector<std::pair<std::size_t, double>> ranks{{6, 1}, {8, 1}, {10, 2}, {12, 3}, {16, 4}, {20, 6}, {30, 10}};
  for (const auto& [n, rank] : ranks) {
    Doubles values;
    for (std::size_t i = n; i > 0; --i) values.push_back(static_cast<double>(i));
    const Interval interval = median_interval(values, 0.95);
    EXPECT_EQ(interval.low, core::Value(rank)) << "n = " << n;
    EXPECT_EQ(interval.high, core::Value(static_cast<double>(n) + 1 - rank)) << "n = " << n;
  }
}

TEST(MedianInterval, DoesNotExistBelowSixValues) {
  EXPECT_EQ(median_interval(Doubles{1, 2, 3, 4, 5}, 0.95).low.reason(), "too few values for an interval of the median");
  EXPECT_TRUE(median_interval(Doubles{1, 2, 3, 4, 5}, 0.9).low.present());
  EXPECT_FALSE(median_interval(Doubles{}, 0.95).low.present());
}

TEST(MedianInterval, WorksWhereTheBinomialCoefficientsOverflow) {
  const Doubles values(5000, 3.0);
  EXPECT_EQ(median_interval(values, 0.95), (Interval{3.0, 3.0}));
}

TEST(SmallestP, IsThatOfTheSignTest) {
  EXPECT_EQ(smallest_p(0), 1);
  EXPECT_EQ(smallest_p(1), 1);
  EXPECT_DOUBLE_EQ(smallest_p(5), 0.0625);
  EXPECT_DOUBLE_EQ(smallest_p(6), 0.03125);
  EXPECT_DOUBLE_EQ(smallest_p(8), 0.0078125);
  EXPECT_NEAR(smallest_p(10), 0.00195, 5e-6);
  EXPECT_NEAR(smallest_p(12), 0.00049, 5e-6);
}

TEST(SmallestP, OfUnpairedSamplesIsThatOfTheRankTest) {
  EXPECT_EQ(smallest_unpaired_p(0, 5), 1);
  EXPECT_EQ(smallest_unpaired_p(1, 1), 1);
  EXPECT_DOUBLE_EQ(smallest_unpaired_p(3, 3), 0.1);
  EXPECT_NEAR(smallest_unpaired_p(4, 4), 0.0286, 1e-4);
  EXPECT_NEAR(smallest_unpaired_p(8, 8), 0.00016, 1e-5);
  EXPECT_DOUBLE_EQ(smallest_unpaired_p(2, 10), smallest_unpaired_p(10, 2));
  EXPECT_GE(smallest_unpaired_p(100'000, 100'000), 0);
}

}  // namespace
}  // namespace hotlap::stats
