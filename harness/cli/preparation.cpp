// Making the plan and the header of its record.
#include "harness/cli/preparation.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>

#include "analysis/report/report.h"
#include "harness/cli/earlier_run.h"
#include "harness/cli/places.h"
#include "harness/cli/selection.h"
#include "harness/core/error.h"
#include "harness/machine/fingerprint.h"
#include "harness/machine/steal.h"
#include "harness/runner/runner.h"

namespace hotlap::cli {
namespace {

/// What stands in the record of protocol micro in place of a load generator.
constexpr const char* kNoLoad = "none";

std::uint64_t drawn_seed() {
  std::uint32_t seed = 0;  // 32 bits: short enough to type
  if (getrandom(&seed, sizeof seed, 0) != static_cast<ssize_t>(sizeof seed)) {
    throw core::UserError({"no random seed to be had from the system", "", "give one with --seed"});
  }
  return seed;
}

core::Nanoseconds from_ms(double ms) { return core::Nanoseconds(std::llround(ms * 1e6)); }

scenario::Settings settings_of(const MeasureOptions& options, const subject::Manifest& manifest) {
  scenario::Settings settings;
  using scenario::Protocol;
  settings.protocol = options.protocol == kMicro     ? Protocol::micro
                      : options.protocol == "rounds" ? Protocol::rounds
                                                     : Protocol::laps;
  const bool laps = settings.protocol == Protocol::laps;
  const double length_ms = laps ? kLapMs : settings.protocol == Protocol::rounds ? kWindowMs : kRowMs;
  settings.load = options.load;
  settings.seed = options.seed ? *options.seed : drawn_seed();
  settings.control = !options.single && !options.no_control;
  settings.single = options.single;
  settings.budget = from_ms(options.budget_seconds * 1000);
  settings.rounds = options.rounds;
  settings.laps = laps ? options.laps.value_or(manifest.laps) : 1;
  settings.steady_laps = manifest.steady_laps;
  settings.warm_requests = static_cast<std::uint64_t>(manifest.warm_requests);
  settings.lap = from_ms(options.lap_ms.value_or(length_ms));
  return settings;
}

void check_generator(const load::Generator& generator, const scenario::Plan& plan) {
  const auto& settings = plan.settings;
  if (settings.protocol == scenario::Protocol::laps && !generator.keeps_connections) {
    throw core::UserError({"load generator " + generator.id + " cannot run laps: it connects anew each time", "--load",
                           "use --protocol rounds with it"});
  }
  std::vector<core::Problem> problems;
  for (const auto& [scenario, parameters] : plan.configurations) {
    for (auto& problem : generator.problems(scenario.request, scenario.load, settings.lap)) {
      if (std::find(problems.begin(), problems.end(), problem) == problems.end()) problems.push_back(problem);
    }
  }
  if (!problems.empty()) throw core::UserError(problems);
}

/// Placeholders of the commands are filled for each launch; what cannot be filled must be known before the first.
void check_commands(const Preparation& ready) {
  for (const auto& [arm, subject] : ready.subjects) subject::command_for(subject, {});
}

std::vector<int> named_cpus(const std::string& text, const std::string& option) {
  return text.empty() ? std::vector<int>() : subject::parse_cpu_list(text, option);
}

std::vector<core::Metric> metrics_of(const std::vector<probe::Probe>& probes) {
  std::vector<core::Metric> metrics;
  for (const auto& probe : probes) metrics.push_back(probe.metric);
  return metrics;
}

/// Where no scenario asks for them there is nothing to measure. Throws UserError when the user does.
void leave_out_cold_starts(Preparation& ready, const JudgeOptions& options) {
  const auto& configurations = ready.plan.configurations;
  const bool asked = std::any_of(configurations.begin(), configurations.end(),
                                 [](const auto& configuration) { return configuration.scenario.cold.has_value(); });
  if (asked) return;
  std::vector<core::Problem> problems;
  std::erase_if(ready.probes, [&](const probe::Probe& probe) {
    if (!probe.of_cold_start) return false;
    for (const auto& [option, named] : {std::pair("--metrics", &options.metrics), {"--decide", &options.decide}}) {
      if (std::find(named->begin(), named->end(), probe.metric.id) == named->end()) continue;
      problems.push_back({"none of the scenarios asks for a cold start, which " + probe.metric.id + " is of", option,
                          "choose a scenario with a table [cold]"});
    }
    return true;
  });
  if (!problems.empty()) throw core::UserError(problems);
}

record::SubjectInfo info_of(core::Arm arm, const subject::Subject& subject) {
  return {.arm = arm,
          .spec = subject.spec,
          .server = subject.manifest.name,
          .variant = subject.variant,
          .executable = subject.executable,
          .version = subject.version,
          .hash = subject.hash,
          .arguments = subject.extra_arguments,
          .environment = subject.extra_environment};
}

std::vector<core::Warning> warnings_of(const Preparation& preparation) {
  std::vector<core::Warning> warnings = preparation.cpus.warnings;
  if (!machine::StealMeter(preparation.cpus.server).ticks()) {
    warnings.push_back({"steal_unknown",
                        "the kernel does not say what time a hypervisor took",
                        "compare only on a machine that is quiet",
                        {}});
  }
  if (preparation.micro) {
    const auto& more = preparation.micro->warnings;
    warnings.insert(warnings.end(), more.begin(), more.end());
  }
  if (preparation.plan.settings.single) return warnings;
  const auto& old_build = preparation.subjects.at(core::Arm::old_build);
  const auto& new_build = preparation.subjects.at(core::Arm::new_build);
  if (old_build.hash == new_build.hash && old_build.variant == new_build.variant &&
      old_build.manifest.command == new_build.manifest.command &&
      old_build.extra_arguments == new_build.extra_arguments &&
      old_build.extra_environment == new_build.extra_environment) {
    warnings.push_back(
        {"same_build", "old and new are the same build, started alike", "any change shown is noise", {}});
  }
  return warnings;
}

/// What an earlier run is found by.
record::RunHeader planned_header(const MeasureOptions& options, const Preparation& ready) {
  record::RunHeader header;
  header.protocol = options.protocol;
  header.load = ready.plan.settings.load;
  header.control = ready.plan.settings.control;
  header.lap_ms = 1e-6 * static_cast<double>(ready.plan.settings.lap.count());
  for (const core::Arm arm : ready.plan.arms()) header.subjects.push_back(info_of(arm, ready.subjects.at(arm)));
  for (const auto& [scenario, parameters] : ready.plan.configurations) {
    header.configurations.push_back({scenario.name, parameters});
  }
  header.environment = machine::fingerprint();
  return header;
}

/// From the newest run that can: what it does not teach, or cannot be read, is no reason not to measure.
void learn_by_itself(const MeasureOptions& options, Preparation& ready) {
  for (const auto& folder : earlier_runs(runs_folder(), planned_header(options, ready))) {
    try {
      auto lessons = lessons_for(folder, ready.plan);
      if (lessons.size() != ready.plan.configurations.size() || !teach_enough(lessons)) continue;
      ready.lessons = std::move(lessons);
      ready.learned_from = folder;
      return;
    } catch (const core::UserError&) {
      continue;
    }
  }
}

void learn(const MeasureOptions& options, Preparation& ready) {
  scenario::Settings& settings = ready.plan.settings;
  const bool can = settings.protocol == scenario::Protocol::laps && !settings.single;
  if (options.learn == kLearnNothing) return;
  if (!options.learn.empty()) {
    if (!can) throw core::UserError({"only comparisons with laps learn", "--learn", "leave it out"});
    ready.lessons = lessons_for(options.learn, ready.plan);
    ready.learned_from = options.learn;
  } else if (can && !options.laps) {
    learn_by_itself(options, ready);
  }
  if (options.laps) return;  // who names them knows better
  settings.laps = laps_that_pay(ready.lessons, ready.plan.arms().size()).value_or(settings.laps);
}

}  // namespace

Preparation prepare(const MeasureOptions& options, core::Processes& processes) {
  Preparation ready;
  report::format(options.judge.format);  // a bad name must not cost a measurement
  if (options.protocol == kMicro) {
    ready.plan.settings = settings_of(options, {});
    ready.plan.settings.load = kNoLoad;
    prepare_micro(options, processes, ready);
    return ready;
  }
  ready.generator = &load::generator(options.load);
  ready.probes = probe::select(options.judge.metrics);
  ready.subjects = choose_subjects(options, processes);
  ready.plan.settings = settings_of(options, ready.subjects.at(core::Arm::old_build).manifest);
  ready.plan.configurations = choose_configurations(options, ready.subjects);
  leave_out_cold_starts(ready, options.judge);
  learn(options, ready);
  ready.metrics = metrics_of(ready.probes);
  check_metrics(options.judge, ready.metrics);
  check_generator(*ready.generator, ready.plan);
  check_commands(ready);
  ready.cpus = subject::choose_cpus(subject::allowed_cpus(), named_cpus(options.server_cpus, "--server-cpus"),
                                    named_cpus(options.client_cpus, "--client-cpus"));
  return ready;
}

record::RunHeader header_of(const Preparation& preparation, const MeasureOptions& options,
                            const std::vector<std::string>& command_line, core::Processes& processes) {
  const scenario::Settings& settings = preparation.plan.settings;
  record::RunHeader header;
  header.hotlap_version = kVersion;
  header.command_line = command_line;
  header.started_at = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  header.protocol = options.protocol;
  header.load = settings.load;
  if (preparation.generator != nullptr) header.load_version = preparation.generator->version(processes);
  header.seed = settings.seed;
  header.control = settings.control;
  header.single = settings.single;
  header.budget_seconds = options.budget_seconds;
  header.rounds = settings.rounds.value_or(0);
  header.laps = settings.laps;
  header.steady_laps = settings.steady_laps;
  header.warm_requests = settings.warm_requests;
  header.lap_ms = 1e-6 * static_cast<double>(settings.lap.count());
  header.server_cpus = preparation.cpus.server;
  header.client_cpus = preparation.cpus.client;
  for (const core::Arm arm : preparation.plan.arms())
    header.subjects.push_back(info_of(arm, preparation.subjects.at(arm)));
  for (const auto& configuration : preparation.plan.configurations) {
    header.configurations.push_back({configuration.scenario.name, configuration.parameters});
  }
  header.metrics = preparation.metrics;
  header.environment = machine::fingerprint();
  header.warnings = warnings_of(preparation);
  return header;
}

}  // namespace hotlap::cli
