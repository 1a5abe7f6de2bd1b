// Welch's unpaired test with the columns of Node's compare.R, and Fieller's interval of the ratio.
#include <algorithm>
#include <cmath>
#include <string>

#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

constexpr std::array kAlphas{0.05, 0.01, 0.001};

/// One side: mean and the variance of that mean.
struct Side {
  double n = 0;
  double mean = 0;
  double error = 0;  ///< variance / n
};

Side side_of(std::span<const double> values, const core::Value& center, const core::Value& spread) {
  const auto n = static_cast<double>(values.size());
  return {n, *center, *spread / n};
}

/// Fieller (1954): the ratios r for which a test of new - r * old = 0 does not reject.
Interval fieller(const Side& old_side, const Side& new_side, double q) {
  const double ratio = new_side.mean / old_side.mean;
  const double g = q * q * old_side.error / (old_side.mean * old_side.mean);
  if (!(g < 1)) {
    const core::Value unbounded = core::Value::absent("unbounded: the old mean is not distinguishable from 0");
    return {unbounded, unbounded};
  }
  const double half =
      q / std::fabs(old_side.mean) * std::sqrt((1 - g) * new_side.error + ratio * ratio * old_side.error);
  return {100 * ((ratio - half) / (1 - g) - 1), 100 * ((ratio + half) / (1 - g) - 1)};
}

void fill_all(Welch& welch, const core::Value& value) {
  welch.accuracy_percent.fill(value);
  welch.fieller_percent = {value, value};
}

void fill_constant(Welch& welch, const Side& old_side, const Side& new_side) {
  const bool equal = old_side.mean == new_side.mean;
  const core::Value constant = core::Value::absent("both arms are constant");
  welch.t = equal ? core::Value(0.0) : constant;
  welch.degrees_of_freedom = constant;
  welch.p = equal ? 1.0 : 0.0;
  welch.stars = equal ? 0 : 3;
  if (!welch.improvement_percent.present()) return;
  welch.accuracy_percent.fill(0.0);
  welch.fieller_percent = {welch.improvement_percent, welch.improvement_percent};
}

void fill_test(Welch& welch, const Side& old_side, const Side& new_side) {
  const double squared_error = old_side.error + new_side.error;
  // As shares of the error, so that very small and very large variances do not underflow or overflow when squared.
  const double old_share = old_side.error / squared_error;
  const double new_share = new_side.error / squared_error;
  const double degrees = 1 / (old_share * old_share / (old_side.n - 1) + new_share * new_share / (new_side.n - 1));
  welch.degrees_of_freedom = degrees;
  welch.t = (new_side.mean - old_side.mean) / std::sqrt(squared_error);
  if (!welch.t.present() || !welch.degrees_of_freedom.present()) {
    welch.p = core::Value::absent("not a finite number");
    fill_all(welch, welch.p);
    return;
  }
  welch.p = t_two_sided_p(*welch.t, degrees);
  welch.stars =
      static_cast<int>(std::count_if(kAlphas.begin(), kAlphas.end(), [&](double alpha) { return *welch.p < alpha; }));
  if (!welch.improvement_percent.present()) return;
  const double relative_error = std::sqrt(squared_error) / std::fabs(old_side.mean);
  for (std::size_t i = 0; i < kAlphas.size(); ++i) {
    welch.accuracy_percent[i] = 100 * t_quantile(1 - kAlphas[i] / 2, degrees) * relative_error;
  }
  welch.fieller_percent = fieller(old_side, new_side, t_quantile(1 - kAlphas[0] / 2, degrees));
}

}  // namespace

Welch welch(std::span<const double> old_values, std::span<const double> new_values) {
  Welch result;
  const core::Value old_mean = mean(old_values);
  const core::Value new_mean = mean(new_values);
  if (!old_mean.present() || !new_mean.present()) {
    const core::Value absent = old_mean.present() ? new_mean : old_mean;
    result.t = result.degrees_of_freedom = result.p = result.improvement_percent = absent;
    fill_all(result, absent);
    return result;
  }
  result.improvement_percent = *old_mean == 0 ? core::Value::absent("the old mean is 0")
                                              : core::Value(100 * (*new_mean - *old_mean) / *old_mean);
  fill_all(result, result.improvement_percent);
  const core::Value old_variance = variance(old_values);
  const core::Value new_variance = variance(new_values);
  if (!old_variance.present() || !new_variance.present()) {
    const core::Value absent = old_variance.present() ? new_variance : old_variance;
    result.t = result.degrees_of_freedom = result.p = absent;
    fill_all(result, absent);
    return result;
  }
  const Side old_side = side_of(old_values, old_mean, old_variance);
  const Side new_side = side_of(new_values, new_mean, new_variance);
  if (old_side.error + new_side.error == 0) {
    fill_constant(result, old_side, new_side);
  } else {
    fill_test(result, old_side, new_side);
  }
  return result;
}

Interval fieller_percent(std::span<const double> old_values, std::span<const double> new_values, double level) {
  const Welch test = welch(old_values, new_values);
  // Constant arms, and what cannot be computed, are the same at every level.
  if (!test.degrees_of_freedom.present() || !test.improvement_percent.present()) return test.fieller_percent;
  const Side old_side = side_of(old_values, mean(old_values), variance(old_values));
  const Side new_side = side_of(new_values, mean(new_values), variance(new_values));
  return fieller(old_side, new_side, t_quantile(1 - (1 - level) / 2, *test.degrees_of_freedom));
}

}  // namespace hotlap::stats
