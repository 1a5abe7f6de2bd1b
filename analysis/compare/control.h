// The veto of the A/A control.
#pragma once

#include <optional>
#include <vector>

#include "analysis/compare/draft.h"

namespace hotlap::compare {

/// `control_moved` when the control of a deciding row differs from old at 1 %, or when more A/A rows are starred (5 %)
/// than the 99 % binomial limit of so many rows. Absent: the run is trusted.
std::optional<core::Warning> control_veto(const std::vector<Draft>& drafts);

}  // namespace hotlap::compare
