// The promised error rate, coverage and saving of comparisons that stop early, with a fixed seed.
#include "analysis/simulation/simulation.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hotlap::simulation {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kComparisons = 300;  // as many take minutes; the rates are the other build's to prove
#else
constexpr std::size_t kComparisons = 2000;
#endif

Experiment experiment_of(const Noise& noise, double margin_percent, int planned = 30) {
  Experiment experiment;
  experiment.noise = &noise;
  experiment.planned = planned;
  experiment.policy.margin_percent = margin_percent;
  return experiment;
}

/// Whether a share of at most `most` can give so many, at 99.9 %.
testing::AssertionResult at_most(const Counts& counts, std::size_t count, double most) {
  const stats::Interval interval = stats::binomial_interval(count, counts.comparisons, 0.998);
  if (*interval.low <= most) return testing::AssertionSuccess();
  return testing::AssertionFailure() << count << " of " << counts.comparisons << " is more than a share of " << most;
}

TEST(Simulation, OfIdenticalArmsThatStopEarlyIsWrongAtMostAsOftenAsPromised) {
  for (const Noise& noise : noises()) {
    const Counts counts = simulate(experiment_of(noise, 0, 15), kComparisons, noise.id);
    EXPECT_TRUE(at_most(counts, counts.changed, 0.05)) << noise.id;
    EXPECT_LE(counts.false_verdicts, counts.changed) << noise.id;
    EXPECT_TRUE(at_most(counts, counts.comparisons - counts.covered, 0.05)) << noise.id;
  }
}

TEST(Simulation, SpendsTheErrorThatItMay) {
  const Counts counts = simulate(experiment_of(noise("normal"), 0), kComparisons, "spends");
  EXPECT_GT(counts.share(counts.changed), 0.035) << "the bounds are too strict";
}

TEST(Simulation, AtTheEdgeOfTheMarginIsEquivalentAtMostAsOftenAsPromised) {
  Experiment experiment = experiment_of(noise("normal"), 2);
  experiment.effect = std::log1p(0.02);
  const Counts counts = simulate(experiment, kComparisons, "edge");
  EXPECT_TRUE(at_most(counts, counts.equivalent, 0.05));
  EXPECT_GT(counts.share(counts.equivalent), 0.02);
}

TEST(Simulation, ALargeChangeIsFoundInAFractionOfTheRounds) {
  Experiment experiment = experiment_of(noise("normal"), 2, 60);
  experiment.effect = std::log1p(0.2);
  const Counts counts = simulate(experiment, 200, "large");
  EXPECT_EQ(counts.changed, 200u);
  EXPECT_LT(static_cast<double>(counts.rounds) / 200, 15);
}

TEST(Simulation, WithoutLooksMakesAllRounds) {
  Experiment experiment = experiment_of(noise("normal"), 0, 12);
  experiment.early = false;
  experiment.effect = 0.2;
  EXPECT_EQ(simulate(experiment, 10, "fixed").rounds, 120u);
}

TEST(Noise, OfEveryModelHasTheDeviationThatItClaims) {
  for (const Noise& noise : noises()) {
    if (noise.id == "drifting") continue;  // around a line
    core::Random random = core::Random::for_purpose(1, noise.id);
    double sum = 0;
    double squares = 0;
    constexpr int kDraws = 200'000;
    for (int i = 0; i < kDraws; ++i) {
      const auto laps = noise.draw(random, {i, 0, 3});
      ASSERT_EQ(laps.size(), static_cast<std::size_t>(noise.laps));
      sum += laps.front();
      squares += laps.front() * laps.front();
    }
    const double mean = sum / kDraws;
    EXPECT_NEAR(std::sqrt(squares / kDraws - mean * mean) / kDeviation, 1, 0.1) << noise.id;
  }
}

}  // namespace
}  // namespace hotlap::simulation
