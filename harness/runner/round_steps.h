// The steps that both protocols are made of.
#pragma once

#include "harness/core/error.h"
#include "harness/runner/runner.h"

namespace hotlap::runner {

/// Runs `step`; an ArmFailure becomes a VoidArm that names the arm.
template <class Step>
auto with_arm(core::Arm arm, Step&& step) {
  try {
    return step();
  } catch (const core::ArmFailure& failure) {
    throw VoidArm{arm, failure.what(), failure.seen()};
  }
}

/// Launches the arm on the planned port, or on the next one drawn when that is taken, also when it is taken meanwhile.
void launch_arm(RoundContext& context, core::Arm arm);

/// Records a `difference` event when the arms' responses differ, once for a configuration.
void compare_responses(RoundContext& context);

/// What the warm-up rule needs of a lap.
struct LapCost {
  double cpu_ns = 0;           ///< the server's CPU per request
  std::uint64_t answered = 0;  ///< requests
};

/// One lap: runs it, records it, throws VoidArm when an answer was wrong or there was none.
LapCost record_lap(RoundContext& context, core::SampleKind kind, core::Arm arm, int block, int position,
                   std::vector<std::string> marks = {});

/// Stops the arm; a `killed` event when it did not stop by itself.
void stop_arm(RoundContext& context, core::Arm arm);

/// Records the arm's round sample.
void record_round(RoundContext& context, core::Arm arm, int position);

}  // namespace hotlap::runner
