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

/// ln `of` - ln `to`.
core::Value log_ratio(const Values& values, core::Arm of, core::Arm to) {
  const core::Value denominator = logarithm(values, to);
  if (!denominator.present()) return denominator;
  const core::Value numerator = logarithm(values, of);
  return numerator.present() ? core::Value(*numerator - *denominator) : numerator;
}

/// The mean of both, or whichever is absent.
core::Value middle(const core::Value& one, const core::Value& other) {
  if (!one.present() || !other.present()) return one.present() ? other : one;
  return (*one + *other) / 2;
}

/// ln new - (ln old + ln control) / 2, or ln new - ln old.
core::Value change_of(const Values& values, bool control) {
  const core::Value to_old = log_ratio(values, core::Arm::new_build, core::Arm::old_build);
  return control ? middle(to_old, log_ratio(values, core::Arm::new_build, core::Arm::control)) : to_old;
}

Values values_of(const Block& block, const core::Metric& metric) {
  Values values;
  for (const auto& [arm, lap] : block) {
    const core::Value* value = find_value(*lap, metric.id);
    values[arm] = value == nullptr ? core::Value::absent("not measured") : *value;
  }
  return values;
}

/// The trimmed mean of ln `of` - ln `to` over the blocks that have it.
core::Value over_blocks(const Round& round, const core::Metric& metric, core::Arm of, core::Arm to) {
  std::vector<double> ratios;
  core::Value missing = core::Value::absent("no laps");
  for (const auto& [number, block] : round.blocks) {
    const core::Value ratio = log_ratio(values_of(block, metric), of, to);
    if (ratio.present()) {
      ratios.push_back(*ratio);
    } else {
      missing = ratio;
    }
  }
  return ratios.empty() ? missing : stats::trimmed_mean(ratios, kTrimmedShare);
}

/// Against each copy of the old build on its own, then the mean of both. A trimmed mean of the blocks' ln new - (ln old +
/// ln control) / 2 would not be 0 for equal builds: laps are disturbed to one side only, a disturbed lap of new stands out
/// alone and is trimmed, one of old or control is halved, comes twice as often, and stays. Exchanging two equal arms turns
/// the sign of ln new - ln old, so its trimmed mean has no such bias, however skewed the laps.
core::Value change_over_blocks(const Round& round, const core::Metric& metric, bool control) {
  const core::Value to_old = over_blocks(round, metric, core::Arm::new_build, core::Arm::old_build);
  if (!control) return to_old;
  return middle(to_old, over_blocks(round, metric, core::Arm::new_build, core::Arm::control));
}

void add_metric(RoundFigures& figures, const Round& round, const core::Metric& metric, bool from_laps,
                const record::RunHeader& header) {
  Values& values = figures.value[metric.id];
  for (const core::Arm arm : arms_of(header)) {
    values[arm] = from_laps ? pooled(round, metric, arm) : whole_value(round, metric, arm);
  }
  if (header.single) return;
  figures.change[metric.id] =
      from_laps ? change_over_blocks(round, metric, header.control) : change_of(values, header.control);
  if (!header.control) return;
  figures.control[metric.id] = from_laps ? over_blocks(round, metric, core::Arm::control, core::Arm::old_build)
                                         : log_ratio(values, core::Arm::control, core::Arm::old_build);
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
