// The paired analysis: t interval of the mean log ratio, order-statistic interval of the median.
#include <algorithm>
#include <cmath>

#include "analysis/stats/distributions.h"
#include "analysis/stats/stats.h"

namespace hotlap::stats {
namespace {

/// The largest d with P(d <= X <= n - d) >= level for X ~ Binomial(n, 1/2): [x(d), x(n + 1 - d)] covers the median. 0:
/// none.
std::size_t median_rank(std::size_t n, double level) {
  const Binomial heads(static_cast<double>(n), 0.5);
  const auto covers = [&](std::size_t d) { return 1 - 2 * cdf(heads, static_cast<double>(d - 1)) >= level; };
  std::size_t low = 0;  // 0 stands for "no rank covers"
  std::size_t high = n / 2;
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (covers(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace

Paired paired(std::span<const double> log_ratios) {
  Paired result;
  result.n = log_ratios.size();
  result.mean = mean(log_ratios);
  result.deviation = standard_deviation(log_ratios);
  if (!result.mean.present() || !result.deviation.present()) {
    result.p = result.mean.present() ? result.deviation : result.mean;
    return result;
  }
  if (*result.deviation == 0) {
    result.p = *result.mean == 0 ? 1.0 : 0.0;
    return result;
  }
  const double t = *result.mean / (*result.deviation / std::sqrt(static_cast<double>(result.n)));
  result.p = t_two_sided_p(t, static_cast<double>(result.n - 1));
  return result;
}

Interval paired_interval(const Paired& paired, double level) {
  if (!paired.mean.present()) return {paired.mean, paired.mean};
  if (!paired.deviation.present()) return {paired.deviation, paired.deviation};
  if (!(level > 0 && level < 1)) {
    const core::Value absent = core::Value::absent("no interval at this level");
    return {absent, absent};
  }
  const double error = *paired.deviation / std::sqrt(static_cast<double>(paired.n));
  const double half = t_quantile(1 - (1 - level) / 2, static_cast<double>(paired.n - 1)) * error;
  return {*paired.mean - half, *paired.mean + half};
}

Interval median_interval(std::span<const double> values, double level) {
  const core::Value center = median(values);
  if (!center.present()) return {center, center};
  const std::size_t rank = median_rank(values.size(), level);
  if (rank == 0) {
    const core::Value absent = core::Value::absent("too few values for an interval of the median");
    return {absent, absent};
  }
  std::vector<double> ordered(values.begin(), values.end());
  std::sort(ordered.begin(), ordered.end());
  return {ordered[rank - 1], ordered[ordered.size() - rank]};
}

double smallest_p(std::size_t n) { return std::min(1.0, 2 * std::pow(0.5, static_cast<double>(n))); }

double smallest_unpaired_p(std::size_t old_n, std::size_t new_n) {
  if (old_n == 0 || new_n == 0) return 1;
  // 2 / C(old + new, old), factor by factor.
  double p = 2;
  for (std::size_t i = 1; i <= old_n && p > 0; ++i) p *= static_cast<double>(i) / static_cast<double>(new_n + i);
  return std::min(p, 1.0);
}

}  // namespace hotlap::stats
