// The built-in closed-loop client: kept-alive connections, pipelining, every response parsed and checked.
#include <algorithm>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/core/stop.h"
#include "harness/load/closed_connect.h"
#include "harness/load/closed_loop.h"
#include "harness/load/rows.h"

namespace hotlap::load {
namespace {

class ClosedSession final : public Session {
 public:
  explicit ClosedSession(const Target& target)
      : loop_(target, connect_all(target.port, target.shape.connections, kConnectLimit)) {}

  Lap lap(core::Nanoseconds length, core::Histogram& latency) override {
    return measured([&] { loop_.run(length, latency); });
  }
  Lap burst(std::uint64_t requests, core::Histogram& latency) override {
    return measured([&] { loop_.run_burst(requests, latency); });
  }

 private:
  template <class Run>
  Lap measured(Run run) {
    core::throw_if_stop_requested();
    if (!loop_.ready()) return loop_.result();
    const core::Nanoseconds cpu = core::thread_cpu_now();
    run();
    const core::Nanoseconds used = core::thread_cpu_now() - cpu;
    if (loop_.interrupted()) throw core::Interrupted();
    Lap lap = loop_.result();
    // Waiting is told by the wall clock, which goes on while another process has our core: never below nothing.
    lap.client_cpu = std::max(core::Nanoseconds(0), used - loop_.waited_awake());
    return lap;
  }

  ClosedLoop loop_;
};

}  // namespace

Generator closed() {
  Generator row;
  row.id = "closed";
  row.help = "built-in: keeps every connection busy and checks status and length of every response";
  row.raw_latency = true;
  row.keeps_connections = true;
  row.counts_requests = true;
  row.problems = [](const core::Request&, const core::LoadShape&, core::Nanoseconds) {
    return std::vector<core::Problem>();
  };
  row.version = [](core::Processes&) { return std::string("closed"); };
  row.open = [](const Target& target, core::Processes&, const std::vector<int>&) -> std::unique_ptr<Session> {
    return std::make_unique<ClosedSession>(target);
  };
  return row;
}

}  // namespace hotlap::load
