// CPU time that an answer costs the server: the primary metric.
#include "harness/probe/registry.h"

namespace hotlap::probe {

std::vector<Probe> cpu() {
  Probe probe;
  probe.metric = {"cpu",
                  "ns/request",
                  core::Better::lower,
                  core::Pooling::per_request,
                  core::Role::decides,
                  false,
                  "CPU time of all processes and threads of the server, idle to idle, divided by answered requests"};
  probe.lap = [](const LapObservation& lap) {
    return per_answer(static_cast<double>(lap.server_cpu.count()), lap.answered);
  };
  return {probe};
}

}  // namespace hotlap::probe
