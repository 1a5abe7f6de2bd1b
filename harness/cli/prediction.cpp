// Predicts a run from its plan, before anything has been measured.
#include "harness/cli/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/escape.h"
#include "harness/runner/runner.h"
#include "harness/runner/steady.h"

namespace hotlap::cli {
namespace {

/// What starting and stopping a server is taken to cost before it has been measured; the progress line corrects it.
constexpr double kStartSeconds = 0.1;
/// The same of a benchmark program, which is ready at once.
constexpr double kBenchmarkStartSeconds = 0.01;
/// And a request of a server that is still warming up.
constexpr double kColdRequestSeconds = 45e-6;
/// What even a budget for nothing gives.
int fewest_rounds(const scenario::Plan& plan) {
  return scenario::rounds_for_budget(core::Nanoseconds(0), core::Nanoseconds(1), static_cast<int>(plan.arms().size()),
                                     runner::fewest_rounds(plan));
}

std::string round_text(const scenario::Plan& plan) {
  const auto& settings = plan.settings;
  if (settings.rounds) return fmt::format("{} round{}", *settings.rounds, *settings.rounds == 1 ? "" : "s");
  return fmt::format("as many rounds as fit into {:.4g} s (at least {}, whatever they take{})",
                     1e-9 * static_cast<double>(settings.budget.count()), fewest_rounds(plan),
                     settings.single ? "" : "; fewer once the verdict is clear");
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

}  // namespace

std::string plan_line(const Preparation& preparation) {
  const auto& plan = preparation.plan;
  std::string arms;
  for (const core::Arm arm : plan.arms()) arms += (arms.empty() ? "" : ", ") + std::string(core::arm_name(arm));
  const std::string_view unit = preparation.micro ? "row" : "configuration";
  const std::string learned =
      preparation.learned_from.empty() ? "" : "; learned from " + report::plain(preparation.learned_from);
  return fmt::format("plan: {} {}{} x {} arm{} ({}), {}, {}; about {} in all; {}; seed {}{}", plan.configurations.size(),
                     unit, plan.configurations.size() == 1 ? "" : "s", plan.arms().size(),
                     plan.arms().size() == 1 ? "" : "s", arms, lap_text(plan.settings), round_text(plan),
                     duration_text(predicted_seconds(preparation)), cpu_text(preparation), plan.settings.seed, learned);
}

}  // namespace hotlap::cli
