// Tests of two modes and of values far out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "analysis/stats/stats.h"
#include "harness/core/random.h"

namespace hotlap::stats {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

double normal(core::Random& random) {
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) / 9007199254740992.0; };
  return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
}

TEST(BestSplit, FindsTheGroups) {
  const std::vector<double> values{10, 11, 10.5, 20, 10.2, 20.4, 10.8, 19.6, 10.5, 10};
  const auto split = best_split(values);
  ASSERT_TRUE(split);
  EXPECT_EQ(split->low_count, 7u);
  EXPECT_NEAR(split->low_mean, 73.0 / 7, 1e-9);
  EXPECT_NEAR(split->high_mean, 20, 1e-9);
  EXPECT_GT(split->explained, 0.98);
}

TEST(BestSplit, IsNoneOfFewOfEqualAndOfWhatIsNotFinite) {
  EXPECT_FALSE(best_split(std::vector<double>{1, 2, 1, 2, 1, 2, 1}));
  EXPECT_FALSE(best_split(std::vector<double>(20, 3.5)));
  std::vector<double> odd(20, 1);
  odd[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(best_split(odd));
}

TEST(BestSplit, OneValueAloneIsNoGroup) {
  std::vector<double> values;
  for (int i = 0; i < 19; ++i) values.push_back(1 + 0.001 * (i % 5));
  values.push_back(9);
  EXPECT_LT(best_split(values)->explained, split_limit(values.size()));
}

TEST(BestSplit, ExplainsMoreThanTheLimitOfOneNormalSampleInAHundred) {
  core::Random random(1);
  for (const std::size_t n : {9u, 15u, 30u, 60u}) {
    constexpr int kSamples = 4000;
    int above = 0;
    for (int i = 0; i < kSamples; ++i) {
      std::vector<double> values;
      for (std::size_t k = 0; k < n; ++k) values.push_back(normal(random));
      above += best_split(values)->explained > split_limit(n);
    }
    EXPECT_NEAR(above / double{kSamples}, 0.01, 0.006) << n;
  }
}

TEST(FarOut, NamesThePlaces) {
  EXPECT_THAT(far_out(std::vector<double>{1, 2, 3, 2, 1, 30, 2, 3, -20, 2}), ElementsAre(5, 8));
  EXPECT_THAT(far_out(std::vector<double>{1, 2, 3, 2, 1, 5, 2, 3, 0, 2}), IsEmpty());
  EXPECT_THAT(far_out(std::vector<double>{1, 2, 100}), IsEmpty());
}

}  // namespace
}  // namespace hotlap::stats
