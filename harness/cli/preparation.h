// Everything that is decided before the first launch.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "harness/cli/options.h"
#include "harness/load/load.h"
#include "harness/probe/probe.h"
#include "harness/record/record.h"
#include "harness/scenario/plan.h"
#include "harness/subject/cpus.h"
#include "harness/subject/subject.h"

namespace hotlap::cli {

struct Preparation {
  std::map<core::Arm, subject::Subject> subjects;
  scenario::Plan plan;
  const load::Generator* generator = nullptr;
  std::vector<probe::Probe> probes;
  subject::CpuChoice cpus;
};

/// Resolves subjects and scenarios, chooses CPUs, makes the plan. Throws UserError.
Preparation prepare(const MeasureOptions& options, core::Processes& processes);

/// run.json of this preparation.
record::RunHeader header_of(const Preparation& preparation, const MeasureOptions& options,
                            const std::vector<std::string>& command_line, core::Processes& processes);

/// The options that an interrupted run was started with, so far as they decide what is measured; `resume` and output
/// options stay.
MeasureOptions options_of(const record::RunHeader& header, const MeasureOptions& given);

/// Throws UserError when a resumed run would not measure what the record holds: another executable, another scenario.
void check_same_run(const record::RunHeader& recorded, const record::RunHeader& now);

/// "plan: 2 configurations x 3 arms (old, new, control), ... about 2 min in all; server on CPU 0, client on CPU 1; seed
/// 7".
std::string plan_line(const Preparation& preparation);

/// Predicted time of the whole run.
double predicted_seconds(const Preparation& preparation);

}  // namespace hotlap::cli
