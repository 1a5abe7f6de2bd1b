// Protocol micro before its first round: which programs, which rows, which counters, which CPU.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/cli/places.h"
#include "harness/cli/preparation.h"
#include "harness/cli/selection.h"
#include "harness/cli/temporary_folder.h"
#include "harness/core/error.h"

namespace hotlap::cli {
namespace {

/// Rows are tried for so long: enough for one iteration.
constexpr core::Nanoseconds kTrial = std::chrono::microseconds(100);
/// A trial of all rows of a program that takes longer is given up, and its counters stay unknown.
constexpr core::Nanoseconds kTrialLimit = std::chrono::seconds(120);

std::string comma_list(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void add_new_ones(std::vector<core::Warning>& warnings, const std::vector<core::Warning>& more) {
  for (const auto& warning : more) {
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
  }
}

/// Lists the rows of every program and matches them.
void choose_rows(const MeasureOptions& options, core::Processes& processes, Preparation& ready) {
  MicroPreparation& micro = *ready.micro;
  std::vector<micro::ArmRows> arms;
  for (const core::Arm arm : ready.plan.arms()) {
    if (arm == core::Arm::control) continue;
    const subject::Subject& subject = ready.subjects.at(arm);
    const micro::Listing listing = micro::list_rows(subject, processes);
    micro.seconds_suffix[arm] = listing.seconds_suffix;
    add_new_ones(micro.warnings, listing.warnings);
    arms.push_back({arm, subject.spec, subject.variant, listing.names});
  }
  auto matching = micro::match_rows(arms, options.scenarios, options.filter);
  micro.rows = std::move(matching.rows);
  add_new_ones(micro.warnings, matching.warnings);
}

/// Takes rows out that a program listed and does not know: lines that it printed beside them.
void drop_rows(const std::vector<std::string>& names, core::Arm arm, MicroPreparation& micro) {
  if (names.empty()) return;
  std::erase_if(micro.rows, [&](const micro::Row& row) {
    return std::find(names.begin(), names.end(), row.names.at(arm)) != names.end();
  });
  micro.warnings.push_back(
      {"row_without_result",
       fmt::format("{} listed {}, and knew no such row when it was to run it", core::arm_name(arm), comma_list(names)),
       "a program should print nothing but rows when it lists them",
       {{"rows", static_cast<double>(names.size())}}});
}

/// Runs every row for a moment; the counters of all arms, each once.
std::vector<std::string> try_rows(core::Processes& processes, Preparation& ready) {
  const TemporaryFolder folder("micro");
  std::vector<std::string> counters;
  for (const auto& [arm, suffix] : ready.micro->seconds_suffix) {
    std::vector<std::string> names;
    for (const micro::Row& row : ready.micro->rows) names.push_back(row.names.at(arm));
    micro::Launch launch;
    launch.least_time = kTrial;
    launch.seconds_suffix = suffix;
    launch.result_path = folder.path() + "/trial.json";
    launch.cpus = ready.cpus.server;
    launch.limit = kTrialLimit;
    const micro::Trial trial = micro::try_rows(ready.subjects.at(arm), names, launch, processes);
    drop_rows(trial.no_rows, arm, *ready.micro);
    for (const std::string& counter : trial.counters) {
      if (std::find(counters.begin(), counters.end(), counter) == counters.end()) counters.push_back(counter);
    }
  }
  if (ready.micro->rows.empty()) {
    throw core::UserError({"no row is left: what was listed gave no result", "",
                           "run the program yourself with --benchmark_list_tests and look at what it prints"});
  }
  return counters;
}

bool is_among(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// `time`, and the counters that say they count a cost or that were asked for; what is not compared is named.
void choose_metrics(const JudgeOptions& options, const std::vector<std::string>& counters, Preparation& ready) {
  std::vector<core::Metric> known{micro::time_metric()};
  std::vector<std::string> passed_over;
  for (const std::string& counter : counters) {
    if (micro::is_rate(counter) || counter == micro::kTime) continue;
    known.push_back(micro::counter_metric(counter));
    const bool asked = is_among(options.metrics, counter) || is_among(options.decide, counter);
    if (options.metrics.empty() && !asked && !micro::counts_a_cost(counter)) passed_over.push_back(counter);
  }
  check_metrics(options, known);
  for (const core::Metric& metric : known) {
    const bool asked = is_among(options.metrics, metric.id) || is_among(options.decide, metric.id);
    if (asked || (options.metrics.empty() && !is_among(passed_over, metric.id))) ready.metrics.push_back(metric);
  }
  if (passed_over.empty()) return;
  ready.micro->warnings.push_back({"counters_not_compared",
                                   comma_list(passed_over) + ": not compared, since the name does not say whether less "
                                                             "is better",
                                   "name them with --metrics, and less is taken to be better",
                                   {{"counters", static_cast<double>(passed_over.size())}}});
}

/// The harness sleeps while a benchmark runs, so that nothing is lost when they share a CPU.
subject::CpuChoice cpus_for(const MeasureOptions& options) {
  const auto allowed = subject::allowed_cpus();
  const auto named =
      options.server_cpus.empty() ? std::vector<int>() : subject::parse_cpu_list(options.server_cpus, "--server-cpus");
  const std::size_t taken = std::max<std::size_t>(1, named.size());
  const std::vector<int> only = named.empty() ? std::vector<int>{allowed.front().cpu} : named;
  auto choice =
      taken < allowed.size() ? subject::choose_cpus(allowed, named, {}) : subject::choose_cpus(allowed, only, only);
  choice.warnings.clear();
  return choice;
}

}  // namespace

void prepare_micro(const MeasureOptions& options, core::Processes& processes, Preparation& ready) {
  ready.subjects = choose_subjects(options, processes);
  ready.micro.emplace();
  ready.cpus = cpus_for(options);
  choose_rows(options, processes, ready);
  choose_metrics(options.judge, try_rows(processes, ready), ready);
  for (micro::Row& row : ready.micro->rows) {
    // The control is old once more.
    if (ready.plan.settings.control) row.names[core::Arm::control] = row.names.at(core::Arm::old_build);
    scenario::Configuration configuration;
    configuration.scenario.name = row.key;
    ready.plan.configurations.push_back(std::move(configuration));
  }
  if (ready.plan.settings.control) {
    ready.micro->seconds_suffix[core::Arm::control] = ready.micro->seconds_suffix.at(core::Arm::old_build);
  }
}

}  // namespace hotlap::cli
