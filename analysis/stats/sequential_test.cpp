// Group-sequential bounds against published values, against simulation, and against what a single look must give.
#include "analysis/stats/sequential.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/stats/distributions.h"
#include "analysis/stats/stats.h"
#include "harness/core/random.h"

namespace hotlap::stats {
namespace {

std::vector<Look> equally_spaced(int count) {
  std::vector<Look> looks;
  for (int k = 1; k <= count; ++k) looks.push_back({static_cast<double>(k), static_cast<double>(k) / count});
  return looks;
}

double z_of(double two_sided_p) { return quantile(complement(Normal(), two_sided_p / 2)); }

void expect_bounds(const std::vector<Look>& looks, double alpha, const std::vector<double>& wanted, double error) {
  const std::vector<double> levels = nominal_levels(looks, alpha);
  ASSERT_EQ(levels.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(z_of(levels[i]), wanted[i], error) << "look " << i + 1;
}

double normal(core::Random& random) {
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) / 9007199254740992.0; };
  return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
}

TEST(Sequential, BoundsOfFiveLooksAreThePublishedOnes) {
  expect_bounds(equally_spaced(5), 0.05, {4.877, 3.357, 2.680, 2.290, 2.031}, 5.1e-4);
}

TEST(Sequential, BoundsOfTwoAndThreeLooksAreThePublishedOnes) {
  expect_bounds(equally_spaced(2), 0.05, {2.9626, 1.9686}, 6e-5);
  expect_bounds(equally_spaced(3), 0.05, {3.7103, 2.5114, 1.9930}, 6e-5);
}

TEST(Sequential, SpendingEndsAtAlphaAndIsLittleEarly) {
  EXPECT_NEAR(spent(0.05, 1), 0.05, 1e-15);
  EXPECT_NEAR(spent(0.05, 0.5), 0.003051, 5e-7);
  EXPECT_LT(spent(0.05, 0.1), 1e-9);
}

TEST(Sequential, FirstLookSpendsAllThatItMay) {
  const std::vector<Look> looks{{7, 0.3}, {20, 0.9}};
  EXPECT_NEAR(nominal_levels(looks, 0.05)[0] / spent(0.05, 0.3), 1, 1e-9);
}

TEST(Sequential, OneLookAtTheEndIsTheFixedTest) {
  const std::vector<Look> looks{{12, 1}};
  EXPECT_EQ(nominal_level(looks, 0.05), 0.05);
  EXPECT_EQ(repeated_p(looks, 0.3), 0.3);
}

TEST(Sequential, BoundsDoNotDependOnTheUnitOfInformation) {
  std::vector<Look> looks = equally_spaced(4);
  const auto levels = nominal_levels(looks, 0.05);
  for (Look& look : looks) look.information *= 37;
  const auto scaled = nominal_levels(looks, 0.05);
  for (std::size_t i = 0; i < levels.size(); ++i) EXPECT_NEAR(scaled[i] / levels[i], 1, 1e-9);
}

TEST(Sequential, ALookThatAddsNoFractionCannotStop) {
  // The plan grew between the looks: the second is no larger a part of it than the first was.
  const std::vector<Look> looks{{6, 0.6}, {9, 0.5}, {18, 1}};
  const auto levels = nominal_levels(looks, 0.05);
  EXPECT_GT(levels[0], 0);
  EXPECT_EQ(levels[1], 0);
  EXPECT_GT(levels[2], 0.03);
  EXPECT_LT(levels[2], 0.05);
}

TEST(Sequential, RepeatedPIsAlphaExactlyAtTheBound) {
  for (const auto& looks : {equally_spaced(5), equally_spaced(3), std::vector<Look>{{9, 0.15}, {12, 0.2}},
                            std::vector<Look>{{9, 0.15}, {12, 0.2}, {24, 0.4}, {60, 1}}}) {
    for (const double alpha : {0.3, 0.05, 0.025, 0.01, 1e-4, 1e-7}) {
      EXPECT_NEAR(repeated_p(looks, nominal_level(looks, alpha)) / alpha, 1, 2e-3) << alpha;
    }
  }
}

TEST(Sequential, RepeatedPIsNeverBelowTheNominalOneAndGrowsWithIt) {
  const auto looks = equally_spaced(5);
  double before = 0;
  for (int step = 0; step <= 60; ++step) {
    const double p = std::pow(10, -0.2 * (60 - step));
    const double repeated = repeated_p(looks, p);
    EXPECT_GE(repeated, p);
    EXPECT_GE(repeated, before);
    before = repeated;
  }
  EXPECT_EQ(repeated_p(looks, 1), 1);
  EXPECT_EQ(repeated_p(looks, 0), 0);
}

/// How often a normal walk with this drift per unit of information stops, by `stops(z, look)`.
template <class Stops>
std::size_t count_stops(const std::vector<Look>& looks, double drift, std::size_t walks, Stops stops) {
  core::Random random = core::Random::for_purpose(1, "sequential");
  std::size_t count = 0;
  for (std::size_t walk = 0; walk < walks; ++walk) {
    double sum = 0;
    double information = 0;
    for (std::size_t k = 0; k < looks.size(); ++k) {
      const double step = looks[k].information - information;
      information = looks[k].information;
      sum += drift * step + std::sqrt(step) * normal(random);
      if (!stops(sum, information, k)) continue;
      ++count;
      break;
    }
  }
  return count;
}

testing::AssertionResult share_is(std::size_t count, std::size_t of, double share) {
  const Interval interval = binomial_interval(count, of, 0.999);
  if (*interval.low <= share && share <= *interval.high) return testing::AssertionSuccess();
  return testing::AssertionFailure() << count << " of " << of << " is not a share of " << share;
}

TEST(Sequential, SimulatedWalksCrossAsOftenAsPromised) {
  constexpr std::size_t kWalks = 200'000;
  for (const auto& looks :
       {equally_spaced(5), std::vector<Look>{{9, 0.3}, {10, 0.33}, {21, 0.7}, {27, 0.9}, {30, 1}}}) {
    const auto levels = nominal_levels(looks, 0.05);
    const auto crosses = [&](double sum, double information, std::size_t k) {
      return std::fabs(sum) / std::sqrt(information) >= z_of(levels[k]);
    };
    EXPECT_TRUE(share_is(count_stops(looks, 0, kWalks, crosses), kWalks, 0.05));
  }
}

TEST(Sequential, EquivalenceAtTheEdgeOfTheMarginIsFoundAtMostAsOftenAsPromised) {
  // A margin so wide that the other edge never matters: each of the two one-sided tests spends alpha.
  constexpr std::size_t kWalks = 200'000;
  constexpr double kMargin = 10;
  const auto looks = equally_spaced(5);
  const auto levels = nominal_levels(looks, 2 * 0.05);
  const auto equivalent = [&](double sum, double information, std::size_t k) {
    const double half = z_of(levels[k]) / std::sqrt(information);
    return sum / information + half <= kMargin && sum / information - half >= -kMargin;
  };
  EXPECT_TRUE(share_is(count_stops(looks, kMargin, kWalks, equivalent), kWalks, 0.05));
}

/// Share of comparisons of normal values without an effect in which a t test stops at one of the looks.
double false_stops(const std::vector<int>& values, double alpha, int comparisons) {
  std::vector<Look> looks;
  for (const int n : values) looks.push_back({t_information(n), static_cast<double>(n) / values.back()});
  const std::vector<double> levels = nominal_levels(looks, alpha);
  std::vector<double> bounds;
  for (std::size_t k = 0; k < values.size(); ++k) {
    bounds.push_back(quantile(complement(StudentsT(values[k] - 1), levels[k] / 2)));
  }
  core::Random random(1);
  int stopped = 0;
  for (int i = 0; i < comparisons; ++i) {
    double sum = 0;
    double squares = 0;
    int n = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      for (; n < values[k]; ++n) {
        const double value = normal(random);
        sum += value;
        squares += value * value;
      }
      const double variance = (squares - sum * sum / n) / (n - 1);
      if (std::fabs(sum) < bounds[k] * std::sqrt(n * variance)) continue;
      ++stopped;
      break;
    }
  }
  return static_cast<double>(stopped) / comparisons;
}

TEST(Sequential, TTestsOfFewValuesStopWithoutAnEffectInAlphaOfAll) {
  constexpr int kComparisons = 200'000;
  for (const double alpha : {0.05, 0.1}) {
    const double error = 3 * std::sqrt(alpha * (1 - alpha) / kComparisons);
    for (const std::vector<int>& values : {std::vector{9, 12, 15}, {6, 8, 10}, {9, 12, 18, 24, 30}}) {
      const double share = false_stops(values, alpha, kComparisons);
      EXPECT_LT(share, alpha + error) << values.back();
      EXPECT_GT(share, 0.92 * alpha - error) << values.back();
    }
  }
}

TEST(Sequential, InformationOfATStatisticGrowsFromTheFirstValueOn) {
  for (int n = 1; n < 20; ++n) EXPECT_GT(t_information(n + 1), t_information(n));
  EXPECT_GT(t_information(1), 0);
}

}  // namespace
}  // namespace hotlap::stats
