// What is wrong with a machine, as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/self_comparison.h"
#include "harness/machine/finding.h"

namespace hotlap::cli {

/// For people: the noisy ones first, each with its harm and what to do.
std::string findings_text(const std::vector<machine::Finding>& findings);
/// In sentences: which change could be seen in a minute, and in ten.
std::string self_comparison_text(const SelfComparison& self);

/// One object of schema hotlap.doctor/1; `detectable` is null when nothing was measured (--no-measure).
std::string doctor_json(const std::vector<machine::Finding>& findings, const std::optional<SelfComparison>& self);

}  // namespace hotlap::cli
