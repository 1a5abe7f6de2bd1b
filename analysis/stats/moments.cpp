// Mean, variance, median and trimmed mean, exact for constant series.
#include <algorithm>
#include <cmath>
#include <string>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

bool constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

bool finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

core::Value no_values() { return core::Value::absent("no values"); }
core::Value not_finite() { return core::Value::absent("not a finite number"); }

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> copy(values.begin(), values.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

}  // namespace

core::Value mean(std::span<const double> values) {
  if (values.empty()) return no_values();
  // A constant series has exactly that mean and no variance; rounding must not invent either.
  if (constant(values)) return values.front();
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  const double rough = sum / n;
  double rest = 0;
  for (const double value : values) rest += value - rough;
  return rough + rest / n;
}

core::Value variance(std::span<const double> values) {
  if (values.size() < 2) return core::Value::absent("fewer than two values");
  if (!finite(values)) return not_finite();
  if (constant(values)) return 0.0;
  core::Value center = mean(values);
  if (!center.present()) return center;
  double squares = 0;
  for (const double value : values) squares += (value - *center) * (value - *center);
  return squares / static_cast<double>(values.size() - 1);
}

core::Value standard_deviation(std::span<const double> values) {
  const core::Value squared = variance(values);
  return squared.present() ? core::Value(std::sqrt(*squared)) : squared;
}

core::Value median(std::span<const double> values) {
  if (values.empty()) return no_values();
  if (!finite(values)) return not_finite();
  const std::vector<double> ordered = sorted(values);
  const std::size_t middle = ordered.size() / 2;
  if (ordered.size() % 2 == 1) return ordered[middle];
  return ordered[middle - 1] + (ordered[middle] - ordered[middle - 1]) / 2;
}

core::Value trimmed_mean(std::span<const double> values, double fraction) {
  if (values.empty()) return no_values();
  if (!finite(values)) return not_finite();
  const std::vector<double> ordered = sorted(values);
  // The hair keeps 0.2 * 15 at 3 whatever the rounding of 0.2.
  const auto cut = static_cast<std::size_t>(std::floor(fraction * static_cast<double>(ordered.size()) + 1e-9));
  if (2 * cut >= ordered.size()) return core::Value::absent("nothing is left after trimming");
  return mean(std::span(ordered).subspan(cut, ordered.size() - 2 * cut));
}

}  // namespace hotlap::stats
