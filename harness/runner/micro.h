// Protocol `micro`: rows of benchmark programs, each a fresh process per arm and round, in balanced random order.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/machine/steal.h"
#include "harness/micro/micro.h"
#include "harness/runner/runner.h"

namespace hotlap::runner {

/// One row of one arm, measured once. The real one starts a program, a fake none.
class Bench {
 public:
  virtual ~Bench() = default;
  /// Throws core::ArmFailure when the program broke, core::Interrupted when a stop was asked for.
  virtual micro::Result run(int configuration, core::Arm arm, const scenario::Nuisance& nuisance) = 0;
  /// Whether the hypervisor took time from us during the last run.
  virtual bool stolen() const = 0;
};

/// The longest that a row may take before its arm is void, whatever it was asked to measure.
inline constexpr core::Nanoseconds kRowLimit{std::chrono::seconds(60)};

/// What a bench of programs is made of. References outlive the bench.
struct BenchParts {
  core::Processes& processes;
  std::map<core::Arm, subject::Subject> subjects;
  std::map<core::Arm, bool> seconds_suffix;  ///< see micro::Launch
  std::vector<micro::Row> rows;              ///< one a configuration, in the plan's order
  core::Nanoseconds least_time{0};           ///< that a row measures
  std::vector<int> cpus;
  std::string folder;  ///< where the programs write their results; the files are removed
  core::Nanoseconds limit = kRowLimit;
};

class ProgramBench : public Bench {
 public:
  explicit ProgramBench(BenchParts parts);
  micro::Result run(int configuration, core::Arm arm, const scenario::Nuisance& nuisance) override;
  bool stolen() const override { return stolen_; }

 private:
  BenchParts parts_;
  machine::StealMeter steal_;
  bool stolen_ = false;
};

/// Runs the plan's rounds on a bench. For each arm and round: a `lap` sample with the values of `metrics` (one lap is
/// the whole round, as in protocol `rounds`; `answered` counts iterations) and a `round` sample for the launch order.
class MicroRounds : public Rounds {
 public:
  MicroRounds(const std::vector<core::Metric>& metrics, Bench& bench, Recorder& recorder, Observer& observer)
      : metrics_(metrics), bench_(bench), recorder_(recorder), observer_(observer) {}
  void run(const scenario::RoundPlan& round, const Progress& progress) override;
  void abandon() noexcept override {}  // a process ends with the call that started it
  Durations take_durations() override { return {}; }

 private:
  void run_arm(const scenario::RoundPlan& round, int place);

  const std::vector<core::Metric>& metrics_;
  Bench& bench_;
  Recorder& recorder_;
  Observer& observer_;
};

}  // namespace hotlap::runner
