// Tests of autocorrelation and trend; golden values computed at 30 digits.
#include <gtest/gtest.h>

#include <vector>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

using Doubles = std::vector<double>;

TEST(Autocorrelation, AgreesWithTheGoldenValue) {
  EXPECT_NEAR(*autocorrelation(Doubles{1, 3, 2, 5, 4, 7}), 0.0952380952380952, 1e-12);
}

TEST(Autocorrelation, IsAbsentWithoutVarianceOrValues) {
  EXPECT_EQ(autocorrelation(Doubles{1, 2, 3}).reason(), "fewer than four values");
  EXPECT_EQ(autocorrelation(Doubles(9, 2)).reason(), "no variance");
}

TEST(Trend, AgreesWithTheGoldenValues) {
  const Trend result = trend(Doubles{1, 3, 2, 5, 4, 7});
  EXPECT_NEAR(*result.slope, 1.02857142857143, 1e-12);
  EXPECT_NEAR(*result.p, 0.0172454811491993, 1e-12);
}

TEST(Trend, HasAnAnswerForEveryDegenerateSeries) {
  EXPECT_EQ(trend(Doubles{1, 2, 3}).p.reason(), "fewer than four values");
  EXPECT_EQ(*trend(Doubles(5, 3)).slope, 0);
  EXPECT_EQ(*trend(Doubles(5, 3)).p, 1);
  EXPECT_EQ(*trend(Doubles{1, 2, 3, 4, 5}).slope, 1);
  EXPECT_EQ(*trend(Doubles{1, 2, 3, 4, 5}).p, 0);
}

}  // namespace
}  // namespace hotlap::stats
