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

bool decides(const core::Metric& metric, const Policy& policy) {
  if (policy.decide.empty()) return metric.role == core::Role::decides;
  return std::find(policy.decide.begin(), policy.decide.end(), metric.id) != policy.decide.end();
}

const core::Metric* teaching_metric(const std::vector<Round>& rounds, const record::RunHeader& header,
                                    const Policy& policy) {
  const core::Metric* found = nullptr;
  for (const core::Metric& metric : header.metrics) {
    if (!decides(metric, policy) || !comes_from_laps(rounds, metric)) continue;
    if (metric.pooling == core::Pooling::per_request) return &metric;
    if (found == nullptr) found = &metric;
  }
  return found;
}

}  // namespace

core::Value Lesson::detectable_in(double seconds, double laps_of_round, double alpha) const {
  if (!components.within.present()) return components.within;
  if (!block_seconds.present() || !round_seconds.present()) return block_seconds;
  const double fitting = std::floor(seconds / (*round_seconds + laps_of_round * *block_seconds));
  if (fitting < 2) return core::Value::absent("fewer than two rounds fit");
  const double deviation = std::sqrt(*components.between + *components.within / laps_of_round);
  return percent_of_log(stats::detectable_effect(deviation, static_cast<std::size_t>(fitting), alpha, kPower));
}

std::vector<Lesson> lessons(const record::Record& record, const Policy& policy) {
  std::vector<Lesson> all;
  if (record.header.protocol != "laps" || record.header.single) return all;
  for (const Part& part : parts_of(record)) {
    const std::vector<Round> rounds = complete_rounds(part);
    Lesson lesson;
    lesson.configuration = record.header.configurations[static_cast<std::size_t>(part.configuration)];
    if (const core::Metric* metric = teaching_metric(rounds, record.header, policy); metric != nullptr) {
      lesson.metric = metric->id;
      lesson.components = components_of(rounds, *metric, record.header);
    } else {
      const core::Value none = core::Value::absent("no deciding metric is measured in laps");
      lesson.components = {none, none};
    }
    lesson.rounds = rounds.size();
    for (const Round& round : rounds) {
      lesson.blocks += static_cast<double>(round.blocks.size()) / static_cast<double>(rounds.size());
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
