// Laps to a round's figures: pooled values per arm, trimmed log ratios between arms.
#include "analysis/compare/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hotlap::compare {
namespace {

using Values = std::map<core::Arm, core::Value>;

double weight(const core::Sample& lap, core::Pooling pooling) {
  return pooling == core::Pooling::per_time ? static_cast<double>(lap.elapsed.count())
                                            : static_cast<double>(lap.answered);
}

/// Sum of value * weight over sum of weight: for a rate the answers over the time, for a cost the cost over the
/// answers.
core::Value pooled(const Round& round, const core::Metric& metric, core::Arm arm) {
  std::vector<std::pair<double, double>> weighted;
  std::string reason = fmt::format("no lap of {}", core::arm_name(arm));
  for (const auto& [number, block] : round.blocks) {
    const auto lap = block.find(arm);
    if (lap == block.end()) continue;
    const core::Value* value = find_value(*lap->second, metric.id);
    if (value != nullptr && value->present()) {
      weighted.emplace_back(**value, weight(*lap->second, metric.pooling));
    } else {
      reason = value == nullptr ? "not measured" : value->reason();
    }
  }
  if (weighted.empty()) return core::Value::absent(reason);
  // Equal laps make exactly that round, so that a deterministic metric stays so whatever its weights.
  const bool equal = std::all_of(weighted.begin(), weighted.end(),
                                 [&](const auto& item) { return item.first == weighted.front().first; });
  if (equal) return weighted.front().first;
  double sum = 0;
  double weights = 0;
  for (const auto& [value, value_weight] : weighted) {
    sum += value * value_weight;
    weights += value_weight;
  }
  return weights > 0 ? core::Value(sum / weights) : core::Value::absent("the laps have no weight");
}

core::Value whole_value(const Round& round, const core::Metric& metric, core::Arm arm) {
  const auto sample = round.whole.find(arm);
  if (sample == round.whole.end()) return core::Value::absent(fmt::format("no sample of {}", core::arm_name(arm)));
  const core::Value* value = find_value(*sample->second, metric.id);
  return value == nullptr ? core::Value::absent("not measured") : *value;
}

/// A logarithm, or why there is none.
core::Value logarithm(const Values& values, core::Arm arm) {
  const auto found = values.find(arm);
  const std::string_view name = core::arm_name(arm);
  if (found == values.end()) return core::Value::absent(fmt::format("no {}", name));
  if (!found->second.present()) return core::Value::absent(fmt::format("{}: {}", name, found->second.reason()));
  if (*found->second == 0) return core::Value::absent(fmt::format("{} is 0", name));
  if (*found->second < 0) return core::Value::absent(fmt::format("{} is below 0", name));
  return std::log(*found->second);
}

/// ln new - (ln old + ln control) / 2, or ln new - ln old.
core::Value change_of(const Values& values, bool control) {
  const core::Value old_log = logarithm(values, core::Arm::old_build);
  const core::Value new_log = logarithm(values, core::Arm::new_build);
  if (!old_log.present() || !new_log.present()) return old_log.present() ? new_log : old_log;
  if (!control) return *new_log - *old_log;
  core::Value control_log = logarithm(values, core::Arm::control);
  if (!control_log.present()) return control_log;
  return *new_log - (*old_log + *control_log) / 2;
}

core::Value contrast_of(const Values& values) {
  const core::Value old_log = logarithm(values, core::Arm::old_build);
  const core::Value control_log = logarithm(values, core::Arm::control);
  if (!old_log.present() || !control_log.present()) return old_log.present() ? control_log : old_log;
  return *control_log - *old_log;
}

Values values_of(const Block& block, const core::Metric& metric) {
  Values values;
  for (const auto& [arm, lap] : block) {
    const core::Value* value = find_value(*lap, metric.id);
    values[arm] = value == nullptr ? core::Value::absent("not measured") : *value;
  }
  return values;
}

/// The trimmed mean over the blocks that have a ratio.
template <class RatioOf>
core::Value over_blocks(const Round& round, const core::Metric& metric, RatioOf ratio_of) {
  std::vector<double> ratios;
  core::Value missing = core::Value::absent("no laps");
  for (const auto& [number, block] : round.blocks) {
    const core::Value ratio = ratio_of(values_of(block, metric));
    if (ratio.present()) {
      ratios.push_back(*ratio);
    } else {
      missing = ratio;
    }
  }
  return ratios.empty() ? missing : stats::trimmed_mean(ratios, kTrimmedShare);
}

void add_metric(RoundFigures& figures, const Round& round, const core::Metric& metric, bool from_laps,
                const record::RunHeader& header) {
  Values& values = figures.value[metric.id];
  for (const core::Arm arm : arms_of(header)) {
    values[arm] = from_laps ? pooled(round, metric, arm) : whole_value(round, metric, arm);
  }
  if (header.single) return;
  const auto change = [&](const Values& of) { return change_of(of, header.control); };
  figures.change[metric.id] = from_laps ? over_blocks(round, metric, change) : change(values);
  if (!header.control) return;
  figures.control[metric.id] = from_laps ? over_blocks(round, metric, contrast_of) : contrast_of(values);
}

}  // namespace

bool comes_from_laps(const std::vector<Round>& rounds, const core::Metric& metric) {
  if (metric.pooling == core::Pooling::per_round) return false;
  for (const Round& round : rounds) {
    for (const auto& [number, block] : round.blocks) {
      for (const auto& [arm, lap] : block) {
        if (find_value(*lap, metric.id) != nullptr) return true;
      }
    }
  }
  return false;
}

std::vector<double> block_changes(const Round& round, const core::Metric& metric, const record::RunHeader& header) {
  std::vector<double> ratios;
  for (const auto& [number, block] : round.blocks) {
    const core::Value ratio = change_of(values_of(block, metric), header.control);
    if (ratio.present()) ratios.push_back(*ratio);
  }
  return ratios;
}

std::vector<RoundFigures> figures(const std::vector<Round>& rounds, const record::RunHeader& header) {
  std::vector<RoundFigures> result;
  for (const Round& round : rounds) {
    result.emplace_back();
    result.back().round = round.number;
  }
  for (const core::Metric& metric : header.metrics) {
    const bool from_laps = comes_from_laps(rounds, metric);
    for (std::size_t i = 0; i < rounds.size(); ++i) add_metric(result[i], rounds[i], metric, from_laps, header);
  }
  return result;
}

std::vector<RoundFigures> figures(const record::Record& record, int configuration) {
  return figures(complete_rounds(part_of(record, configuration)), record.header);
}

}  // namespace hotlap::compare
