// Makes an A/A run and reads from it how far its rounds scatter.
#include "harness/cli/self_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/compare/compare.h"
#include "analysis/compare/rounds.h"
#include "analysis/stats/stats.h"
#include "harness/cli/measure.h"
#include "harness/cli/temporary_folder.h"
#include "harness/core/stop.h"

namespace hotlap::cli {
namespace {

constexpr const char* kServer = "reference:after";
constexpr const char* kScenario = "set-header";
/// A minute, which is the default budget of a comparison, and as long as one may want to wait.
constexpr double kHorizons[] = {60, 600};
/// As many rounds as can be wanted of a horizon: the solver's range.
constexpr double kMostRounds = 1e6;

core::Value mean_round_seconds(const record::Record& record) {
  std::vector<double> seconds;
  for (const auto& round : compare::complete_rounds(compare::part_of(record, 0))) {
    if (!round.seconds.present()) return round.seconds;
    seconds.push_back(*round.seconds);
  }
  return stats::mean(seconds);
}

stats::Paired changes_of(const record::Record& record, const std::string& metric) {
  std::vector<double> changes;
  for (const auto& round : compare::figures(record, 0)) {
    const auto found = round.change.find(metric);
    if (found != round.change.end() && found->second.present()) changes.push_back(*found->second);
  }
  return stats::paired(changes);
}

MeasureOptions options_for(double budget_seconds, const std::string& folder) {
  MeasureOptions options;
  options.scenarios = {kScenario};
  options.old_spec = options.new_spec = kServer;
  options.budget_seconds = budget_seconds;
  options.out = folder;
  options.quiet = true;
  return options;
}

SelfComparison named() {
  SelfComparison self;
  self.server = kServer;
  self.scenario = kScenario;
  return self;
}

}  // namespace

Detectable detectable_in(double seconds, const core::Value& deviation, const core::Value& seconds_per_round) {
  if (!deviation.present()) return {seconds, deviation};
  if (!seconds_per_round.present()) return {seconds, seconds_per_round};
  if (*seconds_per_round <= 0) return {seconds, core::Value::absent("the rounds took no time")};
  const double rounds = std::min(std::floor(seconds / *seconds_per_round), kMostRounds);
  if (rounds < 2) return {seconds, core::Value::absent("fewer than two rounds fit")};
  const auto effect =
      stats::detectable_effect(deviation, static_cast<std::size_t>(rounds), kDetectableAlpha, kDetectablePower);
  return {seconds, effect.present() ? core::Value(100 * std::expm1(*effect)) : effect};
}

SelfComparison read_self_comparison(const record::Record& record) {
  SelfComparison self = named();
  const auto comparison = compare::compare(record, {});
  self.interrupted = comparison.interrupted;
  if (!comparison.void_arms.empty()) {
    self.failure = "an arm is void: " + comparison.void_arms.front().what;
    return self;
  }
  const auto row = std::find_if(comparison.rows.begin(), comparison.rows.end(),
                                [](const auto& one) { return one.role == core::Role::decides; });
  if (row == comparison.rows.end()) {
    self.failure = "no metric decides";
    return self;
  }
  const stats::Paired changes = changes_of(record, row->metric.id);
  self.metric = row->metric.id;
  self.rounds = changes.n;
  self.seconds_per_round = mean_round_seconds(record);
  if (!changes.deviation.present()) {
    self.failure = "too few rounds: " + changes.deviation.reason();
    return self;
  }
  self.deviation_percent = 100 * *changes.deviation;
  for (const double seconds : kHorizons) {
    self.detectable.push_back(detectable_in(seconds, changes.deviation, self.seconds_per_round));
  }
  self.change_percent = row->change_percent;
  self.p = row->p;
  self.starred = row->p.value_or(1) < kDetectableAlpha;
  self.control_moved = !comparison.trusted;
  return self;
}

SelfComparison compare_with_itself(double budget_seconds, const std::string& folder, Streams& streams) {
  core::catch_stop_signals();
  try {
    std::optional<TemporaryFolder> temporary;
    if (folder.empty()) temporary.emplace("doctor");
    const auto options = options_for(budget_seconds, folder.empty() ? temporary->path() : folder);
    streams.err << fmt::format("comparing {} with itself, for {:.0f} s or the fewest rounds that tell\n", kServer,
                               budget_seconds)
                << std::flush;
    // Without a referee: it would stop as soon as the change is known to be small, and the scatter is what is wanted.
    const Measured run = make_run(options, nullptr, streams, nullptr);
    return read_self_comparison(run.recorder.record());
  } catch (const core::UserError& error) {
    SelfComparison self = named();
    self.failure = error.what();
    return self;
  }
}

}  // namespace hotlap::cli
