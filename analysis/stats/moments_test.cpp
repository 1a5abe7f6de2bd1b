// Tests of mean, variance, median and trimmed mean.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

using Doubles = std::vector<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Moments, AreAbsentWithAReasonWhenThereAreTooFewValues) {
  EXPECT_EQ(mean(Doubles{}).reason(), "no values");
  EXPECT_EQ(median(Doubles{}).reason(), "no values");
  EXPECT_EQ(trimmed_mean(Doubles{}, 0.2).reason(), "no values");
  EXPECT_EQ(variance(Doubles{7}).reason(), "fewer than two values");
  EXPECT_EQ(standard_deviation(Doubles{7}).reason(), "fewer than two values");
  EXPECT_EQ(*mean(Doubles{7}), 7);
}

TEST(Moments, UseTheDivisorOfASample) {
  const Doubles values{2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_DOUBLE_EQ(*mean(values), 5);
  EXPECT_DOUBLE_EQ(*variance(values), 32.0 / 7);
  EXPECT_DOUBLE_EQ(*median(values), 4.5);
}

TEST(Moments, OfAConstantSeriesAreExact) {
  const Doubles tenths(10, 0.1);
  EXPECT_EQ(*mean(tenths), 0.1);
  EXPECT_EQ(*variance(tenths), 0);
}

TEST(Moments, KeepTheirDigitsOnALargeOffset) {
  const Doubles values{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16};
  EXPECT_DOUBLE_EQ(*variance(values), 30);
}

TEST(Moments, OfValuesThatAreNotFiniteAreAbsent) {
  for (const double odd : {kNan, kInfinity, -kInfinity}) {
    const Doubles values{1, odd, 3};
    EXPECT_FALSE(mean(values).present());
    EXPECT_FALSE(variance(values).present());
    EXPECT_FALSE(median(values).present());
    EXPECT_FALSE(trimmed_mean(values, 0.2).present());
  }
}

TEST(TrimmedMean, CutsTheSameNumberAtBothEnds) {
  EXPECT_DOUBLE_EQ(*trimmed_mean(Doubles{100, 1, 2, 3, -50}, 0.2), 2);
  EXPECT_DOUBLE_EQ(*trimmed_mean(Doubles{100, 1, 2, 3}, 0.2), 26.5);
  Doubles fifteen;
  for (int i = 0; i < 15; ++i) fifteen.push_back(i * i);
  double inner = 0;
  for (int i = 3; i < 12; ++i) inner += i * i;
  EXPECT_DOUBLE_EQ(*trimmed_mean(fifteen, 0.2), inner / 9);
}

}  // namespace
}  // namespace hotlap::stats
