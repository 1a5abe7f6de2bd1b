// Runs a plan: rounds of all configurations in turn, each by the plan's protocol, into a record.
#pragma once

#include <functional>
#include <set>

#include "harness/probe/probe.h"
#include "harness/runner/observer.h"
#include "harness/runner/recorder.h"
#include "harness/runner/track.h"
#include "harness/scenario/plan.h"

namespace hotlap::runner {

/// At most this long does an arm warm up in a round; an arm still getting faster then is a warning ("cap" in the
/// record).
inline constexpr core::Nanoseconds kWarmupCap{std::chrono::seconds(3)};
/// A budget never plans fewer rounds than this for each configuration. With fewer, no verdict at 5 % would be possible:
/// the smallest p of n rounds is 2 / 2^n (sign test), and Holm multiplies it by the number of deciding rows, two a
/// configuration (one with protocol `micro`). At least 6.
int fewest_rounds(const scenario::Plan& plan);

/// How a run ended.
struct Outcome {
  bool interrupted = false;
  bool void_arm = false;
};

/// What a protocol works with during one round.
struct RoundContext {
  const scenario::Plan& plan;
  const scenario::RoundPlan& round;
  const std::vector<probe::Probe>& probes;
  Track& track;
  Recorder& recorder;
  Observer& observer;
  Progress progress;
};

/// An ArmFailure with the arm that it happened to.
struct VoidArm {
  core::Arm arm;
  std::string what;
  std::string seen;
};

/// One round by protocol `laps`: launch all, warm up in turns, laps in balanced blocks, stop all. Throws VoidArm,
/// Interrupted.
void run_laps_round(RoundContext& context);
/// One round by protocol `rounds`: for each arm launch, one window, stop. Throws VoidArm, Interrupted.
void run_windows_round(RoundContext& context);

/// What `run` needs of a protocol.
class Rounds {
 public:
  virtual ~Rounds() = default;
  /// Does one round and records its samples. Throws VoidArm, Interrupted.
  virtual void run(const scenario::RoundPlan& round, const Progress& progress) = 0;
  /// Ends whatever still runs; for the way out.
  virtual void abandon() noexcept = 0;
  /// What the parts of a round took since the last call.
  virtual Durations take_durations() = 0;
};

/// Runs the plan from where the recorder's record ends. Events round_done, void_arm, difference, planned, interrupted,
/// finished go into the record. A void arm ends its configuration; the others go on. UserError (record not writable)
/// passes through.
///
/// With a budget and a referee, it is asked at each look (scenario::is_look) of a configuration whether that is enough;
/// then the configuration ends. What it said stands in the record as a `look` event, so that the judgement knows how
/// often the results were looked at, and a resumed run goes on from there.
Outcome run(const scenario::Plan& plan, Rounds& rounds, Recorder& recorder, Observer& observer,
            Referee* referee = nullptr);
/// The same for servers: protocols `laps` and `rounds`.
Outcome run(const scenario::Plan& plan, const std::vector<probe::Probe>& probes, Track& track, Recorder& recorder,
            Observer& observer, Referee* referee = nullptr);

}  // namespace hotlap::runner
