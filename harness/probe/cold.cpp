// What the first requests of a fresh process cost.
#include <algorithm>
#include <numeric>

#include "harness/core/exchange.h"
#include "harness/probe/registry.h"

namespace hotlap::probe {
namespace {

using Iterations = std::vector<double>;

double mean(Iterations::const_iterator begin, Iterations::const_iterator end) {
  return std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
}

/// `read` gets the iteration that was first, and the others, the slowest in front.
template <class Read>
Probe cold_probe(const char* id, const char* help, Read read) {
  Probe probe;
  probe.metric = {id, "ns/request", core::Better::lower, core::Pooling::per_round, core::Role::informs, false, help};
  probe.of_cold_start = true;
  probe.round = [read](const RoundObservation& round) -> core::Value {
    if (round.cold_iterations.size() < core::kFewestIterations) return core::Value::absent(round.cold_reason);
    Iterations others(round.cold_iterations.begin() + 1, round.cold_iterations.end());
    std::sort(others.begin(), others.end(), std::greater<>());
    return read(round.cold_iterations.front(), others);
  };
  return probe;
}

}  // namespace

std::vector<Probe> cold() {
  return {
      cold_probe("cold_first", "wall time of a request in a cold server's first iteration, of scenarios with [cold]",
                 [](double first, const Iterations&) { return first; }),
      cold_probe("cold_slowest", "wall time of a request in a cold server's four slowest iterations after the first",
                 [](double, const Iterations& others) {
                   return mean(others.begin(), others.begin() + core::kSlowestIterations);
                 }),
      cold_probe("cold_rest", "wall time of a request in all other iterations of a cold server",
                 [](double, const Iterations& others) {
                   return mean(others.begin() + core::kSlowestIterations, others.end());
                 })};
}

}  // namespace hotlap::probe
