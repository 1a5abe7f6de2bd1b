// What a run teaches the next one of the same configuration.
#pragma once

#include <string>
#include <vector>

#include "analysis/compare/compare.h"

namespace hotlap::compare {

/// Of one configuration and its deciding cost; where it has none, its deciding rate, which may be the client's.
struct Lesson {
  record::ConfigurationInfo configuration;
  std::string metric;
  stats::Components components;  ///< of the log ratios new over old, lap by lap
  core::Value block_seconds;     ///< a lap of every arm
  core::Value round_seconds;     ///< what a round takes besides its laps
  std::size_t rounds = 0;        ///< that it comes from,
  double blocks = 0;             ///< and laps of every arm in each of them, on average
  core::Value laps;              ///< a round that pay (stats::repetitions_that_pay)
  core::Value detectable_in(double seconds, double laps_of_round, double alpha) const;  ///< percent, 80 % power
};

/// One for each configuration of a record of protocol `laps`; nothing else teaches.
std::vector<Lesson> lessons(const record::Record& record, const Policy& policy);

}  // namespace hotlap::compare
