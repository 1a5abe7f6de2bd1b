// Gathers latency percentiles and warm-up laps over the rounds of a configuration.
#include "analysis/compare/configuration.h"

#include <algorithm>
#include <array>

namespace hotlap::compare {
namespace {

/// The metrics that are percentiles of the same thing, and which.
constexpr std::array<std::pair<std::string_view, double>, 5> kPercentiles{
    {{"latency_p50", 50}, {"latency_p90", 90}, {"latency_p99", 99}, {"latency_p999", 99.9}, {"latency_max", 100}}};

const core::Metric* find_metric(const record::RunHeader& header, std::string_view id) {
  const auto found = std::find_if(header.metrics.begin(), header.metrics.end(),
                                  [&](const core::Metric& metric) { return metric.id == id; });
  return found == header.metrics.end() ? nullptr : &*found;
}

core::Value mean_over_rounds(const Course& course, const std::string& metric, core::Arm arm) {
  std::vector<double> values;
  core::Value missing = core::Value::absent("no complete round");
  for (const RoundFigures& round : course.figures) {
    const core::Value& value = round.value.at(metric).at(arm);
    if (value.present()) {
      values.push_back(*value);
    } else {
      missing = value;
    }
  }
  return values.empty() ? missing : stats::mean(values);
}

Latency latency_of(const Course& course, const record::RunHeader& header) {
  Latency latency;
  latency.absent_reason = "the record holds no latencies";
  bool any = false;
  for (const auto& [id, percent] : kPercentiles) {
    const core::Metric* metric = find_metric(header, id);
    if (metric == nullptr) continue;
    latency.percent.push_back(percent);
    for (const core::Arm arm : arms_of(header)) {
      core::Value value = mean_over_rounds(course, metric->id, arm);
      any = any || value.present();
      if (!value.present()) latency.absent_reason = value.reason();
      latency.nanoseconds[arm].push_back(std::move(value));
    }
  }
  if (!any) return {{}, {}, latency.absent_reason};
  latency.absent_reason.clear();
  return latency;
}

bool warm_up_carries(const Course& course, const core::Metric& metric) {
  return std::any_of(course.rounds.begin(), course.rounds.end(), [&](const Round& round) {
    if (round.warm_up.empty()) return false;
    const Block& first = round.warm_up.begin()->second;
    return std::any_of(first.begin(), first.end(),
                       [&](const auto& lap) { return find_value(*lap.second, metric.id) != nullptr; });
  });
}

/// Of the metrics that the warm-up laps carry the one that tells most; null when they carry none. What a request costs
/// is what a server is warm by; then come others that decide.
const core::Metric* warm_up_metric(const Course& course, const record::RunHeader& header) {
  const core::Metric* found = nullptr;
  int best = 0;
  for (const core::Metric& metric : header.metrics) {
    const bool decides = metric.role == core::Role::decides;
    const int rank = decides && metric.pooling == core::Pooling::per_request ? 3 : decides ? 2 : 1;
    if (rank <= best || !warm_up_carries(course, metric)) continue;
    found = &metric;
    best = rank;
  }
  return found;
}

core::Value median_of_lap(const Course& course, int pass, core::Arm arm, const std::string& metric) {
  std::vector<double> values;
  core::Value missing = core::Value::absent("no such lap");
  for (const Round& round : course.rounds) {
    const auto block = round.warm_up.find(pass);
    if (block == round.warm_up.end()) continue;
    const auto lap = block->second.find(arm);
    if (lap == block->second.end()) continue;
    const core::Value* value = find_value(*lap->second, metric);
    if (value == nullptr) continue;
    if (value->present()) {
      values.push_back(**value);
    } else {
      missing = *value;
    }
  }
  return values.empty() ? missing : stats::median(values);
}

WarmUp warm_up_of(const Course& course, const record::RunHeader& header) {
  WarmUp warm_up;
  std::map<int, std::size_t> rounds_of_pass;
  for (const Round& round : course.rounds) {
    for (const auto& [pass, block] : round.warm_up) ++rounds_of_pass[pass];
    warm_up.capped_rounds +=
        std::any_of(round.warm.begin(), round.warm.end(), [](const auto& arm) { return !arm.second; });
  }
  const core::Metric* metric = warm_up_metric(course, header);
  if (metric == nullptr) {
    warm_up.absent_reason = course.rounds.empty()    ? "no complete round"
                            : rounds_of_pass.empty() ? "the record holds no warm-up laps"
                                                     : "the warm-up laps carry no metric";
    return warm_up;
  }
  warm_up.metric = *metric;
  for (const auto& [pass, rounds] : rounds_of_pass) {
    if (2 * rounds < course.rounds.size()) break;
    warm_up.rounds.push_back(rounds);
    for (const core::Arm arm : arms_of(header)) {
      warm_up.values[arm].push_back(median_of_lap(course, pass, arm, metric->id));
    }
  }
  return warm_up;
}

}  // namespace

Configuration configuration_of(const Course& course, const record::RunHeader& header) {
  return {course.info, latency_of(course, header), warm_up_of(course, header)};
}

}  // namespace hotlap::compare
