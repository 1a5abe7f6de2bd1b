// Protocol `laps`: fresh processes for all arms, then many short laps in turns.
#include <algorithm>
#include <map>

#include "harness/core/stop.h"
#include "harness/runner/round_steps.h"
#include "harness/runner/steady.h"

namespace hotlap::runner {
namespace {

/// Warms all arms up in turns until every one is steady: all get the same number of laps, so that none is treated
/// differently.
void warm_up(RoundContext& context) {
  const auto& order = context.round.launch_order;
  const auto most = std::max<std::int64_t>(context.plan.settings.steady_laps + Steady::kWindow,
                                           kWarmupCap / context.plan.settings.lap);
  std::map<core::Arm, Steady> steady;
  const auto& settings = context.plan.settings;
  for (const core::Arm arm : order) steady.emplace(arm, Steady(settings.steady_laps, settings.warm_requests));
  context.progress.warming_up = true;
  for (std::int64_t pass = 0; pass < most; ++pass) {
    for (std::size_t place = 0; place < order.size(); ++place) {
      const core::Arm arm = order[place];
      const bool capped = pass + 1 == most && !steady.at(arm).steady();
      context.progress.arm = arm;
      context.observer.progress(context.progress);
      const LapCost cost =
          record_lap(context, core::SampleKind::warmup, arm, static_cast<int>(pass), static_cast<int>(place),
                     capped ? std::vector<std::string>{"cap"} : std::vector<std::string>{});
      steady.at(arm).add(cost.cpu_ns, cost.answered);
      core::throw_if_stop_requested();
    }
    if (std::all_of(order.begin(), order.end(), [&](core::Arm arm) { return steady.at(arm).steady(); })) break;
  }
  context.progress.warming_up = false;
}

void run_blocks(RoundContext& context) {
  const auto& blocks = context.round.blocks;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    for (std::size_t place = 0; place < blocks[block].size(); ++place) {
      context.progress.arm = blocks[block][place];
      context.observer.progress(context.progress);
      record_lap(context, core::SampleKind::lap, blocks[block][place], static_cast<int>(block),
                 static_cast<int>(place));
      ++context.progress.lap;
      core::throw_if_stop_requested();
    }
  }
}

}  // namespace

void run_laps_round(RoundContext& context) {
  const auto& order = context.round.launch_order;
  context.progress.laps = static_cast<int>(context.round.blocks.size() * order.size());
  for (const core::Arm arm : order) {
    context.progress.arm = arm;
    context.observer.progress(context.progress);
    launch_arm(context, arm);
    core::throw_if_stop_requested();
  }
  compare_responses(context);
  warm_up(context);
  for (const core::Arm arm : order) with_arm(arm, [&] { context.track.begin_timed(arm); });
  run_blocks(context);
  for (std::size_t place = 0; place < order.size(); ++place)
    record_round(context, order[place], static_cast<int>(place));
  for (const core::Arm arm : order) stop_arm(context, arm);
}

}  // namespace hotlap::runner
