// The ratio of two quantiles of Student's t falls as the degrees of freedom grow: each ratio bounds them on both sides.
#include "analysis/audit/degrees.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/stats/stats.h"

namespace hotlap::audit {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kMost = 1e7;  ///< beyond, the ratio is that of the normal distribution to seven digits

double quantile(std::size_t level, double degrees) { return stats::t_quantile(1 - kLevels[level] / 2, degrees); }

double ratio(std::size_t upper, std::size_t lower, double degrees) {
  return quantile(upper, degrees) / quantile(lower, degrees);
}

/// The degrees at which the ratio has this value; 1 when it would take fewer, infinite when no number is enough.
double degrees_at(std::size_t upper, std::size_t lower, double wanted) {
  if (wanted >= ratio(upper, lower, 1)) return 1;
  if (wanted <= ratio(upper, lower, kMost)) return kInfinite;
  double low = 0;
  double high = std::log(kMost);
  for (int step = 0; step < 40; ++step) {
    const double middle = (low + high) / 2;
    (ratio(upper, lower, std::exp(middle)) > wanted ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

struct Pair {
  std::size_t upper;
  std::size_t lower;
};
constexpr std::array kPairs{Pair{1, 0}, Pair{2, 0}, Pair{2, 1}};
constexpr std::array<std::string_view, 3> kColumns{"(*)", "(**)", "(***)"};

std::string name_of(const Pair& pair) { return fmt::format("{}/{}", kColumns[pair.upper], kColumns[pair.lower]); }

std::string text_of(const Degrees& degrees) {
  if (degrees.high == kInfinite) return fmt::format("at least {:.1f}", degrees.low);
  return fmt::format("{:.1f} to {:.1f}", degrees.low, degrees.high);
}

}  // namespace

DegreesFound degrees_of(const std::array<Figure, 3>& accuracies) {
  std::array<Degrees, kPairs.size()> found;
  for (std::size_t i = 0; i < kPairs.size(); ++i) {
    const Pair& pair = kPairs[i];
    const Figure& above = accuracies[pair.upper];
    const Figure& below = accuracies[pair.lower];
    const double least = std::max(0.0, above.low()) / below.high();
    const double most = below.low() > 0 ? above.high() / below.low() : kInfinite;
    const double printed = above.value / below.value;
    const double normal = ratio(pair.upper, pair.lower, kMost);
    if (most < normal) {
      return {{}, fmt::format("{} is {:.3f}; no t distribution has less than {:.3f}", name_of(pair), printed, normal)};
    }
    const double largest = ratio(pair.upper, pair.lower, 1);
    if (least > largest) {
      return {{},
              fmt::format("{} is {:.3f}; one degree of freedom has {:.3f}, more have less", name_of(pair), printed,
                          largest)};
    }
    found[i] = {degrees_at(pair.upper, pair.lower, most), degrees_at(pair.upper, pair.lower, least)};
  }
  const auto lowest =
      std::max_element(found.begin(), found.end(), [](const Degrees& a, const Degrees& b) { return a.low < b.low; });
  const auto highest =
      std::min_element(found.begin(), found.end(), [](const Degrees& a, const Degrees& b) { return a.high < b.high; });
  if (lowest->low <= highest->high) return {Degrees{lowest->low, highest->high}, ""};
  const auto pair_of = [&](const Degrees* one) { return kPairs[static_cast<std::size_t>(one - found.data())]; };
  return {{},
          fmt::format("{} tells {} degrees of freedom, {} tells {}", name_of(pair_of(&*lowest)), text_of(*lowest),
                      name_of(pair_of(&*highest)), text_of(*highest))};
}

}  // namespace hotlap::audit
