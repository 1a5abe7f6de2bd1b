// What one lap, or one round of one arm, measured.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/core/arm.h"
#include "harness/core/value.h"

namespace hotlap::core {

using Nanoseconds = std::chrono::nanoseconds;

enum class SampleKind {
  warmup,  ///< a lap before the arm was steady: kept, never analysed
  lap,     ///< a timed lap
  round,   ///< what was measured once for the arm's whole round
};

/// "warmup", "lap", "round".
constexpr std::string_view name(SampleKind kind) {
  return kind == SampleKind::warmup ? "warmup" : kind == SampleKind::lap ? "lap" : "round";
}

/// The place of a sample of which the record does not say when it was taken.
inline constexpr int kNoPlace = -1;

/// One line of samples.jsonl.
struct Sample {
  SampleKind kind = SampleKind::lap;
  int configuration = 0;  ///< index into the plan's configurations
  int round = 0;          ///< from 0
  Arm arm = Arm::old_build;
  int block = 0;           ///< lap: the block within the round, from 0; every arm runs once in a block. 0 for `round`
  int position = 0;        ///< lap: place within the block; round: place in the launch order. From 0, or kNoPlace
  Nanoseconds at{0};       ///< start, since the start of the run
  Nanoseconds elapsed{0};  ///< how long it took
  std::uint64_t answered = 0;  ///< right answers that arrived; protocol micro: iterations of the benchmark
  /// Metric id -> value, in the order of the metric registry.
  std::vector<std::pair<std::string, Value>> values;
  /// Codes of what makes this sample doubtful: "foreign_cpu", "steal", "not_idle"; empty for a clean one.
  std::vector<std::string> marks;

  bool operator==(const Sample&) const = default;
};

}  // namespace hotlap::core
