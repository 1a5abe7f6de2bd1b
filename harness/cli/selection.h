// From names on the command line to subjects and scenarios.
#pragma once

#include <map>
#include <vector>

#include "harness/cli/options.h"
#include "harness/core/process.h"
#include "harness/scenario/plan.h"
#include "harness/subject/subject.h"

namespace hotlap::cli {

/// The subject of every arm; `control` is `old` once more. Throws UserError.
std::map<core::Arm, subject::Subject> choose_subjects(const MeasureOptions& options, core::Processes& processes);

/// The scenarios named, or the servers' default set; with the options' connections and pipeline. Throws UserError with
/// all problems: unknown names, scenarios that a server has no handler for.
std::vector<scenario::Configuration> choose_configurations(const MeasureOptions& options,
                                                           const std::map<core::Arm, subject::Subject>& subjects);

}  // namespace hotlap::cli
