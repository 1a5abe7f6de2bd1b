// Golden values of the detectable effect: published multiples of the deviation, and quadrature at 20 digits.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

TEST(DetectableEffect, AgreesWithQuadrature) {
  EXPECT_NEAR(*detectable_effect(1.0, 8, 0.05, 0.8), 1.15603467799, 1e-9);
  EXPECT_NEAR(*detectable_effect(1.0, 10, 0.05, 0.8), 0.996001371455, 1e-9);
  EXPECT_NEAR(*detectable_effect(1.0, 12, 0.05, 0.8), 0.888654265293, 1e-9);
  EXPECT_NEAR(*detectable_effect(2.0, 30, 0.05, 0.8), 2 * 0.529235615113, 1e-9);
}

TEST(DetectableEffect, FollowsTheTableOfPairedRounds) {
  const std::vector<std::pair<std::size_t, double>> table{{8, 1.15},  {10, 1.00}, {12, 0.89}, {16, 0.75},
                                                          {20, 0.66}, {30, 0.53}, {60, 0.37}};
  for (const auto& [n, multiple] : table) EXPECT_NEAR(*detectable_effect(1.0, n, 0.05, 0.8), multiple, 0.01) << n;
}

TEST(DetectableNoncentrality, FollowsTheTableOfTwoArms) {
  const std::vector<std::pair<double, double>> table{{5, 2.02},  {8, 1.51},  {10, 1.33}, {12, 1.20}, {16, 1.02},
                                                     {20, 0.91}, {30, 0.74}, {50, 0.57}, {100, 0.40}};
  for (const auto& [n, multiple] : table) {
    EXPECT_NEAR(detectable_noncentrality(2 * n - 2, 0.05, 0.8) * std::sqrt(2 / n), multiple, 0.0051) << n;
  }
}

TEST(DetectableNoncentrality, IsZeroForAPowerThatChanceHas) { EXPECT_EQ(detectable_noncentrality(10, 0.05, 0.05), 0); }

TEST(DetectableEffect, IsAbsentOrZeroAtTheEdges) {
  EXPECT_EQ(detectable_effect(1.0, 1, 0.05, 0.8).reason(), "fewer than two values");
  EXPECT_EQ(detectable_effect(core::Value::absent("no deviation"), 5, 0.05, 0.8).reason(), "no deviation");
  EXPECT_EQ(*detectable_effect(0.0, 5, 0.05, 0.8), 0);
  EXPECT_GT(*detectable_effect(1.0, 2, 0.05, 0.8), 10);
}

TEST(ValuesNeeded, IsTheFirstSizeThatDetectsTheEffect) {
  for (const double effect : {0.05, 0.37, 0.66, 1.0, 1.15, 3.0}) {
    const core::Value needed = values_needed(1.0, effect, 0.05, 0.8);
    ASSERT_TRUE(needed.present()) << effect;
    const auto n = static_cast<std::size_t>(*needed);
    EXPECT_LE(*detectable_effect(1.0, n, 0.05, 0.8), effect) << effect;
    if (n > 2) {
      EXPECT_GT(*detectable_effect(1.0, n - 1, 0.05, 0.8), effect) << effect;
    }
  }
}

TEST(ValuesNeeded, SaysWhyThereIsNoAnswer) {
  EXPECT_EQ(values_needed(1.0, 1e-6, 0.05, 0.8).reason(), "more than 1,000,000 values");
  EXPECT_EQ(values_needed(1.0, 0, 0.05, 0.8).reason(), "no effect to find");
  EXPECT_EQ(values_needed(core::Value::absent("no deviation"), 1, 0.05, 0.8).reason(), "no deviation");
  EXPECT_EQ(*values_needed(0.0, 0.1, 0.05, 0.8), 2);
  EXPECT_EQ(*values_needed(1e-9, 0.1, 0.05, 0.8), 2);
}

}  // namespace
}  // namespace hotlap::stats
