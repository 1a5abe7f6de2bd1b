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
  int looked = 0;              ///< rounds done at the last look; 0: none
  bool ended = false;          ///< by a void arm or a look
};

std::vector<Standing> standings_of(const scenario::Plan& plan, const record::Record& record) {
  std::vector<Standing> standings(plan.configurations.size());
  for (auto& standing : standings) standing.planned = plan.settings.rounds.value_or(0);
  for (const Event& event : record.events) {
    auto& standing = standings.at(static_cast<std::size_t>(event.configuration));
    if (event.kind == EventKind::void_arm) standing.ended = true;
    if (event.kind == EventKind::look) {
      standing.looked = standing.done;
      standing.ended |= event.what == record::kEnough;
    }
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
  const int planned =
      std::max(standing.done, scenario::rounds_for_budget(plan.settings.budget, cost, arms, fewest_rounds(plan)));
  if (planned == standing.planned) return;
  standing.planned = planned;
  Event event{.kind = EventKind::planned, .configuration = configuration, .round = standing.done};
  event.number = planned;
  recorder.add(event);
}

void look(const scenario::Plan& plan, int configuration, Standing& standing, Recorder& recorder, Referee* referee) {
  if (plan.settings.rounds || referee == nullptr) return;
  const int arms = static_cast<int>(plan.arms().size());
  if (!scenario::is_look(standing.done, standing.looked, standing.planned, arms, fewest_rounds(plan))) return;
  const bool enough = referee->enough(recorder.record(), configuration);
  Event event{.kind = EventKind::look, .configuration = configuration, .round = standing.done};
  event.what = enough ? record::kEnough : record::kGoOn;
  recorder.add(event);
  standing.looked = standing.done;
  standing.ended |= enough;
}

core::Nanoseconds time_left(const std::vector<Standing>& standings) {
  core::Nanoseconds left{0};
  for (const auto& standing : standings) {
    if (standing.ended || standing.done == 0) continue;
    left += standing.spent / standing.done * std::max(0, standing.planned - standing.done);
  }
  return left;
}

Event round_done_event(int configuration, int round, Rounds& rounds, core::Nanoseconds took) {
  Event event{.kind = EventKind::round_done, .configuration = configuration, .round = round};
  for (const auto& [name, duration] : rounds.take_durations()) {
    event.durations.emplace_back(name, static_cast<double>(duration.count()));
  }
  event.durations.emplace_back("round", static_cast<double>(took.count()));
  return event;
}

/// Rounds of servers: protocols `laps` and `rounds`.
class ServerRounds : public Rounds {
 public:
  ServerRounds(const scenario::Plan& plan, const std::vector<probe::Probe>& probes, Track& track, Recorder& recorder,
               Observer& observer)
      : plan_(plan), probes_(probes), track_(track), recorder_(recorder), observer_(observer) {}

  void run(const scenario::RoundPlan& round, const Progress& progress) override {
    RoundContext context{plan_, round, probes_, track_, recorder_, observer_, progress};
    if (plan_.settings.protocol == scenario::Protocol::laps) {
      run_laps_round(context);
    } else {
      run_windows_round(context);
    }
  }
  void abandon() noexcept override { track_.abandon(); }
  Durations take_durations() override { return track_.take_durations(); }

 private:
  const scenario::Plan& plan_;
  const std::vector<probe::Probe>& probes_;
  Track& track_;
  Recorder& recorder_;
  Observer& observer_;
};

}  // namespace

int fewest_rounds(const scenario::Plan& plan) {
  constexpr double kAlpha = 0.05;
  const double deciding_metrics = plan.settings.protocol == scenario::Protocol::micro ? 1 : 2;
  const double smallest_p = kAlpha / (deciding_metrics * static_cast<double>(plan.configurations.size()));
  return std::max(6, static_cast<int>(std::ceil(std::log2(2 / smallest_p))));
}

Outcome run(const scenario::Plan& plan, const std::vector<probe::Probe>& probes, Track& track, Recorder& recorder,
            Observer& observer, Referee* referee) {
  ServerRounds rounds(plan, probes, track, recorder, observer);
  return run(plan, rounds, recorder, observer, referee);
}

Outcome run(const scenario::Plan& plan, Rounds& rounds, Recorder& recorder, Observer& observer, Referee* referee) {
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
        Progress progress;
        progress.configuration = c;
        progress.round = standing.done;
        progress.planned_rounds = standing.planned;
        progress.left = time_left(standings);
        const core::Nanoseconds start = core::monotonic_now();
        try {
          rounds.run(round_plan, progress);
        } catch (const VoidArm& broken) {
          rounds.abandon();
          Event event{.kind = EventKind::void_arm, .configuration = c, .round = standing.done, .arm = broken.arm};
          event.what = broken.what;
          event.seen = broken.seen;
          recorder.add(event);
          standing.ended = true;
          outcome.void_arm = true;
          continue;
        }
        const core::Nanoseconds took = core::monotonic_now() - start;
        recorder.add(round_done_event(c, standing.done, rounds, took));
        ++standing.done;
        standing.spent += took;
        plan_rounds(plan, c, standing, recorder);
        look(plan, c, standing, recorder, referee);
        observer.round_done(recorder.record(), c);
        core::throw_if_stop_requested();
      }
    }
    recorder.add(Event{.kind = EventKind::finished});
  } catch (const core::Interrupted&) {
    rounds.abandon();
    recorder.add(Event{.kind = EventKind::interrupted});
    outcome.interrupted = true;
  }
  return outcome;
}

}  // namespace hotlap::runner
