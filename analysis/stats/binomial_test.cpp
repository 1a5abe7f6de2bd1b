// Golden values of the exact binomial interval, and the numbers of stars that are still unsuspicious.
#include <gtest/gtest.h>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

TEST(BinomialInterval, AgreesWithTheGoldenValues) {
  const Interval interval = binomial_interval(7, 20, 0.95);
  EXPECT_NEAR(*interval.low, 0.153909204784541, 1e-12);
  EXPECT_NEAR(*interval.high, 0.592188534532828, 1e-12);
}

TEST(BinomialInterval, IsExactAtBothEnds) {
  EXPECT_EQ(*binomial_interval(0, 10, 0.95).low, 0);
  EXPECT_NEAR(*binomial_interval(0, 10, 0.95).high, 0.308497107818761, 1e-12);
  EXPECT_NEAR(*binomial_interval(10, 10, 0.95).low, 1 - 0.308497107818761, 1e-12);
  EXPECT_EQ(*binomial_interval(10, 10, 0.95).high, 1);
}

TEST(BinomialInterval, OfNoTrialsIsAbsent) {
  EXPECT_EQ(binomial_interval(0, 0, 0.95).low.reason(), "no trials");
  EXPECT_EQ(binomial_interval(3, 2, 0.95).high.reason(), "more successes than trials");
}

TEST(BinomialLimit, IsTheLargestUnsuspiciousNumberOfStars) {
  EXPECT_EQ(binomial_limit(20, 0.05, 0.99), 4u);
  EXPECT_EQ(binomial_limit(41, 0.05, 0.99), 6u);
  EXPECT_EQ(binomial_limit(82, 0.05, 0.99), 9u);
  EXPECT_EQ(binomial_limit(164, 0.05, 0.99), 15u);
  EXPECT_EQ(binomial_limit(1, 0.05, 0.99), 1u);
  EXPECT_EQ(binomial_limit(0, 0.05, 0.99), 0u);
}

}  // namespace
}  // namespace hotlap::stats
