// Making the plan and the header of its record.
#include "harness/cli/preparation.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/report.h"
#include "harness/cli/places.h"
#include "harness/cli/selection.h"
#include "harness/core/error.h"
#include "harness/runner/fingerprint.h"
#include "harness/runner/runner.h"
#include "harness/runner/steady.h"
#include "harness/runner/steal.h"

namespace hotlap::cli {
namespace {

/// What starting and stopping a server is taken to cost before it has been measured; the progress line corrects it.
constexpr double kStartSeconds = 0.1;
/// The same of a benchmark program, which is ready at once.
constexpr double kBenchmarkStartSeconds = 0.01;
/// And a request of a server that is still warming up.
constexpr double kColdRequestSeconds = 45e-6;
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
  if (!runner::StealMeter(preparation.cpus.server).ticks()) {
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

std::vector<std::string> split_variables(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : pairs) texts.push_back(name + "=" + value);
  return texts;
}

/// What even a budget for nothing gives.
int fewest_rounds(const scenario::Plan& plan) {
  return scenario::rounds_for_budget(core::Nanoseconds(0), core::Nanoseconds(1), static_cast<int>(plan.arms().size()),
                                     runner::fewest_rounds(plan));
}

std::string round_text(const scenario::Plan& plan) {
  const auto& settings = plan.settings;
  if (settings.rounds) return fmt::format("{} round{}", *settings.rounds, *settings.rounds == 1 ? "" : "s");
  return fmt::format("as many rounds as fit into {:.4g} s (at least {}, whatever they take)",
                     1e-9 * static_cast<double>(settings.budget.count()), fewest_rounds(plan));
}

std::string duration_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h {:.0f} min", std::floor(seconds / 3600), std::fmod(seconds, 3600) / 60);
}

std::string lap_text(const scenario::Settings& settings) {
  const double ms = 1e-6 * static_cast<double>(settings.lap.count());
  switch (settings.protocol) {
    case scenario::Protocol::rounds:
      return fmt::format("windows of {:.4g} s", ms / 1000);
    case scenario::Protocol::micro:
      return fmt::format("each a fresh process that measures {:.4g} ms", ms);
    case scenario::Protocol::laps:
      break;
  }
  return fmt::format("{} laps of {:.4g} ms per arm and round", settings.laps, ms);
}

std::string cpu_text(const Preparation& preparation) {
  const std::string server = subject::format_cpu_list(preparation.cpus.server);
  if (preparation.micro) return "benchmarks on CPU " + server;
  return fmt::format("server on CPU {}, client on CPU {}", server, subject::format_cpu_list(preparation.cpus.client));
}

double predicted_round_seconds(const scenario::Plan& plan, const scenario::Scenario& scenario) {
  const double lap = 1e-9 * static_cast<double>(plan.settings.lap.count());
  const bool laps = plan.settings.protocol == scenario::Protocol::laps;
  const auto arms = static_cast<double>(plan.arms().size());
  // A benchmark looks for its number of iterations first, which takes about as long as it then measures.
  if (plan.settings.protocol == scenario::Protocol::micro) return arms * (kBenchmarkStartSeconds + 2 * lap);
  const double warm_up = laps ? (plan.settings.steady_laps + runner::Steady::kWindow) * lap +
                                    static_cast<double>(plan.settings.warm_requests) * kColdRequestSeconds
                              : 0;
  const double cold =
      scenario.cold ? static_cast<double>(scenario.cold->iterations) * scenario.cold->requests * kColdRequestSeconds
                    : 0;
  return arms * (kStartSeconds + cold + warm_up + plan.settings.laps * lap);
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
  header.environment = runner::fingerprint();
  header.warnings = warnings_of(preparation);
  return header;
}

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
      options.old_environment = split_variables(subject.environment);
    } else if (subject.arm == core::Arm::new_build) {
      options.new_spec = subject.spec;
      options.new_arguments = subject.arguments;
      options.new_environment = split_variables(subject.environment);
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

double predicted_seconds(const Preparation& preparation) {
  const auto& plan = preparation.plan;
  const double budget = 1e-9 * static_cast<double>(plan.settings.budget.count());
  double all = 0;
  for (const auto& configuration : plan.configurations) {
    const double round = predicted_round_seconds(plan, configuration.scenario);
    all += plan.settings.rounds ? *plan.settings.rounds * round : std::max(budget, fewest_rounds(plan) * round);
  }
  return all;
}

std::string plan_line(const Preparation& preparation) {
  const auto& plan = preparation.plan;
  std::string arms;
  for (const core::Arm arm : plan.arms()) arms += (arms.empty() ? "" : ", ") + std::string(core::arm_name(arm));
  const std::string_view unit = preparation.micro ? "row" : "configuration";
  return fmt::format("plan: {} {}{} x {} arm{} ({}), {}, {}; about {} in all; {}; seed {}", plan.configurations.size(),
                     unit, plan.configurations.size() == 1 ? "" : "s", plan.arms().size(),
                     plan.arms().size() == 1 ? "" : "s", arms, lap_text(plan.settings), round_text(plan),
                     duration_text(predicted_seconds(preparation)), cpu_text(preparation), plan.settings.seed);
}

}  // namespace hotlap::cli
