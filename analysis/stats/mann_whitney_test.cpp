// Tests of the rank test beyond R's values: ties, limits, agreement with counting by hand.
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

using Doubles = std::vector<double>;

double u_of(const Doubles& old_values, const Doubles& new_values) {
  double u = 0;
  for (const double a : old_values) {
    for (const double b : new_values) u += b > a ? 1 : b == a ? 0.5 : 0;
  }
  return u;
}

/// The two-sided p from every way to deal the values out.
double counted_p(const Doubles& old_values, const Doubles& new_values) {
  Doubles all = old_values;
  all.insert(all.end(), new_values.begin(), new_values.end());
  std::vector<bool> is_new(all.size());
  std::fill(is_new.end() - static_cast<std::ptrdiff_t>(new_values.size()), is_new.end(), true);
  const double seen = u_of(old_values, new_values);
  double low = 0;
  double high = 0;
  double ways = 0;
  do {
    Doubles dealt_old;
    Doubles dealt_new;
    for (std::size_t i = 0; i < all.size(); ++i) (is_new[i] ? dealt_new : dealt_old).push_back(all[i]);
    const double u = u_of(dealt_old, dealt_new);
    low += u <= seen;
    high += u >= seen;
    ++ways;
  } while (std::next_permutation(is_new.begin(), is_new.end()));
  return std::min(1.0, 2 * std::min(low, high) / ways);
}

TEST(MannWhitney, IsExactWithTiesToo) {
  const std::vector<std::pair<Doubles, Doubles>> samples{
      {{1, 2, 2, 3}, {2, 3, 3, 4, 5}}, {{1, 1, 1}, {1, 1, 2}}, {{5, 5, 5, 5}, {5, 5}}, {{1, 1, 2, 9}, {1, 3, 3, 3, 3}}};
  for (const auto& [old_values, new_values] : samples) {
    const RankTest test = mann_whitney(old_values, new_values);
    EXPECT_TRUE(test.exact);
    EXPECT_DOUBLE_EQ(*test.u, u_of(old_values, new_values));
    EXPECT_DOUBLE_EQ(*test.p, counted_p(old_values, new_values));
  }
}

TEST(MannWhitney, ReachesItsSmallestPWhereTheSamplesAreApartAndNoLess) {
  // Three repetitions that are fully apart (google/benchmark #677): 2 / C(6, 3), never below 5 %.
  const RankTest three = mann_whitney(Doubles{10, 11, 12}, Doubles{20, 21, 22});
  EXPECT_DOUBLE_EQ(*three.p, 0.1);
  EXPECT_DOUBLE_EQ(three.smallest_p, 0.1);
  const RankTest seven = mann_whitney(Doubles{1, 2, 3, 4, 5, 6, 7}, Doubles{8, 9, 10, 11, 12, 13, 14});
  EXPECT_DOUBLE_EQ(*seven.p, 2.0 / 3432);
  EXPECT_DOUBLE_EQ(seven.smallest_p, *seven.p);
}

TEST(MannWhitney, OfASampleWithItselfIsOne) {
  Doubles many;
  for (int i = 0; i < 80; ++i) many.push_back(i);
  EXPECT_DOUBLE_EQ(*mann_whitney(many, many).p, 1);
  EXPECT_DOUBLE_EQ(*mann_whitney(Doubles{1, 2, 3}, Doubles{1, 2, 3}).p, 1);
}

TEST(MannWhitney, IsAbsentWhereThereIsNothingToRank) {
  EXPECT_EQ(mann_whitney(Doubles{}, Doubles{1}).p.reason(), "no values");
  const RankTest equal = mann_whitney(Doubles(40, 7.0), Doubles(40, 7.0));
  EXPECT_EQ(equal.p.reason(), "all values are equal");
  EXPECT_FALSE(equal.exact);
}

TEST(MannWhitney, SaysTheSameOfLargeSamplesByApproximationAsExactly) {
  Doubles old_values;
  Doubles new_values;
  for (int i = 0; i < 49; ++i) {
    old_values.push_back(i);
    new_values.push_back(i + 7.5);
  }
  const double exact = *mann_whitney(old_values, new_values).p;
  old_values.push_back(49);  // one more: no longer exact
  new_values.push_back(56.5);
  const RankTest large = mann_whitney(old_values, new_values);
  EXPECT_FALSE(large.exact);
  EXPECT_NEAR(*large.p, exact, 0.02);
}

}  // namespace
}  // namespace hotlap::stats
