// Where variance comes from: repetitions within a round, or the rounds themselves.
#include <algorithm>
#include <cmath>

#include "analysis/stats/stats.h"

namespace hotlap::stats {

Components variance_components(std::span<const std::vector<double>> rounds) {
  double squares = 0;      // within the rounds
  double degrees = 0;      // of these
  double reciprocals = 0;  // of the rounds' sizes
  std::vector<double> means;
  for (const std::vector<double>& round : rounds) {
    if (round.empty()) continue;
    means.push_back(*mean(round));
    const auto n = static_cast<double>(round.size());
    reciprocals += 1 / n;
    if (round.size() < 2) continue;
    squares += *variance(round) * (n - 1);
    degrees += n - 1;
  }
  if (means.size() < 2) {
    const core::Value few = core::Value::absent("fewer than two rounds");
    return {few, few};
  }
  if (degrees == 0) {
    const core::Value single = core::Value::absent("one lap a round: what they add cannot be told apart");
    return {single, single};
  }
  const double within = squares / degrees;
  // The means of the rounds also vary as each has only so many repetitions (section 6.3; sizes may differ here).
  const double share = within * reciprocals / static_cast<double>(means.size());
  return {within, std::max(0.0, *variance(means) - share)};
}

core::Value repetitions_that_pay(const Components& components, double repetition_cost, double round_cost) {
  if (!components.within.present()) return components.within;
  if (*components.between == 0) return core::Value::absent("rounds do not differ beyond their laps");
  return std::sqrt(round_cost / repetition_cost * *components.within / *components.between);
}

}  // namespace hotlap::stats
