// One round of a row: a fresh process for each arm.
#include "harness/runner/micro.h"

#include <algorithm>

#include "harness/core/stop.h"
#include "harness/runner/round_steps.h"

namespace hotlap::runner {
namespace {

constexpr const char* kResultName = "/micro.json";

/// The value of a metric; absent optional: this row has no such counter.
std::optional<core::Value> value_of(const core::Metric& metric, const micro::Result& result) {
  if (metric.id == micro::kTime) return core::Value(result.time_ns);
  for (const auto& [counter, value] : result.counters) {
    if (counter == metric.id) return value;
  }
  return std::nullopt;
}

std::size_t command_length(const core::Command& command) {
  std::size_t length = 0;
  for (const std::string& argument : command.arguments) length += argument.size();
  return length;
}

}  // namespace

ProgramBench::ProgramBench(BenchParts parts) : parts_(std::move(parts)), steal_(parts_.cpus) {}

micro::Result ProgramBench::run(int configuration, core::Arm arm, const scenario::Nuisance& nuisance) {
  const micro::Row& row = parts_.rows.at(static_cast<std::size_t>(configuration));
  const auto launch_of = [&](core::Arm which) {
    micro::Launch launch;
    launch.filter = micro::exact_filter(row.names.at(which));
    launch.least_time = parts_.least_time;
    launch.seconds_suffix = parts_.seconds_suffix.at(which);
    launch.result_path = parts_.folder + kResultName;
    launch.cpus = parts_.cpus;
    launch.limit = parts_.limit + 20 * parts_.least_time;
    return launch;
  };
  // Rows of one key have names of different lengths, and arguments lie on the stack: the environment makes up for it.
  std::size_t longest = 0;
  for (const auto& [which, subject] : parts_.subjects) {
    longest = std::max(longest, command_length(micro::command_for(subject, launch_of(which))));
  }
  const subject::Subject& subject = parts_.subjects.at(arm);
  micro::Launch launch = launch_of(arm);
  const std::size_t mine = command_length(micro::command_for(subject, launch));
  launch.environment_padding = nuisance.environment_padding + static_cast<int>(longest - mine);

  const auto before = steal_.ticks();
  const std::string json = micro::run_program(subject, launch, parts_.processes);
  stolen_ = steal_.ticks() != before;
  return micro::result_of(json, row.names.at(arm));
}

void MicroRounds::run_arm(const scenario::RoundPlan& round, int place) {
  const core::Arm arm = round.launch_order[static_cast<std::size_t>(place)];
  core::Sample sample{
      .kind = core::SampleKind::lap, .configuration = round.configuration, .round = round.round, .arm = arm};
  sample.position = place;
  sample.at = recorder_.now();
  const auto nuisance =
      std::find_if(round.nuisance.begin(), round.nuisance.end(), [&](const auto& one) { return one.first == arm; });
  const micro::Result result = with_arm(arm, [&] { return bench_.run(round.configuration, arm, nuisance->second); });
  sample.elapsed = recorder_.now() - sample.at;
  sample.answered = result.iterations;
  if (bench_.stolen()) sample.marks.emplace_back("steal");
  for (const core::Metric& metric : metrics_) {
    if (const auto value = value_of(metric, result)) sample.values.emplace_back(metric.id, *value);
  }
  recorder_.add(sample);
  sample.kind = core::SampleKind::round;
  sample.at = recorder_.now();
  sample.values.clear();
  sample.marks.clear();
  recorder_.add(sample);
}

void MicroRounds::run(const scenario::RoundPlan& round, const Progress& progress) {
  Progress now = progress;
  now.laps = static_cast<int>(round.launch_order.size());
  for (int place = 0; place < now.laps; ++place) {
    now.arm = round.launch_order[static_cast<std::size_t>(place)];
    observer_.progress(now);
    run_arm(round, place);
    ++now.lap;
    core::throw_if_stop_requested();
  }
}

}  // namespace hotlap::runner
