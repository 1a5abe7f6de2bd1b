// Going on with a record: the options it was started with, and whether the machine and the builds are still the same.
#include "harness/cli/resumption.h"

#include <optional>
#include <string>
#include <vector>

#include "harness/core/error.h"
#include "harness/subject/cpus.h"

namespace hotlap::cli {
namespace {

std::vector<std::string> joined_variables(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : pairs) texts.push_back(name + "=" + value);
  return texts;
}

/// Whether the control ran another executable than old.
bool is_relinked(const record::RunHeader& header) {
  std::string old_build;
  std::string control;
  for (const auto& subject : header.subjects) {
    if (subject.arm == core::Arm::old_build) old_build = subject.executable;
    if (subject.arm == core::Arm::control) control = subject.executable;
  }
  return !control.empty() && control != old_build;
}

}  // namespace

MeasureOptions options_of(const record::RunHeader& header, const MeasureOptions& given) {
  MeasureOptions options = given;
  options.single = header.single;
  options.scenarios.clear();
  for (const auto& configuration : header.configurations) options.scenarios.push_back(configuration.scenario);
  options.set.clear();
  options.recorded = header.configurations;
  for (const auto& subject : header.subjects) {
    if (subject.arm == core::Arm::old_build) {
      options.old_spec = subject.spec;
      options.old_arguments = subject.arguments;
      options.old_environment = joined_variables(subject.environment);
    } else if (subject.arm == core::Arm::new_build) {
      options.new_spec = subject.spec;
      options.new_arguments = subject.arguments;
      options.new_environment = joined_variables(subject.environment);
    }
  }
  options.filter.clear();
  options.protocol = header.protocol;
  options.load = header.load;
  options.budget_seconds = header.budget_seconds;
  options.rounds = header.rounds > 0 ? std::optional(header.rounds) : std::nullopt;
  options.laps = header.laps;
  options.lap_ms = header.lap_ms;
  options.server_cpus = subject::format_cpu_list(header.server_cpus);
  options.client_cpus = subject::format_cpu_list(header.client_cpus);
  options.no_control = !header.control;
  options.control = is_relinked(header) ? kRelinked : kSame;
  options.seed = header.seed;
  options.judge.metrics.clear();
  for (const auto& metric : header.metrics) options.judge.metrics.push_back(metric.id);
  return options;
}

void check_same_run(const record::RunHeader& recorded, const record::RunHeader& now) {
  std::vector<core::Problem> problems;
  for (std::size_t i = 0; i < recorded.subjects.size() && i < now.subjects.size(); ++i) {
    if (recorded.subjects[i].hash == now.subjects[i].hash) continue;
    problems.push_back({recorded.subjects[i].executable + " is not the executable it was", "--resume",
                        "start a new run; this one can still be judged: hotlap judge"});
  }
  if (recorded.configurations != now.configurations) {
    problems.push_back({"the scenarios are not what they were", "--resume", "start a new run"});
  }
  for (std::size_t i = 0; i < recorded.environment.size() && i < now.environment.size(); ++i) {
    const auto& [name, value] = recorded.environment[i];
    if (name != "cpu_model" && name != "kernel") continue;
    if (value != now.environment[i].second)
      problems.push_back({"another machine: " + name + " was " + value, "--resume", "start a new run"});
  }
  if (!problems.empty()) throw core::UserError(problems);
}

std::string changed_surroundings(const record::RunHeader& recorded, const record::RunHeader& now) {
  std::string changes;
  for (const auto& [name, value] : recorded.environment) {
    if (name == "load_average") continue;  // never the same, and no setting
    for (const auto& [other, value_now] : now.environment) {
      if (other != name || value_now == value) continue;
      changes += (changes.empty() ? "" : ", ") + name + " was " + value + " and is " + value_now;
    }
  }
  return changes;
}

}  // namespace hotlap::cli
