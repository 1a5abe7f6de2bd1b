// A build compared with itself: what change could be seen on this machine?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/command.h"
#include "harness/record/record.h"

namespace hotlap::cli {

inline constexpr double kDetectablePower = 0.8;
inline constexpr double kDetectableAlpha = 0.05;

/// The smallest change that a comparison of so many seconds finds with that power at that alpha.
struct Detectable {
  double seconds = 0;
  core::Value percent;
};

struct SelfComparison {
  std::string server, scenario;
  std::string metric;  ///< the first that decides; empty when none has a figure
  std::size_t rounds = 0;
  core::Value seconds_per_round;
  core::Value deviation_percent;  ///< of a round's log ratio, times 100
  std::vector<Detectable> detectable;
  core::Value change_percent;  ///< what was "seen" of a change that is none
  core::Value p;
  bool starred = false;        ///< p < 5 %
  bool control_moved = false;  ///< the run would not be trusted
  std::string failure;         ///< why there are no figures; empty when there are
  bool interrupted = false;
};

/// What the deciding metric's rounds say; pure. One look at the end and one deciding metric are assumed: looks on the
/// way and Holm's adjustment cost a little more.
SelfComparison read_self_comparison(const record::Record& record);

/// Compares the reference server with itself, by the protocol and the scenario of any comparison, for the whole budget.
/// The record is left in `folder`, or, when it is empty, nowhere. An environment in which nothing can be measured is a
/// failure in the result, not an error.
SelfComparison compare_with_itself(double budget_seconds, const std::string& folder, Streams& streams);

/// Of rounds that differ by this much (log units). Absent when fewer than two rounds fit, or what it is made of is.
Detectable detectable_in(double seconds, const core::Value& deviation, const core::Value& seconds_per_round);

}  // namespace hotlap::cli
