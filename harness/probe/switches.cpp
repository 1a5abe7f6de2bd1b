// Context switches that an answer costs the server.
#include "harness/probe/registry.h"

namespace hotlap::probe {

std::vector<Probe> switches() {
  Probe probe;
  probe.metric = {"context_switches",
                  "1/request",
                  core::Better::lower,
                  core::Pooling::per_round,
                  core::Role::informs,
                  false,
                  "voluntary and involuntary context switches of all threads of the server per answered request"};
  probe.round = [](const RoundObservation& round) -> core::Value {
    if (!round.context_switches.present()) return round.context_switches;
    return per_answer(*round.context_switches, round.total.answered);
  };
  return {probe};
}

}  // namespace hotlap::probe
