// Tests of Holm's and Benjamini and Hochberg's adjustments, by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

using Doubles = std::vector<double>;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

auto near(double value) { return DoubleNear(value, 1e-12); }

TEST(Holm, StepsDownAndKeepsTheGivenOrder) {
  EXPECT_THAT(holm(Doubles{0.01, 0.04, 0.03, 0.005}), ElementsAre(near(0.03), near(0.06), near(0.06), near(0.02)));
}

TEST(Holm, NeverExceedsOneAndLeavesASinglePAlone) {
  EXPECT_THAT(holm(Doubles{0.9, 0.8}), ElementsAre(1, 1));
  EXPECT_THAT(holm(Doubles{0.04}), ElementsAre(near(0.04)));
  EXPECT_THAT(holm(Doubles{}), IsEmpty());
}

TEST(BenjaminiHochberg, StepsUpAndKeepsTheGivenOrder) {
  EXPECT_THAT(benjamini_hochberg(Doubles{0.01, 0.04, 0.03, 0.005}),
              ElementsAre(near(0.02), near(0.04), near(0.04), near(0.02)));
  EXPECT_THAT(benjamini_hochberg(Doubles{}), IsEmpty());
}

}  // namespace
}  // namespace hotlap::stats
