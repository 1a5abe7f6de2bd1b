// Whether every arm held every place equally often: without that a paired analysis mistakes drift for a change.
#pragma once

#include <optional>
#include <vector>

#include "analysis/compare/rounds.h"
#include "harness/core/warning.h"

namespace hotlap::compare {

/// `order_imbalance` when the counts of an arm at a place differ by more than one: over the rounds' launches, or over
/// the laps of any one round. Also when the launch order is not in the record at all. Absent when balanced, and for a
/// single arm.
std::optional<core::Warning> order_imbalance(const std::vector<Round>& rounds, const std::vector<core::Arm>& arms);

}  // namespace hotlap::compare
