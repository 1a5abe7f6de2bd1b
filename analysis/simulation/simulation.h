// Whole comparisons of known truth, planned, stopped and judged by the code that does so for real ones.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "analysis/compare/compare.h"
#include "analysis/simulation/noise.h"

namespace hotlap::simulation {

/// What is simulated: old, new and control with one deciding metric, `planned` rounds by the budget.
struct Experiment {
  const Noise* noise = nullptr;
  double effect = 0;  ///< of new, log units
  int planned = 60;   ///< a multiple of three
  bool early = true;  ///< false: a fixed number of rounds, without looks
  compare::Policy policy;
};

struct Counts {
  std::size_t comparisons = 0;
  std::size_t changed = 0;         ///< verdict regression or improvement before the control's veto
  std::size_t equivalent = 0;      ///< the same of equivalent
  std::size_t false_verdicts = 0;  ///< printed verdicts that the truth contradicts, after the veto
  std::size_t covered = 0;         ///< printed intervals that hold the truth
  std::size_t untrusted = 0;
  std::size_t rounds = 0;                     ///< over all
  std::map<std::string, std::size_t> warned;  ///< comparisons whose row or run has this warning
  double share(std::size_t count) const { return static_cast<double>(count) / static_cast<double>(comparisons); }
};

/// Comparison i is drawn from (`purpose`, i) alone.
Counts simulate(const Experiment& experiment, std::size_t comparisons, std::string_view purpose);

}  // namespace hotlap::simulation
