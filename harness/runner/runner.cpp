// Turns of rounds until the plan or the budget is done.
#include "harness/runner/runner.h"

#include <algorithm>
#include <cmath>

#include "harness/core/error.h"
#include "harness/core/stop.h"

namespace hotlap::runner {
namespace {

using record::Event;
using record::EventKind;

/// What is known of one configuration's rounds.
struct Standing {
  int done = 0;                ///< complete rounds
  core::Nanoseconds spent{0};  ///< on them
  int planned = 0;             ///< 0: not known yet
  bool ended = false;          ///< by a void arm
};

std::vector<Standing> standings_of(const scenario::Plan& plan, const record::Record& record) {
  std::vector<Standing> standings(plan.configurations.size());
  for (auto& standing : standings) standing.planned = plan.settings.rounds.value_or(0);
  for (const Event& event : record.events) {
    auto& standing = standings.at(static_cast<std::size_t>(event.configuration));
    if (event.kind == EventKind::void_arm) standing.ended = true;
    if (event.kind != EventKind::round_done) continue;
    ++standing.done;
    for (const auto& [name, ns] : event.durations) {
      if (name == "round") standing.spent += core::Nanoseconds(static_cast<std::int64_t>(ns));
    }
  }
  return standings;
}

/// With a budget: how many rounds fit, from what rounds have cost so far. It looks at time alone, never at results, so
/// it is no peeking; it is asked again at the end of each group of rounds, since the first round is no good prediction
/// of the rest.
void plan_rounds(const scenario::Plan& plan, int configuration, Standing& standing, Recorder& recorder) {
  if (plan.settings.rounds) return;
  const int arms = static_cast<int>(plan.arms().size());
  if (standing.planned != 0 && standing.done % arms != 0) return;
  const core::Nanoseconds cost = standing.spent / standing.done;
  const int planned = std::max(standing.done, scenario::rounds_for_budget(plan.settings.budget, cost, arms,
                                                                          fewest_rounds(plan.configurations.size())));
  if (planned == standing.planned) return;
  standing.planned = planned;
  Event event{.kind = EventKind::planned, .configuration = configuration, .round = standing.done};
  event.number = planned;
  recorder.add(event);
}

core::Nanoseconds time_left(const std::vector<Standing>& standings) {
  core::Nanoseconds left{0};
  for (const auto& standing : standings) {
    if (standing.ended || standing.done == 0) continue;
    left += standing.spent / standing.done * std::max(0, standing.planned - standing.done);
  }
  return left;
}

Event round_done_event(int configuration, int round, Track& track, core::Nanoseconds took) {
  Event event{.kind = EventKind::round_done, .configuration = configuration, .round = round};
  for (const auto& [name, duration] : track.take_durations()) {
    event.durations.emplace_back(name, static_cast<double>(duration.count()));
  }
  event.durations.emplace_back("round", static_cast<double>(took.count()));
  return event;
}

void run_round(RoundContext& context) {
  if (context.plan.settings.protocol == scenario::Protocol::laps) {
    run_laps_round(context);
  } else {
    run_windows_round(context);
  }
}

}  // namespace

int fewest_rounds(std::size_t configurations) {
  constexpr double kAlpha = 0.05;
  constexpr double kDecidingMetrics = 2;
  const double smallest_p = kAlpha / (kDecidingMetrics * static_cast<double>(configurations));
  return std::max(6, static_cast<int>(std::ceil(std::log2(2 / smallest_p))));
}

Outcome run(const scenario::Plan& plan, const std::vector<probe::Probe>& probes, Track& track, Recorder& recorder,
            Observer& observer) {
  Outcome outcome;
  auto standings = standings_of(plan, recorder.record());
  const auto unfinished = [](const Standing& s) { return !s.ended && (s.planned == 0 || s.done < s.planned); };
  try {
    // One round of each configuration, then the next round of each: an interrupted run is balanced, a slow hour hits
    // all alike.
    while (std::any_of(standings.begin(), standings.end(), unfinished)) {
      for (int c = 0; c < static_cast<int>(standings.size()); ++c) {
        Standing& standing = standings[static_cast<std::size_t>(c)];
        if (!unfinished(standing)) continue;
        const auto round_plan = scenario::plan_round(plan, c, standing.done);
        RoundContext context{plan, round_plan, probes, track, recorder, observer, {}};
        context.progress.configuration = c;
        context.progress.round = standing.done;
        context.progress.planned_rounds = standing.planned;
        context.progress.left = time_left(standings);
        const core::Nanoseconds start = core::monotonic_now();
        try {
          run_round(context);
        } catch (const VoidArm& broken) {
          track.abandon();
          Event event{.kind = EventKind::void_arm, .configuration = c, .round = standing.done, .arm = broken.arm};
          event.what = broken.what;
          event.seen = broken.seen;
          recorder.add(event);
          standing.ended = true;
          outcome.void_arm = true;
          continue;
        }
        const core::Nanoseconds took = core::monotonic_now() - start;
        recorder.add(round_done_event(c, standing.done, track, took));
        ++standing.done;
        standing.spent += took;
        plan_rounds(plan, c, standing, recorder);
        observer.round_done(recorder.record(), c);
        core::throw_if_stop_requested();
      }
    }
    recorder.add(Event{.kind = EventKind::finished});
  } catch (const core::Interrupted&) {
    track.abandon();
    recorder.add(Event{.kind = EventKind::interrupted});
    outcome.interrupted = true;
  }
  return outcome;
}

}  // namespace hotlap::runner
