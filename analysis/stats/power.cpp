// What a t test of so many values can see, and how many values it needs: noncentral t.
#include <algorithm>
#include <array>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <map>

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

double solve(double degrees_of_freedom, double alpha, double power) {
  const double critical = t_quantile(1 - alpha / 2, degrees_of_freedom);
  const auto missing = [&](double noncentrality) {
    return power - power_at(noncentrality, degrees_of_freedom, critical);
  };
  if (missing(0) <= 0) return 0;
  double high = critical + 1;
  while (high < 1e6 * critical && missing(high) > 0) high *= 2;
  std::uintmax_t steps = 100;
  const auto bracket = boost::math::tools::toms748_solve(missing, 0.0, high,
                                                         boost::math::tools::eps_tolerance<double>(), steps, Quiet());
  return bracket.second;
}

}  // namespace

double detectable_noncentrality(double degrees_of_freedom, double alpha, double power) {
  // A table asks for the same few again and again, row by row, and each is a search over a slow series.
  constexpr std::size_t kMostKept = 10'000;
  static thread_local std::map<std::array<double, 3>, double> kept;
  const std::array<double, 3> question{degrees_of_freedom, alpha, power};
  if (const auto found = kept.find(question); found != kept.end()) return found->second;
  if (kept.size() == kMostKept) kept.clear();
  return kept[question] = solve(degrees_of_freedom, alpha, power);
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
  const auto enough = [&](std::size_t n) {
    const double needed = detectable_noncentrality(static_cast<double>(n - 1), alpha, power);
    return standardized * std::sqrt(static_cast<double>(n)) >= needed;
  };
  // As if the deviation were known: close below the answer, which saves most of the search.
  const double guess = std::pow(detectable_noncentrality(1e9, alpha, power) / standardized, 2);
  if (guess > static_cast<double>(kMostValues)) return core::Value::absent("more than 1,000,000 values");
  std::size_t low = 1;  // too few
  std::size_t high = std::max<std::size_t>(2, static_cast<std::size_t>(guess));
  for (std::size_t step = 1; !enough(high); step *= 2) {
    if (high >= kMostValues) return core::Value::absent("more than 1,000,000 values");
    low = high;
    high = std::min(high + step, kMostValues);
  }
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return static_cast<double>(high);
}

}  // namespace hotlap::stats
