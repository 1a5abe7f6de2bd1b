// Launching, lapping and recording one arm.
#include "harness/runner/round_steps.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/http/http.h"
#include "harness/subject/server.h"

namespace hotlap::runner {
namespace {

/// Other arms' CPU above this share of a lap makes the lap doubtful.
constexpr double kForeignShare = 0.05;
/// Ports are drawn anew this often before giving up.
constexpr int kPortAttempts = 100;
/// And servers started anew this often, when somebody took the port between our look and theirs.
constexpr int kLostPorts = 3;

const scenario::Nuisance& nuisance_of(const scenario::RoundPlan& round, core::Arm arm) {
  const auto found =
      std::find_if(round.nuisance.begin(), round.nuisance.end(), [&](const auto& n) { return n.first == arm; });
  if (found == round.nuisance.end()) throw std::logic_error("a round without this arm");
  return found->second;
}

std::vector<std::string> marks_of(const LapOutcome& outcome) {
  std::vector<std::string> marks;
  const auto share = static_cast<double>(outcome.foreign.count()) /
                     static_cast<double>(std::max<std::int64_t>(1, outcome.load.elapsed.count()));
  if (share > kForeignShare) marks.emplace_back("foreign_cpu");
  if (outcome.stolen) marks.emplace_back("steal");
  if (!outcome.idle_at_end) marks.emplace_back("not_idle");
  return marks;
}

}  // namespace

void launch_arm(RoundContext& context, core::Arm arm) {
  const auto& round = context.round;
  const auto& configuration = context.plan.configurations[static_cast<std::size_t>(round.configuration)];
  scenario::Nuisance nuisance = nuisance_of(round, arm);
  int lost = 0;
  for (int attempt = 0; attempt < kPortAttempts; ++attempt) {
    if (attempt > 0) {
      nuisance.port =
          nuisance_of(scenario::plan_round(context.plan, round.configuration, round.round, attempt), arm).port;
    }
    if (!context.track.port_is_free(nuisance.port)) continue;
    try {
      context.track.launch(configuration, arm, nuisance);
      return;
    } catch (const subject::PortTaken& taken) {
      if (++lost > kLostPorts) throw VoidArm{arm, taken.what(), taken.seen()};
    } catch (const core::ArmFailure& failure) {
      throw VoidArm{arm, failure.what(), failure.seen()};
    }
  }
  throw core::UserError({"no free port found in " + std::to_string(kPortAttempts) + " draws between 10000 and 32767",
                         "", "end the servers that hold them: ss -ltn"});
}

void compare_responses(RoundContext& context) {
  const auto& events = context.recorder.record().events;
  const auto arms = context.plan.arms();
  for (const core::Arm arm : arms) {
    if (arm == core::Arm::old_build) continue;
    const auto difference =
        http::difference(context.track.response_bytes(core::Arm::old_build), context.track.response_bytes(arm));
    if (!difference) continue;
    const bool known = std::any_of(events.begin(), events.end(), [&](const record::Event& event) {
      return event.kind == record::EventKind::difference && event.configuration == context.round.configuration &&
             event.arm == arm;
    });
    if (known) continue;
    record::Event event{.kind = record::EventKind::difference,
                        .configuration = context.round.configuration,
                        .round = context.round.round,
                        .arm = arm};
    event.what = "the responses of old and " + std::string(core::arm_name(arm)) + " differ";
    event.seen = *difference;
    context.recorder.add(event);
  }
}

LapCost record_lap(RoundContext& context, core::SampleKind kind, core::Arm arm, int block, int position,
                   std::vector<std::string> marks) {
  core::Sample sample{
      .kind = kind, .configuration = context.round.configuration, .round = context.round.round, .arm = arm};
  sample.block = block;
  sample.position = position;
  sample.at = context.recorder.now();
  const LapOutcome outcome = with_arm(arm, [&] { return context.track.lap(arm, context.plan.settings.lap); });
  sample.elapsed = outcome.load.elapsed;
  sample.answered = outcome.load.answered;
  sample.marks = marks_of(outcome);
  sample.marks.insert(sample.marks.end(), marks.begin(), marks.end());
  if (!outcome.load.failure.empty()) sample.marks.emplace_back("failed");

  probe::LapObservation observation;
  observation.elapsed = outcome.load.elapsed;
  observation.answered = outcome.load.answered;
  observation.bytes = outcome.load.bytes;
  observation.server_cpu = outcome.server_cpu;
  observation.client_cpu = outcome.load.client_cpu;
  observation.server_cpus = context.track.server_cpus();
  observation.idle_at_end = outcome.idle_at_end;
  for (const auto& probe : context.probes) {
    if (probe.lap) sample.values.emplace_back(probe.metric.id, probe.lap(observation));
  }
  context.recorder.add(sample);
  if (!outcome.load.failure.empty()) throw VoidArm{arm, outcome.load.failure, outcome.load.failure_seen};
  if (outcome.load.answered == 0) throw VoidArm{arm, "no request was answered in a lap", ""};
  return {static_cast<double>(outcome.server_cpu.count()) / static_cast<double>(outcome.load.answered),
          outcome.load.answered};
}

void stop_arm(RoundContext& context, core::Arm arm) {
  if (with_arm(arm, [&] { return context.track.stop(arm); })) return;
  context.recorder.add(record::Event{.kind = record::EventKind::killed,
                                     .configuration = context.round.configuration,
                                     .round = context.round.round,
                                     .arm = arm});
}

void record_round(RoundContext& context, core::Arm arm, int position) {
  const probe::RoundObservation observation = with_arm(arm, [&] { return context.track.observe_round(arm); });
  core::Sample sample{.kind = core::SampleKind::round,
                      .configuration = context.round.configuration,
                      .round = context.round.round,
                      .arm = arm};
  sample.position = position;
  sample.at = context.recorder.now();
  sample.elapsed = observation.total.elapsed;
  sample.answered = observation.total.answered;
  const auto& configuration = context.plan.configurations[static_cast<std::size_t>(context.round.configuration)];
  for (const auto& probe : context.probes) {
    if (probe.of_cold_start && !configuration.scenario.cold) continue;  // a row of reasons would tell nobody anything
    if (probe.round) sample.values.emplace_back(probe.metric.id, probe.round(observation));
    if (probe.sampling_error) {
      sample.values.emplace_back(probe.metric.id + "_sampling_error", probe.sampling_error(observation));
    }
  }
  context.recorder.add(sample);
}

}  // namespace hotlap::runner
