// What a protocol needs of the world: arms that are launched, lapped and stopped. The real one starts servers, a fake
// none.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/core/arm.h"
#include "harness/load/load.h"
#include "harness/probe/probe.h"
#include "harness/scenario/plan.h"

namespace hotlap::runner {

/// One lap as the runner sees it.
struct LapOutcome {
  load::Lap load;
  /// CPU of the arm since the end of its previous lap: what it used out of turn (concurrent GC, JIT) is charged to it
  /// here.
  core::Nanoseconds server_cpu{0};
  /// CPU that the other arms used during this lap.
  core::Nanoseconds foreign{0};
  bool idle_at_end = true;  ///< false: the server was still running when its clock was read
  bool stolen = false;      ///< the hypervisor took time from us during this lap
};

/// Named durations of a round, summed over its arms.
using Durations = std::vector<std::pair<std::string, core::Nanoseconds>>;

/// The arms of one round. Operations on an arm throw core::ArmFailure when the arm broke and core::Interrupted when a
/// stop was asked for.
class Track {
 public:
  virtual ~Track() = default;
  /// Starts the arm's server, waits until it is ready, looks at its cold start if the scenario says so, verifies one
  /// response, opens the connections.
  virtual void launch(const scenario::Configuration& configuration, core::Arm arm,
                      const scenario::Nuisance& nuisance) = 0;
  /// The verified response of a launched arm, as on the wire.
  virtual const std::string& response_bytes(core::Arm arm) const = 0;
  /// Whether this port can be listened on now.
  virtual bool port_is_free(std::uint16_t port) = 0;
  virtual LapOutcome lap(core::Arm arm, core::Nanoseconds length) = 0;
  /// Sets the arm's round totals to zero: what follows is timed.
  virtual void begin_timed(core::Arm arm) = 0;
  /// The arm's round, from `begin_timed` to now.
  virtual probe::RoundObservation observe_round(core::Arm arm) = 0;
  /// Stops the arm's server and compares its own count of requests with ours. False: it had to be killed.
  virtual bool stop(core::Arm arm) = 0;
  /// Ends whatever still runs; for the way out.
  virtual void abandon() noexcept = 0;
  /// What launching, waiting, verifying, connecting and stopping took since the last call.
  virtual Durations take_durations() = 0;
  /// How many CPUs a server may use.
  virtual int server_cpus() const = 0;
};

}  // namespace hotlap::runner
