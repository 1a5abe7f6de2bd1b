// Answers per second.
#include "harness/probe/registry.h"

namespace hotlap::probe {

std::vector<Probe> throughput() {
  Probe probe;
  probe.metric = {"throughput",
                  "req/s",
                  core::Better::higher,
                  core::Pooling::per_time,
                  core::Role::decides,
                  false,
                  "answered requests divided by the time from the first request to the last answer"};
  probe.lap = [](const LapObservation& lap) -> core::Value {
    if (lap.elapsed.count() <= 0) return core::Value::absent("the lap took no time");
    return static_cast<double>(lap.answered) / std::chrono::duration<double>(lap.elapsed).count();
  };
  return {probe};
}

}  // namespace hotlap::probe
