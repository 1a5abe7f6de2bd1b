// hotlap plan: what compare would do, without doing it.
#include <fmt/format.h>

#include "analysis/report/escape.h"
#include "harness/cli/measure.h"
#include "harness/cli/prediction.h"
#include "harness/cli/preparation.h"
#include "harness/subject/system_processes.h"

namespace hotlap::cli {
namespace {

/// Rounds whose order is shown.
constexpr int kShownRounds = 3;

std::string order_text(const std::vector<core::Arm>& order) {
  std::string text;
  for (const core::Arm arm : order) text += (text.empty() ? "" : " ") + std::string(core::arm_name(arm));
  return text;
}

core::ExitCode show_plan(const MeasureOptions& options, Streams& streams) {
  const auto processes = subject::system_processes();
  const Preparation ready = prepare(options, *processes);
  streams.out << plan_line(ready) << '\n'
              << lessons_text(ready.lessons, ready.plan.settings.laps, options.budget_seconds, options.judge.alpha);
  std::vector<core::Warning> warnings = ready.cpus.warnings;
  if (ready.micro) warnings.insert(warnings.end(), ready.micro->warnings.begin(), ready.micro->warnings.end());
  for (const auto& warning : warnings) {
    streams.out << "warning: " << report::plain(warning.text) << "; " << warning.advice << '\n';
  }
  for (const auto& [arm, subject] : ready.subjects) {
    streams.out << fmt::format("{:8} {}  {} {}\n", core::arm_name(arm), subject.spec, subject.version, subject.hash);
  }
  for (std::size_t c = 0; c < ready.plan.configurations.size(); ++c) {
    const auto& configuration = ready.plan.configurations[c];
    streams.out << '\n' << report::plain(configuration.scenario.name);
    for (const auto& [name, value] : configuration.parameters)
      streams.out << ' ' << name << '=' << report::plain(value);
    streams.out << "  " << configuration.scenario.help << '\n';
    for (int round = 0; round < kShownRounds; ++round) {
      const auto plan = scenario::plan_round(ready.plan, static_cast<int>(c), round);
      streams.out << fmt::format("  round {}: launch {}", round + 1, order_text(plan.launch_order));
      if (!plan.blocks.empty()) streams.out << fmt::format("; laps {}, ...", order_text(plan.blocks.front()));
      streams.out << '\n';
    }
  }
  return core::ExitCode::ok;
}

}  // namespace

Command plan_command() {
  return {"plan", "show what compare would do, and how long it would take", [](CLI::App& app) -> Action {
            auto options = std::make_shared<MeasureOptions>();
            add_measure_options(app, *options, false);
            return [options](Streams& streams) { return show_plan(*options, streams); };
          }};
}

}  // namespace hotlap::cli
