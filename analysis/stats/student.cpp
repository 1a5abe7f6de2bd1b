// Student's t: the quantile and the two-sided p.
#include <cmath>

#include "analysis/stats/distributions.h"
#include "analysis/stats/stats.h"

namespace hotlap::stats {

double t_quantile(double p, double degrees_of_freedom) {
  const StudentsT distribution(degrees_of_freedom);
  // The upper tail through its complement: 1 - p would lose the digits of a small alpha.
  return p < 0.5 ? quantile(distribution, p) : quantile(complement(distribution, 1 - p));
}

double t_two_sided_p(double t, double degrees_of_freedom) {
  return 2 * cdf(complement(StudentsT(degrees_of_freedom), std::fabs(t)));
}

}  // namespace hotlap::stats
