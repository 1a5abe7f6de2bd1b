// The shape of a sample: two modes, and values far out.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

constexpr std::size_t kFewestOfAShape = 8;

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

/// Between the neighbours of a sorted sample, linear.
double quantile_of(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double above = sorted[std::min(below + 1, sorted.size() - 1)];
  return sorted[below] + (place - static_cast<double>(below)) * (above - sorted[below]);
}

}  // namespace

std::optional<Split> best_split(std::span<const double> values) {
  if (values.size() < kFewestOfAShape || !all_finite(values)) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  const double center = *mean(sorted);
  double sum = 0;
  double squares = 0;
  for (double& value : sorted) {
    value -= center;  // sums of what is near zero lose no digits
    sum += value;
    squares += value * value;
  }
  if (!(squares > 0)) return std::nullopt;
  const std::size_t least = std::max<std::size_t>(2, (n + 9) / 10);
  Split best;
  double low_sum = 0;
  for (std::size_t low = 1; low + least <= n; ++low) {
    low_sum += sorted[low - 1];
    if (low < least || sorted[low - 1] == sorted[low]) continue;
    const double low_mean = low_sum / static_cast<double>(low);
    const double high_mean = (sum - low_sum) / static_cast<double>(n - low);
    const double between =
        static_cast<double>(low) * low_mean * low_mean + static_cast<double>(n - low) * high_mean * high_mean;
    if (between / squares <= best.explained) continue;
    best = {between / squares, low, center + low_mean, center + high_mean};
  }
  return best.low_count > 0 ? std::optional(best) : std::nullopt;
}

double split_limit(std::size_t n) { return 2 / std::numbers::pi + 0.85 / std::sqrt(static_cast<double>(n)); }

std::vector<std::size_t> far_out(std::span<const double> values) {
  std::vector<std::size_t> places;
  if (values.size() < kFewestOfAShape || !all_finite(values)) return places;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double low = quantile_of(sorted, 0.25);
  const double high = quantile_of(sorted, 0.75);
  const double reach = 3 * (high - low);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < low - reach || values[i] > high + reach) places.push_back(i);
  }
  return places;
}

}  // namespace hotlap::stats
