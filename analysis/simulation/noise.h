// What makes the laps of one build differ: models of noise for simulated comparisons.
#pragma once

#include <string_view>
#include <vector>

#include "harness/core/random.h"

namespace hotlap::simulation {

/// Standard deviation of one process of one arm in one round, log units, of every model.
inline constexpr double kDeviation = 0.02;

/// One process of an arm: its round and its place in the launch order, among so many arms.
struct Turn {
  int round = 0;
  int place = 0;
  int arms = 0;
};

/// A row of the registry: a model draws the log cost of each lap of one process.
struct Noise {
  std::string_view id;
  std::string_view help;
  int laps = 1;  ///< per arm and round; a multiple of six where there are several
  std::vector<double> (*draw)(core::Random& random, const Turn& turn);
};

const std::vector<Noise>& noises();
/// Throws core::UserError with a suggestion.
const Noise& noise(std::string_view id);

}  // namespace hotlap::simulation
