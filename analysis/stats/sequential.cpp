// Bounds of a group-sequential test by recursive integration, and the repeated p-value from them.
#include "analysis/stats/sequential.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "analysis/stats/distributions.h"

namespace hotlap::stats {
namespace {

/// Densities are integrated to so many standard deviations; beyond, less than 1e-18 is left.
constexpr double kReach = 9;
/// Widest panel of ten points, in standard deviations of the narrowest step.
constexpr double kPanel = 2.5;

double upper_tail(double z) { return std::erfc(z / std::numbers::sqrt2) / 2; }
double two_sided_z(double p) { return quantile(complement(Normal(), p / 2)); }

/// The paths that no look has stopped yet, as masses on the positive half: everything is symmetric.
class Paths {
 public:
  /// Chance to be beyond +-bound after a step of this deviation.
  double crossing(double bound, double step) const {
    double chance = 0;
    for (const auto& [place, mass] : masses_) {
      chance += mass * (upper_tail((bound - place) / step) + upper_tail((bound + place) / step));
    }
    return 2 * chance;
  }

  /// Takes the step and drops the paths beyond the bound; `deviation` without any bound, `next` of the step to come.
  void advance(double bound, double step, double deviation, double next) {
    const double end = std::min(bound, kReach * deviation);
    const int panels = std::max(1, static_cast<int>(std::ceil(end / (kPanel * std::min(step, next)))));
    const double half = end / panels / 2;
    std::vector<std::pair<double, double>> moved;
    for (int panel = 0; panel < panels; ++panel) {
      const double middle = (2 * panel + 1) * half;
      for (std::size_t i = 0; i < Rule::abscissa().size(); ++i) {
        for (const double sign : {-1.0, 1.0}) {
          const double place = middle + sign * half * Rule::abscissa()[i];
          moved.emplace_back(place, half * Rule::weights()[i] * density(place, step));
        }
      }
    }
    masses_ = std::move(moved);
  }

 private:
  using Rule = boost::math::quadrature::gauss<double, 10>;  // an even number: no point in the middle

  double density(double place, double step) const {
    double sum = 0;
    for (const auto& [from, mass] : masses_) {
      const double near = (place - from) / step;
      const double far = (place + from) / step;
      sum += mass * (std::exp(-near * near / 2) + std::exp(-far * far / 2));
    }
    return sum / (step * std::sqrt(2 * std::numbers::pi));
  }

  std::vector<std::pair<double, double>> masses_{{0, 0.5}};
};

/// The bound that is crossed with this chance; infinite when nothing may be spent.
double bound_for(const Paths& paths, double step, double deviation, double chance) {
  constexpr double kNothing = 1e-250;
  if (chance < kNothing) return std::numeric_limits<double>::infinity();
  const auto excess = [&](double bound) { return paths.crossing(bound, step) - chance; };
  if (excess(0) <= 0) return 0;
  std::uintmax_t steps = 100;
  const auto bracket = boost::math::tools::toms748_solve(excess, 0.0, 38 * deviation,
                                                         boost::math::tools::eps_tolerance<double>(40), steps, Quiet());
  return (bracket.first + bracket.second) / 2;
}

bool is_fixed(std::span<const Look> looks) { return looks.size() == 1 && looks.front().fraction >= 1; }

/// What has been computed, by looks and alpha: rows of a table share their looks.
template <class Key, class Result>
class Memo {
 public:
  template <class Compute>
  const Result& get(const Key& key, Compute compute) {
    constexpr std::size_t kMost = 1000;
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    if (known_.size() >= kMost) known_.clear();
    return known_.emplace(key, compute()).first->second;
  }

 private:
  std::map<Key, Result> known_;
};

/// Nominal levels of the last look as z, over alphas as z: point i is z = (i + 1) * kStep.
constexpr double kStep = 0.1;
constexpr int kPoints = 60;

std::vector<double> table_of(std::span<const Look> looks) {
  std::vector<double> table;
  for (int i = 0; i < kPoints; ++i) {
    const double alpha = 2 * upper_tail((i + 1) * kStep);
    const double level = nominal_levels(looks, alpha).back();
    table.push_back(level > 0 ? two_sided_z(level) : std::numeric_limits<double>::infinity());
  }
  return table;
}

}  // namespace

double spent(double alpha, double fraction) {
  return 4 * upper_tail(two_sided_z(alpha / 2) / std::sqrt(std::clamp(fraction, 0.0, 1.0)));
}

double t_information(double values) {
  constexpr double kLost = 4.5;
  return std::max(values - kLost, values / 12);  // the latter below five, where no look can stop: still growing
}

std::vector<double> nominal_levels(std::span<const Look> looks, double alpha) {
  if (is_fixed(looks)) return {alpha};
  std::vector<double> levels;
  Paths paths;
  double information = 0;
  double already = 0;
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const double step = std::sqrt(looks[i].information - information);
    information = looks[i].information;
    const double deviation = std::sqrt(information);
    const double target = std::max(already, spent(alpha, looks[i].fraction));
    const double bound = bound_for(paths, step, deviation, target - already);
    already = target;
    levels.push_back(std::isinf(bound) ? 0 : 2 * upper_tail(bound / deviation));
    if (i + 1 < looks.size()) {
      paths.advance(bound, step, deviation, std::sqrt(looks[i + 1].information - information));
    }
  }
  return levels;
}

double nominal_level(std::span<const Look> looks, double alpha) {
  if (is_fixed(looks)) return alpha;
  thread_local Memo<std::pair<std::vector<Look>, double>, double> memo;
  return memo.get({{looks.begin(), looks.end()}, alpha}, [&] { return nominal_levels(looks, alpha).back(); });
}

double repeated_p(std::span<const Look> looks, double p) {
  if (is_fixed(looks) || p <= 0) return p;
  thread_local Memo<std::vector<Look>, std::vector<double>> memo;
  const auto& table = memo.get({looks.begin(), looks.end()}, [&] { return table_of(looks); });
  const double z = two_sided_z(p);
  if (!(z >= table.front())) return 1;
  // Beyond the table an alpha is spent as if this look were the only one: along z / sqrt(fraction).
  if (z >= table.back()) {
    return 2 * upper_tail(kPoints * kStep + (z - table.back()) * std::sqrt(std::min(1.0, looks.back().fraction)));
  }
  const auto above = std::upper_bound(table.begin(), table.end(), z);
  const double share = (z - *(above - 1)) / (*above - *(above - 1));
  return 2 * upper_tail((static_cast<double>(above - table.begin()) + share) * kStep);
}

}  // namespace hotlap::stats
