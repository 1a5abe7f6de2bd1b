// Everything that is decided before the first launch.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "harness/cli/lessons.h"
#include "harness/cli/options.h"
#include "harness/load/load.h"
#include "harness/micro/micro.h"
#include "harness/probe/probe.h"
#include "harness/record/record.h"
#include "harness/scenario/plan.h"
#include "harness/subject/cpus.h"
#include "harness/subject/subject.h"

namespace hotlap::cli {

/// What protocol micro knows more.
struct MicroPreparation {
  std::vector<micro::Row> rows;              ///< one a configuration of the plan
  std::map<core::Arm, bool> seconds_suffix;  ///< see micro::Launch
  std::vector<core::Warning> warnings;       ///< rows and counters that are not compared
};

struct Preparation {
  std::map<core::Arm, subject::Subject> subjects;
  scenario::Plan plan;
  const load::Generator* generator = nullptr;  ///< null for protocol micro
  std::vector<probe::Probe> probes;            ///< none for protocol micro
  std::vector<core::Metric> metrics;           ///< what is measured
  std::vector<compare::Lesson> lessons;        ///< of an earlier run; empty when there is none
  std::string learned_from;                    ///< its folder
  subject::CpuChoice cpus;
  std::optional<MicroPreparation> micro;  ///< protocol micro only
};

/// Resolves subjects and scenarios, chooses CPUs, makes the plan. Throws UserError.
Preparation prepare(const MeasureOptions& options, core::Processes& processes);
/// Its part for protocol micro: subjects, rows, counters and CPUs; the settings are the caller's. Runs every row once.
void prepare_micro(const MeasureOptions& options, core::Processes& processes, Preparation& ready);

/// run.json of this preparation.
record::RunHeader header_of(const Preparation& preparation, const MeasureOptions& options,
                            const std::vector<std::string>& command_line, core::Processes& processes);

}  // namespace hotlap::cli
