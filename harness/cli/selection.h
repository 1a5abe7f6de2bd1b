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

/// The configurations of the scenarios named, or of the servers' default set, that --set leaves; with the options'
/// connections and pipeline. Of a resumed run: those that it recorded. Throws UserError with all problems: unknown
/// names, parameters and values, scenarios that a server has no handler for, a load that a scenario cannot have.
std::vector<scenario::Configuration> choose_configurations(const MeasureOptions& options,
                                                           const std::map<core::Arm, subject::Subject>& subjects);

}  // namespace hotlap::cli
