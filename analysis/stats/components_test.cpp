// Tests of variance components: by hand, by simulation, and of what they advise.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/stats/stats.h"
#include "harness/core/random.h"

namespace hotlap::stats {
namespace {

using Rounds = std::vector<std::vector<double>>;

double normal(core::Random& random) {
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) / 9007199254740992.0; };
  return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
}

TEST(VarianceComponents, ByHand) {
  // Within: variances 2 and 8, mean 5. Means 2 and 12: variance 50, of which 5 / 2 is the repetitions'.
  const Components components = variance_components(Rounds{{1, 3}, {10, 14}});
  EXPECT_DOUBLE_EQ(*components.within, 5);
  EXPECT_DOUBLE_EQ(*components.between, 47.5);
  EXPECT_NEAR(*repetitions_that_pay(components, 1, 38), 2, 1e-12);
}

TEST(VarianceComponents, AreThoseOfTheModel) {
  core::Random random(4);
  Rounds rounds;
  for (int i = 0; i < 4000; ++i) {
    const double round = 3 * normal(random);
    rounds.emplace_back();
    for (int k = 0; k < 4 + i % 5; ++k) rounds.back().push_back(round + 2 * normal(random));
  }
  const Components components = variance_components(rounds);
  EXPECT_NEAR(*components.within, 4, 0.15);
  EXPECT_NEAR(*components.between, 9, 0.8);
}

TEST(VarianceComponents, OfRoundsThatDifferByTheirRepetitionsOnlyAreNone) {
  const Components components = variance_components(Rounds{{1, 5}, {5, 1}, {1, 5}});
  EXPECT_EQ(*components.between, 0);
  EXPECT_FALSE(repetitions_that_pay(components, 1, 10).present());
}

TEST(VarianceComponents, NeedTwoRoundsAndARepetition) {
  EXPECT_FALSE(variance_components(Rounds{}).within.present());
  EXPECT_FALSE(variance_components(Rounds{{1, 2, 3}, {}}).within.present());
  EXPECT_FALSE(variance_components(Rounds{{1}, {2}, {3}}).between.present());
  EXPECT_TRUE(variance_components(Rounds{{1}, {2, 3}}).between.present());
}

TEST(RepetitionsThatPay, TellMostInAGivenTime) {
  const Components components{16.0, 1.0};
  const double cost = 0.03;
  const double round = 1.2;
  const double best = *repetitions_that_pay(components, cost, round);
  const auto variance_in = [&](double repetitions) {
    return (*components.between + *components.within / repetitions) * (round + repetitions * cost);
  };
  EXPECT_LT(variance_in(best), variance_in(best * 1.1));
  EXPECT_LT(variance_in(best), variance_in(best / 1.1));
}

}  // namespace
}  // namespace hotlap::stats
