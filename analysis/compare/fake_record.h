// Records built in memory for the tests of this room.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "analysis/compare/compare.h"
#include "analysis/compare/rounds.h"

namespace hotlap::compare {

/// A value per arm: old, new, control.
using PerArm = std::vector<double>;

/// One configuration unless `configuration` is called again; every round is balanced unless told otherwise.
class FakeRecord {
 public:
  explicit FakeRecord(bool control = true) {
    record.header.control = control;
    event(record::EventKind::finished);
  }

  static FakeRecord single() {
    FakeRecord fake(false);
    fake.record.header.single = true;
    return fake;
  }
  FakeRecord& configuration(std::string scenario, std::vector<std::pair<std::string, std::string>> parameters = {}) {
    record.header.configurations.push_back({std::move(scenario), std::move(parameters)});
    round_ = 0;
    return *this;
  }
  FakeRecord& metric(std::string id, core::Pooling pooling = core::Pooling::per_request,
                     core::Role role = core::Role::decides, core::Better better = core::Better::lower,
                     bool exact = false) {
    record.header.metrics.push_back({std::move(id), "unit", better, pooling, role, exact, "help"});
    return *this;
  }
  FakeRecord& cpu() { return metric("cpu"); }
  FakeRecord& throughput() {
    return metric("throughput", core::Pooling::per_time, core::Role::decides, core::Better::higher);
  }

  /// A complete round: per_round metrics go to the `round` samples, the others to one lap per arm and block.
  FakeRecord& round(const std::map<std::string, PerArm>& values) {
    const std::vector<core::Arm> arms = arms_of(record.header);
    const int blocks = fixed_order ? 6 : static_cast<int>(arms.size());
    for (int block = 0; block < blocks; ++block) {
      for (int place = 0; place < static_cast<int>(arms.size()); ++place) {
        record.samples.push_back(sample(core::SampleKind::lap, arms, block, place, values));
      }
    }
    for (int place = 0; place < static_cast<int>(arms.size()); ++place) {
      record.samples.push_back(sample(core::SampleKind::round, arms, round_, place, values));
    }
    record::Event done;
    done.configuration = current();
    done.round = round_++;
    done.durations = {{"round", 2e9}};
    record.events.push_back(done);
    return *this;
  }
  /// Rounds of `cpu` with these changes in log units; old and control stay at 1000.
  FakeRecord& cpu_changes(const std::vector<double>& changes) {
    for (const double change : changes) round({{"cpu", {1000, 1000 * std::exp(change), 1000}}});
    return *this;
  }
  FakeRecord& event(record::EventKind kind, std::string what = "", core::Arm arm = core::Arm::new_build) {
    record::Event event;
    event.kind = kind;
    event.configuration = current();
    event.round = round_;
    event.arm = arm;
    event.what = std::move(what);
    record.events.push_back(event);
    return *this;
  }
  /// Marks the last `count` laps.
  FakeRecord& mark(const std::string& code, int count) {
    for (auto lap = record.samples.rbegin(); lap != record.samples.rend() && count > 0; ++lap) {
      if (lap->kind != core::SampleKind::lap) continue;
      lap->marks.push_back(code);
      --count;
    }
    return *this;
  }

  record::Record record;
  bool fixed_order = false;  ///< the arms never change places

 private:
  int current() const { return static_cast<int>(record.header.configurations.size()) - 1; }
  bool is_per_round(const std::string& id) const {
    const auto& metrics = record.header.metrics;
    const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const core::Metric& m) { return m.id == id; });
    return found == metrics.end() || found->pooling == core::Pooling::per_round;
  }
  core::Sample sample(core::SampleKind kind, const std::vector<core::Arm>& arms, int turn, int place,
                      const std::map<std::string, PerArm>& values) {
    const std::size_t index = static_cast<std::size_t>(fixed_order ? place : place + turn) % arms.size();
    core::Sample sample;
    sample.kind = kind;
    sample.configuration = current();
    sample.round = round_;
    sample.arm = arms[index];
    sample.block = kind == core::SampleKind::lap ? turn : 0;
    sample.position = place;
    sample.at = clock_;
    sample.elapsed = std::chrono::milliseconds(20);
    sample.answered = 1000;
    clock_ += sample.elapsed;
    for (const auto& [id, per_arm] : values) {
      if (is_per_round(id) == (kind == core::SampleKind::round)) sample.values.emplace_back(id, per_arm.at(index));
    }
    return sample;
  }

  int round_ = 0;
  core::Nanoseconds clock_{0};
};

/// `effect` plus noise of about `size` without a mean, `n` (even) values.
inline std::vector<double> noisy(double effect, double size, int n) {
  constexpr std::array kPattern{1.0, -0.4, 0.7, -1.2, 0.2, -0.9, 1.1, 0.5};
  std::vector<double> values;
  for (int i = 0; i < n / 2; ++i) {
    const double noise = size * kPattern[static_cast<std::size_t>(i) % kPattern.size()];
    values.push_back(effect + noise);
    values.push_back(effect - noise);
  }
  return values;
}

inline const Row& row_of(const Comparison& comparison, std::string_view metric) {
  for (const Row& row : comparison.rows) {
    if (row.metric.id == metric) return row;
  }
  throw std::logic_error("no row of this metric");
}

inline std::vector<std::string> codes(const std::vector<core::Warning>& warnings) {
  std::vector<std::string> result;
  for (const core::Warning& warning : warnings) result.push_back(warning.code);
  return result;
}

}  // namespace hotlap::compare
