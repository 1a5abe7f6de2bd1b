// Collects samples under their configurations.
#include "analysis/foreign/collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hotlap::foreign {

std::string name_of(const record::ConfigurationInfo& configuration) {
  std::string text = configuration.scenario;
  for (const auto& [key, value] : configuration.parameters) text += fmt::format(" {}={}", key, value);
  return text;
}

void Collector::metric(const core::Metric& metric, std::size_t line) {
  auto& known = into_.metrics;
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.id == metric.id; });
  if (found == known.end()) {
    known.push_back(metric);
  } else if (found->unit != metric.unit) {
    refuse(line, fmt::format("{} is in {} here and in {} before", metric.id, metric.unit, found->unit),
           "values of different units are not compared");
  }
}

void Collector::sample(std::size_t line, int configuration, const Values& values, std::optional<core::Arm> arm,
                       core::Nanoseconds elapsed) {
  core::Sample sample;
  sample.arm = arm_of(line, arm);
  sample.configuration = configuration;
  sample.elapsed = elapsed;
  for (const auto& [id, number] : values) {
    if (!std::isfinite(number)) refuse(line, fmt::format("{} is not a finite number", id), "leave the sample out");
    sample.values.emplace_back(id, number);
  }
  into_.samples.push_back(std::move(sample));
  ++count_;
}

void Collector::broken(std::size_t line, const record::ConfigurationInfo& configuration, std::string what,
                       std::optional<core::Arm> arm) {
  record::Event event;
  event.kind = record::EventKind::void_arm;
  event.arm = arm_of(line, arm);
  event.configuration = index_of(configuration);
  event.what = std::move(what);
  event.seen = fmt::format("{}:{}", source_, line);
  into_.void_arms.push_back(std::move(event));
  ++count_;
}

void Collector::warn(core::Warning warning) { into_.warnings.push_back(std::move(warning)); }

void Collector::refuse(std::size_t line, std::string what, std::string hint) const {
  constexpr std::size_t kLongest = 400;  // what was read may be quoted, and is by strangers
  if (what.size() > kLongest) what.resize(kLongest);
  throw core::UserError({std::move(what), fmt::format("{}:{}", source_, line), std::move(hint)});
}

core::Arm Collector::arm_of(std::size_t line, std::optional<core::Arm> told) const {
  if (!told && !arm_) refuse(line, "the file is of one build only", "name two files: old, then new");
  if (told && arm_ && told != arm_) {
    refuse(line, fmt::format("a sample of {} in the file of {}", core::arm_name(*told), core::arm_name(*arm_)),
           "a file with both builds is imported alone");
  }
  return told ? *told : *arm_;
}

int Collector::index_of(const record::ConfigurationInfo& configuration) {
  const auto [place, fresh] =
      into_.indices.try_emplace(name_of(configuration), static_cast<int>(into_.configurations.size()));
  if (fresh) into_.configurations.push_back(configuration);
  return place->second;
}

}  // namespace hotlap::foreign
