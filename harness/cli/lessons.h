// What an earlier run of the same scenarios taught.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/lesson.h"
#include "harness/scenario/plan.h"

namespace hotlap::cli {

/// Of the record in a folder. Throws UserError when it cannot be read or teaches nothing about `plan`'s configurations.
std::vector<compare::Lesson> lessons_for(const std::string& folder, const scenario::Plan& plan);

/// Whether all come of enough rounds, with enough laps each, to plan by: not of a glance.
bool teach_enough(const std::vector<compare::Lesson>& lessons);

/// Laps per arm and round for all configurations together: the median of what pays for each, a whole number of blocks
/// in balanced order, at most kMostLaps. Nothing when no lesson names a number.
std::optional<int> laps_that_pay(const std::vector<compare::Lesson>& lessons, std::size_t arms);
inline constexpr int kMostLaps = 600;

/// A line for each: where its variance is, what laps and rounds cost, what `seconds` would show.
std::string lessons_text(const std::vector<compare::Lesson>& lessons, int laps, double seconds, double alpha);

}  // namespace hotlap::cli
