// The Mann-Whitney (Wilcoxon rank sum) test of two unpaired samples.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "analysis/stats/distributions.h"
#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

/// Without ties the distribution is one for all samples of these sizes, kept; R, too, is exact below 50 by itself.
constexpr std::size_t kMostExact = 50;
/// With ties it is another one for each pair of samples: this many values together take microseconds.
constexpr std::size_t kMostExactTied = 24;

/// Twice the mid-rank of every value, whole numbers even where values are tied; old first.
struct Ranks {
  std::vector<std::size_t> doubled;
  bool tied = false;
  double tie_sum = 0;  ///< sum of t^3 - t over the groups of t equal values
};

Ranks ranks_of(std::span<const double> old_values, std::span<const double> new_values) {
  std::vector<double> all(old_values.begin(), old_values.end());
  all.insert(all.end(), new_values.begin(), new_values.end());
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a] < all[b]; });
  Ranks ranks;
  ranks.doubled.resize(all.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && all[order[last + 1]] == all[order[first]]) ++last;
    for (std::size_t i = first; i <= last; ++i) ranks.doubled[order[i]] = first + last + 2;
    const auto size = static_cast<double>(last - first + 1);
    ranks.tied |= last > first;
    ranks.tie_sum += size * size * size - size;
    first = last + 1;
  }
  return ranks;
}

/// In how many ways `chosen` of the doubled ranks sum to each number (as doubles: exact up to 2^53, close enough above).
std::vector<double> ways(const std::vector<std::size_t>& doubled, std::size_t chosen) {
  const std::size_t most = std::accumulate(doubled.begin(), doubled.end(), std::size_t{0});
  std::vector<std::vector<double>> counts(chosen + 1, std::vector<double>(most + 1, 0.0));
  counts[0][0] = 1;
  std::size_t sum = 0;
  std::size_t taken = 0;
  for (const std::size_t rank : doubled) {
    sum += rank;
    taken = std::min(taken + 1, chosen);
    for (std::size_t k = taken; k > 0; --k) {
      for (std::size_t s = sum + 1; s-- > rank;) counts[k][s] += counts[k - 1][s - rank];
    }
  }
  return std::move(counts[chosen]);
}

/// Twice the smaller tail, at most 1, as R's wilcox.test has it.
double two_sided(const std::vector<double>& ways, std::size_t sum) {
  const auto at = ways.begin() + static_cast<std::ptrdiff_t>(sum);
  const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
  const double low = std::accumulate(ways.begin(), at + 1, 0.0);
  const double high = std::accumulate(at, ways.end(), 0.0);
  return std::min(1.0, 2 * std::min(low, high) / all);
}

/// The share of ways that sum to this or less, of untied ranks.
const std::vector<double>& untied_tail(std::size_t old_n, std::size_t new_n) {
  static thread_local std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> kept;
  const auto [found, fresh] = kept.try_emplace({old_n, new_n});
  if (fresh) {
    std::vector<std::size_t> doubled(old_n + new_n);
    for (std::size_t i = 0; i < doubled.size(); ++i) doubled[i] = 2 * (i + 1);
    std::vector<double> tail = ways(doubled, new_n);
    std::partial_sum(tail.begin(), tail.end(), tail.begin());
    const double all = tail.back();
    for (double& share : tail) share /= all;
    found->second = std::move(tail);
  }
  return found->second;
}

/// The distribution is symmetric, so the smaller tail is the lower one of a sum or of its mirror image.
double untied_two_sided(std::size_t old_n, std::size_t new_n, std::size_t sum) {
  const std::size_t mirrored = 2 * new_n * (old_n + new_n + 1) - sum;
  return std::min(1.0, 2 * untied_tail(old_n, new_n)[std::min(sum, mirrored)]);
}

/// With continuity and tie correction, as R's wilcox.test(exact = FALSE). Absent when all values are equal.
core::Value normal_p(double u, double old_n, double new_n, double tie_sum) {
  const double n = old_n + new_n;
  const double variance = old_n * new_n / 12 * (n + 1 - tie_sum / (n * (n - 1)));
  if (!(variance > 0)) return core::Value::absent("all values are equal");
  const double distance = std::max(0.0, std::fabs(u - old_n * new_n / 2) - 0.5);
  return std::min(1.0, 2 * cdf(complement(Normal(), distance / std::sqrt(variance))));
}

}  // namespace

RankTest mann_whitney(std::span<const double> old_values, std::span<const double> new_values) {
  RankTest test;
  const std::size_t old_n = old_values.size();
  const std::size_t new_n = new_values.size();
  test.smallest_p = smallest_unpaired_p(old_n, new_n);
  if (old_n == 0 || new_n == 0) {
    test.u = test.p = core::Value::absent("no values");
    return test;
  }
  const Ranks ranks = ranks_of(old_values, new_values);
  const std::size_t sum = std::accumulate(ranks.doubled.begin() + static_cast<std::ptrdiff_t>(old_n),
                                          ranks.doubled.end(), std::size_t{0});
  const auto least = static_cast<double>(new_n * (new_n + 1));
  const double u = (static_cast<double>(sum) - least) / 2;
  test.u = u;
  if (!ranks.tied && old_n < kMostExact && new_n < kMostExact) {
    test.p = untied_two_sided(old_n, new_n, sum);
    test.exact = true;
  } else if (ranks.tied && old_n + new_n <= kMostExactTied) {
    test.p = two_sided(ways(ranks.doubled, new_n), sum);
    test.exact = true;
  } else {
    test.p = normal_p(u, static_cast<double>(old_n), static_cast<double>(new_n), ranks.tie_sum);
  }
  return test;
}

}  // namespace hotlap::stats
