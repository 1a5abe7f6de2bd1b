// Shares: the Clopper-Pearson interval, and how many of n are still unsuspicious.
#include "analysis/stats/distributions.h"
#include "analysis/stats/stats.h"

namespace hotlap::stats {

Interval binomial_interval(std::size_t successes, std::size_t trials, double level) {
  if (trials == 0 || successes > trials) {
    const core::Value absent = core::Value::absent(trials == 0 ? "no trials" : "more successes than trials");
    return {absent, absent};
  }
  const double tail = (1 - level) / 2;
  const auto n = static_cast<double>(trials);
  const auto k = static_cast<double>(successes);
  return {successes == 0 ? 0.0 : Binomial::find_lower_bound_on_p(n, k, tail),
          successes == trials ? 1.0 : Binomial::find_upper_bound_on_p(n, k, tail)};
}

std::size_t binomial_limit(std::size_t trials, double p, double level) {
  const Binomial distribution(static_cast<double>(trials), p);
  std::size_t k = 0;
  while (k < trials && cdf(complement(distribution, static_cast<double>(k))) > 1 - level) ++k;
  return k;
}

}  // namespace hotlap::stats
