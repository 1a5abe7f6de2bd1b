// Measure, judge, print: what `compare` and `run` share.
#pragma once

#include "harness/cli/command.h"
#include "harness/cli/options.h"

namespace hotlap::cli {

core::ExitCode measure(const MeasureOptions& options, Streams& streams);

/// Prints the comparison in the chosen format on `out`, responses that differ and void arms on `err`; the exit code
/// that the verdict and --fail-on ask for.
core::ExitCode finish(const compare::Comparison& comparison, const record::Record& record, const JudgeOptions& options,
                      Streams& streams);

}  // namespace hotlap::cli
