// Many p-values at once: Holm's and Benjamini and Hochberg's adjustments.
#include <algorithm>
#include <numeric>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

/// Indices of the p-values, smallest first.
std::vector<std::size_t> ascending(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  return order;
}

}  // namespace

std::vector<double> holm(std::span<const double> p_values) {
  const std::vector<std::size_t> order = ascending(p_values);
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto left = static_cast<double>(order.size() - i);
    largest = std::max(largest, std::min(1.0, left * p_values[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  const std::vector<std::size_t> order = ascending(p_values);
  std::vector<double> adjusted(p_values.size());
  const auto count = static_cast<double>(order.size());
  double smallest = 1;
  for (std::size_t i = order.size(); i > 0; --i) {
    smallest = std::min(smallest, count / static_cast<double>(i) * p_values[order[i - 1]]);
    adjusted[order[i - 1]] = smallest;
  }
  return adjusted;
}

}  // namespace hotlap::stats
