// Groups a record's samples into the complete rounds of one configuration.
#include "analysis/compare/rounds.h"

#include <algorithm>
#include <utility>

namespace hotlap::compare {
namespace {

core::Value seconds_of(const record::Event& event) {
  for (const auto& [name, nanoseconds] : event.durations) {
    if (name == "round") return nanoseconds / 1e9;
  }
  return core::Value::absent("the record does not say how long a round took");
}

bool is_of_run(record::EventKind kind) {
  using record::EventKind;
  return kind == EventKind::interrupted || kind == EventKind::resumed || kind == EventKind::finished;
}

bool capped(const core::Sample& sample) {
  return std::find(sample.marks.begin(), sample.marks.end(), "cap") != sample.marks.end();
}

void add(Round& round, const core::Sample& sample) {
  switch (sample.kind) {
    case core::SampleKind::lap:
      round.blocks[sample.block][sample.arm] = &sample;
      break;
    case core::SampleKind::round:
      round.whole[sample.arm] = &sample;
      break;
    // The cap's mark is on the last lap of a warm-up, so the last line also tells how a repeated warm-up ended.
    case core::SampleKind::warmup:
      round.warm[sample.arm] = !capped(sample);
      round.warm_up[sample.block][sample.arm] = &sample;
      break;
  }
}

}  // namespace

std::vector<Part> parts_of(const record::Record& record) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < record.header.configurations.size(); ++i) {
    parts.push_back({&record.header, static_cast<int>(i), {}, {}});
  }
  for (const core::Sample& sample : record.samples) {
    parts[static_cast<std::size_t>(sample.configuration)].samples.push_back(&sample);
  }
  for (const record::Event& event : record.events) {
    if (!is_of_run(event.kind)) {
      parts[static_cast<std::size_t>(event.configuration)].events.push_back(&event);
      continue;
    }
    for (Part& part : parts) part.events.push_back(&event);
  }
  return parts;
}

Part part_of(const record::Record& record, int configuration) {
  return std::move(parts_of(record)[static_cast<std::size_t>(configuration)]);
}

std::vector<Round> complete_rounds(const Part& part) {
  std::map<int, Round> rounds;
  for (const record::Event* event : part.events) {
    if (event->kind != record::EventKind::round_done) continue;
    Round& round = rounds[event->round];
    round.number = event->round;
    round.seconds = seconds_of(*event);
  }
  for (const core::Sample* sample : part.samples) {
    const auto found = rounds.find(sample->round);
    if (found != rounds.end()) add(found->second, *sample);
  }
  std::vector<Round> result;
  for (auto& [number, round] : rounds) result.push_back(std::move(round));
  return result;
}

std::vector<core::Arm> arms_of(const record::RunHeader& header) {
  if (header.single) return {core::Arm::old_build};
  if (header.control) return {core::Arm::old_build, core::Arm::new_build, core::Arm::control};
  return {core::Arm::old_build, core::Arm::new_build};
}

const core::Value* find_value(const core::Sample& sample, std::string_view metric) {
  for (const auto& [id, value] : sample.values) {
    if (id == metric) return &value;
  }
  return nullptr;
}

std::string name(const record::ConfigurationInfo& configuration) {
  std::string text = configuration.scenario;
  for (const auto& [key, value] : configuration.parameters) text.append(" ").append(key).append("=").append(value);
  return text;
}

}  // namespace hotlap::compare
