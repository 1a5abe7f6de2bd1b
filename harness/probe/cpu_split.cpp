// The kernel's split of CPU time into user and system, with what its sampling costs in precision.
#include "harness/probe/cpu_split.h"

#include <unistd.h>

#include <cmath>
#include <ctime>

#include "harness/probe/registry.h"

namespace hotlap::probe {
namespace {

using Side = std::uint64_t ServerClock::Split::*;

std::uint64_t all_ticks(const RoundObservation& round) { return round.split.user_ticks + round.split.system_ticks; }

core::Value share_of(const RoundObservation& round, Side side) {
  if (all_ticks(round) == 0) return core::Value::absent("too little CPU time for a split: not one tick was counted");
  if (round.split.*side == 0 || round.split.*side == all_ticks(round)) {
    // The kernel books everything on one side when the other has no tick, so this is no measurement.
    return core::Value::absent("too little CPU time for a split: all ticks fell on one side");
  }
  return static_cast<double>(round.split.*side) / static_cast<double>(all_ticks(round));
}

Probe split_probe(const char* id, const char* help, Side side) {
  Probe probe;
  probe.metric = {id, "ns/request", core::Better::lower, core::Pooling::per_round, core::Role::informs, false, help};
  probe.round = [side](const RoundObservation& round) -> core::Value {
    core::Value share = share_of(round, side);
    if (!share.present()) return share;
    return per_answer(*share * static_cast<double>(round.total.server_cpu.count()), round.total.answered);
  };
  probe.sampling_error = [side](const RoundObservation& round) -> core::Value {
    core::Value share = share_of(round, side);
    if (!share.present()) return share;
    const auto user_hz = static_cast<double>(sysconf(_SC_CLK_TCK));
    return tick_sampling_error(*share, static_cast<double>(all_ticks(round)) / user_hz, kernel_ticks_per_second());
  };
  return probe;
}

}  // namespace

double kernel_ticks_per_second() {
  timespec tick{};
  clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
  return 1e9 / (static_cast<double>(tick.tv_sec) * 1e9 + static_cast<double>(tick.tv_nsec));
}

core::Value tick_sampling_error(double share, double cpu_seconds, double ticks_per_second) {
  if (share <= 0) return core::Value::absent("no tick fell on this side");
  return std::sqrt((1 - share) / (share * cpu_seconds * ticks_per_second));
}

std::vector<Probe> cpu_split() {
  return {split_probe("cpu_user", "the part of cpu spent in user code: its share of the kernel's ticks over the round",
                      &ServerClock::Split::user_ticks),
          split_probe("cpu_sys", "the part of cpu spent in the kernel: its share of the kernel's ticks over the round",
                      &ServerClock::Split::system_ticks)};
}

}  // namespace hotlap::probe
