// Quantiles of the raw latencies of a round.
#include "harness/probe/registry.h"

namespace hotlap::probe {
namespace {

template <class Read>
Probe latency_probe(const char* id, const char* help, Read read) {
  Probe probe;
  probe.metric = {id, "ns", core::Better::lower, core::Pooling::per_round, core::Role::informs, false, help};
  probe.round = [read](const RoundObservation& round) -> core::Value {
    if (round.latency == nullptr) return core::Value::absent(round.latency_reason);
    if (round.latency->count() == 0) return core::Value::absent("no request was answered");
    return read(*round.latency);
  };
  return probe;
}

Probe quantile_probe(const char* id, const char* help, double q) {
  return latency_probe(id, help, [q](const core::Histogram& latency) { return latency.quantile(q); });
}

}  // namespace

std::vector<Probe> latency() {
  return {quantile_probe("latency_p50", "half of the answers took at most this long", 0.5),
          quantile_probe("latency_p90", "90 % of the answers took at most this long", 0.9),
          quantile_probe("latency_p99", "99 % of the answers took at most this long", 0.99),
          quantile_probe("latency_p999", "99.9 % of the answers took at most this long", 0.999),
          latency_probe("latency_max", "the slowest answer of the round", [](const core::Histogram& latency) {
            return core::Value(static_cast<double>(latency.max()));
          })};
}

}  // namespace hotlap::probe
