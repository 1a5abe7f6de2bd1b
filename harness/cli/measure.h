// Measure, judge, print: what `compare` and `run` share.
#pragma once

#include "harness/cli/command.h"
#include "harness/cli/options.h"
#include "harness/runner/runner.h"

namespace hotlap::cli {

/// A run that was made, and how it ended.
struct Measured {
  runner::Recorder recorder;
  runner::Outcome outcome;
};

/// Prepares and makes a run, or the rest of `resumed` (null: a new one), into the folder that the options say. The plan
/// line, the folder and the progress go to `err` unless the options are quiet. The referee may be null: then the whole
/// budget is used. The stop signals are the caller's to catch. Throws UserError.
Measured make_run(const MeasureOptions& options, const record::Record* resumed, Streams& streams,
                  runner::Referee* referee);

core::ExitCode measure(const MeasureOptions& options, Streams& streams);

/// What the verdict and --fail-on ask for.
core::ExitCode exit_code(const compare::Comparison& comparison, const JudgeOptions& options);

/// Prints the comparison in the chosen format on `out`, responses that differ and void arms on `err`; the
/// `exit_code`.
core::ExitCode finish(const compare::Comparison& comparison, const record::Record& record, const JudgeOptions& options,
                      Streams& streams);

}  // namespace hotlap::cli
