// Error rate and power of whole comparisons, simulated with a fixed seed.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/compare/fake_record.h"
#include "harness/core/random.h"

namespace hotlap::compare {
namespace {

constexpr int kComparisons = 2000;
constexpr int kRounds = 12;
constexpr double kNoise = 0.02;

/// Standard normal, by Box and Muller.
double normal(core::Random& random) {
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) / 9007199254740992.0; };
  return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
}

struct Counts {
  std::size_t starred = 0;  ///< p < 5 %
  std::size_t control = 0;  ///< A/A contrast p < 5 %
  std::size_t untrusted = 0;
  std::size_t changed = 0;  ///< verdict regression or improvement
};

/// Comparisons with noise of its own for every arm and round, new shifted by `effect` log units.
Counts simulate(double effect, std::string_view purpose) {
  core::Random random = core::Random::for_purpose(1, purpose);
  Policy policy;
  policy.margin_percent = 0;
  Counts counts;
  for (int i = 0; i < kComparisons; ++i) {
    FakeRecord fake;
    fake.configuration("hello").metric("peak_rss", core::Pooling::per_round);
    for (int round = 0; round < kRounds; ++round) {
      const double old_log = kNoise * normal(random);
      const double new_log = effect + kNoise * normal(random);
      const double control_log = kNoise * normal(random);
      fake.round({{"peak_rss", {100 * std::exp(old_log), 100 * std::exp(new_log), 100 * std::exp(control_log)}}});
    }
    const Comparison comparison = compare(fake.record, policy);
    const Row& row = comparison.rows.front();
    counts.starred += *row.p < 0.05;
    counts.control += *row.control->p < 0.05;
    counts.untrusted += !comparison.trusted;
    counts.changed += row.verdict == Verdict::regression || row.verdict == Verdict::improvement;
  }
  return counts;
}

/// Whether `count` of the comparisons is compatible with `share`, at 99.9 %.
testing::AssertionResult compatible(std::size_t count, double share) {
  const stats::Interval interval = stats::binomial_interval(count, kComparisons, 0.999);
  if (*interval.low <= share && share <= *interval.high) return testing::AssertionSuccess();
  return testing::AssertionFailure() << count << " of " << kComparisons << " is not a share of " << share;
}

TEST(Simulation, OfIdenticalBuildsIsWrongAsOftenAsPromised) {
  const Counts counts = simulate(0, "identical");
  EXPECT_TRUE(compatible(counts.starred, 0.05));
  EXPECT_TRUE(compatible(counts.control, 0.05));
  EXPECT_TRUE(compatible(counts.untrusted, 0.01));
  EXPECT_LE(counts.changed, counts.starred);
}

TEST(Simulation, FindsTheDetectableEffectAsOftenAsPromised) {
  // The change has the variance of new plus half of old's: both copies of old are the baseline.
  const double deviation = kNoise * std::sqrt(1.5);
  const core::Value effect = stats::detectable_effect(deviation, kRounds, 0.05, 0.8);
  EXPECT_TRUE(compatible(simulate(*effect, "shifted").starred, 0.8));
}

}  // namespace
}  // namespace hotlap::compare
