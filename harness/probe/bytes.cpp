// Size of a response on the wire.
#include "harness/probe/registry.h"

namespace hotlap::probe {

std::vector<Probe> bytes() {
  Probe probe;
  probe.metric = {"bytes_per_response",
                  "bytes/response",
                  core::Better::lower,
                  core::Pooling::per_request,
                  core::Role::informs,
                  true,
                  "bytes received, heads included, divided by answered requests"};
  probe.lap = [](const LapObservation& lap) { return per_answer(static_cast<double>(lap.bytes), lap.answered); };
  return {probe};
}

}  // namespace hotlap::probe
