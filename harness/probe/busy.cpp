// How busy the CPUs of server and client were: tells whose limit the throughput is.
#include "harness/probe/registry.h"

namespace hotlap::probe {
namespace {

core::Value share_of_time(core::Nanoseconds cpu, const LapObservation& total, int cpus) {
  if (total.elapsed.count() <= 0) return core::Value::absent("no lap was timed");
  return static_cast<double>(cpu.count()) / (static_cast<double>(total.elapsed.count()) * cpus);
}

}  // namespace

std::vector<Probe> busy() {
  Probe server;
  server.metric = {"server_busy",
                   "share",
                   core::Better::lower,
                   core::Pooling::per_round,
                   core::Role::informs,
                   false,
                   "CPU time of the server divided by lap time and its number of CPUs; near 1 it is the bottleneck"};
  server.round = [](const RoundObservation& round) {
    return share_of_time(round.total.server_cpu, round.total, round.total.server_cpus);
  };
  Probe client;
  client.metric = {"client_busy",
                   "share",
                   core::Better::lower,
                   core::Pooling::per_round,
                   core::Role::informs,
                   false,
                   "CPU time of the load generator divided by lap time; near 1 per core it is the bottleneck"};
  client.round = [](const RoundObservation& round) -> core::Value {
    if (!round.total.client_cpu_known) return core::Value::absent(round.total.client_cpu_reason);
    return share_of_time(round.total.client_cpu, round.total, 1);
  };
  return {server, client};
}

}  // namespace hotlap::probe
