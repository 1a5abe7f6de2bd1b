// Variance components and costs out of a record.
#include "analysis/compare/lesson.h"

#include <algorithm>
#include <cmath>

#include "analysis/compare/draft.h"
#include "analysis/compare/figures.h"

namespace hotlap::compare {
namespace {

double lap_seconds(const Round& round) {
  double seconds = 0;
  for (const auto& [number, block] : round.blocks) {
    for (const auto& [arm, lap] : block) seconds += 1e-9 * static_cast<double>(lap->elapsed.count());
  }
  return seconds;
}

/// A lap of every arm, and the rest of a round; absent when a round has no laps or no time.
void set_costs(const std::vector<Round>& rounds, Lesson& lesson) {
  std::vector<double> blocks;
  std::vector<double> rest;
  for (const Round& round : rounds) {
    if (!round.seconds.present() || round.blocks.empty()) continue;
    const double laps = lap_seconds(round);
    blocks.push_back(laps / static_cast<double>(round.blocks.size()));
    rest.push_back(std::max(0.0, *round.seconds - laps));
  }
  lesson.block_seconds = stats::mean(blocks);
  lesson.round_seconds = stats::mean(rest);
}

stats::Components components_of(const std::vector<Round>& rounds, const core::Metric& metric,
                                const record::RunHeader& header) {
  std::vector<std::vector<double>> ratios;
  for (const Round& round : rounds) ratios.push_back(block_changes(round, metric, header));
  return stats::variance_components(ratios);
}

double total(const stats::Components& components) {
  return components.within.present() ? *components.within + *components.between : -1;
}

}  // namespace

core::Value Lesson::detectable_in(double seconds, double laps_of_round, double alpha) const {
  if (!components.within.present()) return components.within;
  if (!block_seconds.present() || !round_seconds.present()) return block_seconds;
  const double rounds = std::floor(seconds / (*round_seconds + laps_of_round * *block_seconds));
  if (rounds < 2) return core::Value::absent("fewer than two rounds fit");
  const double deviation = std::sqrt(*components.between + *components.within / laps_of_round);
  return percent_of_log(stats::detectable_effect(deviation, static_cast<std::size_t>(rounds), alpha, kPower));
}

std::vector<Lesson> lessons(const record::Record& record, const Policy& policy) {
  std::vector<Lesson> all;
  if (record.header.protocol != "laps" || record.header.single) return all;
  for (const Part& part : parts_of(record)) {
    const std::vector<Round> rounds = complete_rounds(part);
    Lesson lesson;
    lesson.configuration = record.header.configurations[static_cast<std::size_t>(part.configuration)];
    lesson.components = {core::Value::absent("no deciding metric is measured in laps"),
                         core::Value::absent("no deciding metric is measured in laps")};
    for (const core::Metric& metric : record.header.metrics) {
      const bool decides = policy.decide.empty() ? metric.role == core::Role::decides
                                                 : std::find(policy.decide.begin(), policy.decide.end(), metric.id) !=
                                                       policy.decide.end();
      if (!decides || !comes_from_laps(rounds, metric)) continue;
      const stats::Components components = components_of(rounds, metric, record.header);
      if (!lesson.metric.empty() && total(components) <= total(lesson.components)) continue;
      lesson.metric = metric.id;
      lesson.components = components;
    }
    set_costs(rounds, lesson);
    lesson.laps = !lesson.block_seconds.present()
                      ? lesson.block_seconds
                      : stats::repetitions_that_pay(lesson.components, *lesson.block_seconds, *lesson.round_seconds);
    all.push_back(std::move(lesson));
  }
  return all;
}

}  // namespace hotlap::compare
