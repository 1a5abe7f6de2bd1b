// Protocol `rounds`: each sample is a fresh process and one timed window.
#include "harness/core/stop.h"
#include "harness/runner/round_steps.h"

namespace hotlap::runner {

void run_windows_round(RoundContext& context) {
  const auto& order = context.round.launch_order;
  context.progress.laps = static_cast<int>(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const core::Arm arm = order[i];
    const auto place = static_cast<int>(i);
    context.progress.arm = arm;
    context.observer.progress(context.progress);
    launch_arm(context, arm);
    with_arm(arm, [&] { context.track.begin_timed(arm); });
    record_lap(context, core::SampleKind::lap, arm, 0, place);
    record_round(context, arm, place);
    stop_arm(context, arm);
    ++context.progress.lap;
    core::throw_if_stop_requested();
  }
  compare_responses(context);
}

}  // namespace hotlap::runner
