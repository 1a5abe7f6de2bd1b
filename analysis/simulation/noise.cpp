// The models.
#include "analysis/simulation/noise.h"

#include <cmath>
#include <numbers>
#include <string>

#include "harness/core/error.h"
#include "harness/core/suggest.h"

namespace hotlap::simulation {
namespace {

double uniform(core::Random& random) { return (static_cast<double>(random.next() >> 11) + 0.5) / 9007199254740992.0; }

/// Standard normal, by Box and Muller.
double gauss(core::Random& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

std::vector<double> normal(core::Random& random, const Turn&) { return {kDeviation * gauss(random)}; }

/// Skewness 6: the logarithm of a cost is itself log-normal, about its mean.
std::vector<double> log_normal(core::Random& random, const Turn&) {
  const double variance = std::exp(1.0) - 1;
  const double skewed = std::exp(gauss(random)) - std::exp(0.5);
  return {kDeviation * skewed / std::sqrt(variance * std::exp(1.0))};
}

std::vector<double> heavy_tailed(core::Random& random, const Turn&) {
  double squares = 0;
  for (int i = 0; i < 3; ++i) squares += std::pow(gauss(random), 2);
  // t with 3 degrees of freedom has variance 3, which its denominator's 3 cancels.
  return {kDeviation * gauss(random) / std::sqrt(squares)};
}

/// Everything gets dearer by half a percent a round, evenly over its launches.
std::vector<double> drifting(core::Random& random, const Turn& turn) {
  const double time = turn.round + static_cast<double>(turn.place) / turn.arms;
  return {0.005 * time + kDeviation * gauss(random)};
}

/// One process in five lands in a mode that is dearer by 2.3 of the deviations.
std::vector<double> bimodal(core::Random& random, const Turn&) {
  const double mode = random.below(5) == 0 ? 1.0 : 0.0;
  return {kDeviation * (2.3 * mode + 0.39 * gauss(random))};
}

/// Neighbouring laps of a process correlate by 0.8; no process is a draw of its own beyond that.
std::vector<double> autocorrelated(core::Random& random, const Turn&) {
  constexpr double kCorrelation = 0.8;
  std::vector<double> laps(6);
  double state = gauss(random);
  for (double& lap : laps) {
    lap = kDeviation * state;
    state = kCorrelation * state + std::sqrt(1 - kCorrelation * kCorrelation) * gauss(random);
  }
  return laps;
}

}  // namespace

const std::vector<Noise>& noises() {
  static const std::vector<Noise> all{
      {"normal", "independent, normal", 1, normal},
      {"log-normal", "skewed: skewness 6", 1, log_normal},
      {"heavy-tailed", "t with 3 degrees of freedom", 1, heavy_tailed},
      {"drifting", "normal, and 0.5 % dearer each round", 1, drifting},
      {"bimodal", "one process in five is in another mode", 1, bimodal},
      {"autocorrelated", "six laps a round, lag-1 correlation 0.8", 6, autocorrelated},
  };
  return all;
}

const Noise& noise(std::string_view id) {
  std::vector<std::string> ids;
  for (const Noise& one : noises()) {
    if (one.id == id) return one;
    ids.emplace_back(one.id);
  }
  throw core::UserError({"no model of noise '" + std::string(id) + "'", "", core::suggest(std::string(id), ids)});
}

}  // namespace hotlap::simulation
