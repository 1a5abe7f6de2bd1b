// Peak memory of the server's processes.
#include "harness/probe/registry.h"

namespace hotlap::probe {

std::vector<Probe> memory() {
  Probe probe;
  probe.metric = {"peak_rss",
                  "bytes",
                  core::Better::lower,
                  core::Pooling::per_round,
                  core::Role::informs,
                  false,
                  "peak resident memory (VmHWM) at the end of the round, summed over the server's processes"};
  probe.round = [](const RoundObservation& round) { return round.peak_rss; };
  return {probe};
}

}  // namespace hotlap::probe
