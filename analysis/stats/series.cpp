// A series in time order: does each value lean on the one before, and does the whole drift.
#include <cmath>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

constexpr std::size_t kFewest = 4;

core::Value too_few() { return core::Value::absent("fewer than four values"); }

}  // namespace

core::Value autocorrelation(std::span<const double> values) {
  if (values.size() < kFewest) return too_few();
  const core::Value center = mean(values);
  const core::Value spread = variance(values);
  if (!center.present() || !spread.present()) return center.present() ? spread : center;
  if (*spread == 0) return core::Value::absent("no variance");
  double products = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) products += (values[i] - *center) * (values[i + 1] - *center);
  return products / (*spread * static_cast<double>(values.size() - 1));
}

Trend trend(std::span<const double> values) {
  if (values.size() < kFewest) return {too_few(), too_few()};
  const core::Value center = mean(values);
  const core::Value spread = variance(values);
  if (!center.present() || !spread.present()) return {center, center.present() ? spread : center};
  if (*spread == 0) return {0.0, 1.0};
  const auto n = static_cast<double>(values.size());
  const double middle = (n - 1) / 2;
  double products = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    products += (static_cast<double>(i) - middle) * (values[i] - *center);
  }
  const double squares = n * (n * n - 1) / 12;  // of 0..n-1 about their mean
  const double slope = products / squares;
  double residuals = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double residual = values[i] - *center - slope * (static_cast<double>(i) - middle);
    residuals += residual * residual;
  }
  if (residuals == 0) return {slope, slope == 0 ? 1.0 : 0.0};
  const double error = std::sqrt(residuals / (n - 2) / squares);
  return {slope, t_two_sided_p(slope / error, n - 2)};
}

}  // namespace hotlap::stats
