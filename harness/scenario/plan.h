// The scenario expanded: every configuration, arm, round and lap, in order, from one recorded seed. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/arm.h"
#include "harness/core/sample.h"
#include "harness/scenario/scenario.h"

namespace hotlap::scenario {

enum class Protocol {
  laps,    ///< each round: fresh processes for all arms, then many short laps in turns
  rounds,  ///< each sample: a fresh process and one timed window
  micro    ///< each sample: one row of a benchmark program in a fresh process, without load
};

/// Everything that decides what will happen; recorded. Same settings, same plan.
struct Settings {
  Protocol protocol = Protocol::laps;
  std::string load = "closed";  ///< id of the load generator
  std::uint64_t seed = 0;
  bool control = true;                                 ///< with the A/A arm
  bool single = false;                                 ///< `hotlap run`: one arm (old) only
  core::Nanoseconds budget{std::chrono::seconds(60)};  ///< per configuration
  std::optional<int> rounds;                           ///< fixed number; absent: from the budget
  int laps = 0;                                        ///< laps per arm and round (protocol laps)
  int steady_laps = 10;                                ///< an arm is warm after so many laps without getting faster,
  std::uint64_t warm_requests = 0;                     ///< but not before it has answered so many requests
  core::Nanoseconds lap{0};                            ///< of a lap, of a window (rounds), least of a row (micro)
  bool operator==(const Settings&) const = default;
};

/// One scenario with all parameters fixed. Protocol `micro`: of the scenario the name alone, which is the row's.
struct Configuration {
  Scenario scenario;
  /// The parameters that can differ between configurations of a scenario, as printed: {"connections", "50"}.
  std::vector<std::pair<std::string, std::string>> parameters;
  bool operator==(const Configuration&) const = default;
};

struct Plan {
  Settings settings;
  std::vector<Configuration> configurations;
  std::vector<core::Arm> arms() const;
};

/// What is drawn anew for one arm in one round, so that it is not the same draw every time.
struct Nuisance {
  std::uint16_t port = 0;  ///< 10000..32767: five digits, below the ephemeral ports
  int environment_padding =
      0;  ///< length of an extra environment variable, 0..4095: moves the stack (Mytkowicz et al. 2009)
};

/// One round of one configuration.
struct RoundPlan {
  int configuration = 0;
  int round = 0;
  std::vector<core::Arm> launch_order;         ///< also the order in which arms warm up and stop
  std::vector<std::vector<core::Arm>> blocks;  ///< laps: each block runs every arm once
  std::vector<std::pair<core::Arm, Nuisance>> nuisance;
};

/// Round `round` of `configuration`, a function of the settings alone.
///
/// Launch orders: rounds come in groups of as many rounds as there are arms; within a group every arm holds every place
/// once (the rotations of a random permutation). Blocks: all permutations of the arms equally often, in random order;
/// when the number of laps is no multiple of the number of permutations, the rest is filled with rotations so that
/// places stay as even as they can be (counts differ by at most one). Every arm gets the same environment padding and a
/// port of its own; a retry counter gives other ports when one is taken.
RoundPlan plan_round(const Plan& plan, int configuration, int round, int port_attempt = 0);

/// The order in which (configuration, round) pairs run: one round of each configuration, then the next round of each.
struct Turn {
  int configuration = 0;
  int round = 0;
  bool operator==(const Turn&) const = default;
};
std::vector<Turn> turns(int configurations, int rounds);

/// How many rounds fit in the budget: at least `minimum`, a multiple of the number of arms, never more than fit unless
/// the minimum does not. `round_cost` > 0 is the cost of one round of one configuration.
int rounds_for_budget(core::Nanoseconds budget, core::Nanoseconds round_cost, int arms, int minimum);

/// Whether the results of a run from a budget are looked at after `done` rounds of a configuration; `previous` is how
/// many there were at the look before, 0 without one. Looks are at the end of a group of rounds: when the fewest are
/// done, whenever they have doubled up to a fifth of the planned, at each fifth, and when all are done. Few looks lose
/// little and are cheap to account for.
bool is_look(int done, int previous, int planned, int arms, int fewest);

}  // namespace hotlap::scenario
