// What a t test of so many values can see, and how many values it needs: noncentral t.
#include <cmath>

#include "analysis/stats/distributions.h"
#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

constexpr std::size_t kMostValues = 1'000'000;

/// P(|T| > critical) for noncentral T.
double power_at(double noncentrality, double degrees_of_freedom, double critical) {
  if (noncentrality == 0) return t_two_sided_p(critical, degrees_of_freedom);
  const NoncentralT distribution(degrees_of_freedom, noncentrality);
  return cdf(complement(distribution, critical)) + cdf(distribution, -critical);
}

bool found(double standardized_effect, std::size_t n, double alpha, double power) {
  const auto degrees = static_cast<double>(n - 1);
  const double noncentrality = standardized_effect * std::sqrt(static_cast<double>(n));
  // Far beyond any critical value of interest the series is slow and the answer known.
  const double critical = t_quantile(1 - alpha / 2, degrees);
  if (noncentrality > 100 * critical) return true;
  return power_at(noncentrality, degrees, critical) >= power;
}

}  // namespace

double detectable_noncentrality(double degrees_of_freedom, double alpha, double power) {
  const double critical = t_quantile(1 - alpha / 2, degrees_of_freedom);
  double low = 0;
  double high = 1;
  while (high < 1e6 * critical && power_at(high, degrees_of_freedom, critical) < power) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-12 * high) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (power_at(middle, degrees_of_freedom, critical) < power ? low : high) = middle;
  }
  return high;
}

core::Value detectable_effect(core::Value deviation, std::size_t n, double alpha, double power) {
  if (n < 2) return core::Value::absent("fewer than two values");
  if (!deviation.present()) return deviation;
  if (*deviation == 0) return 0.0;
  const double noncentrality = detectable_noncentrality(static_cast<double>(n - 1), alpha, power);
  return *deviation * noncentrality / std::sqrt(static_cast<double>(n));
}

core::Value values_needed(core::Value deviation, double effect, double alpha, double power) {
  if (!deviation.present()) return deviation;
  if (!(effect > 0)) return core::Value::absent("no effect to find");
  if (*deviation == 0) return 2.0;
  const double standardized = effect / *deviation;
  std::size_t low = 1;  // too few
  std::size_t high = 2;
  while (!found(standardized, high, alpha, power)) {
    if (high >= kMostValues) return core::Value::absent("more than 1,000,000 values");
    low = high;
    high = std::min(2 * high, kMostValues);
  }
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (found(standardized, middle, alpha, power) ? high : low) = middle;
  }
  return static_cast<double>(high);
}

}  // namespace hotlap::stats
