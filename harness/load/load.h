// How a server is pressed: one file per load generator, all behind one interface.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/error.h"
#include "harness/core/exchange.h"
#include "harness/core/histogram.h"
#include "harness/core/process.h"
#include "harness/core/sample.h"

namespace hotlap::load {

/// How long a lap waits after its deadline for answers that are under way; what is left then is `unfinished`.
inline constexpr core::Nanoseconds kDrainLimit = std::chrono::seconds(5);
/// The same after a failure: the lap is void anyway.
inline constexpr core::Nanoseconds kDrainLimitAfterFailure = std::chrono::milliseconds(200);
/// How long a burst of a cold server may take, all of it.
inline constexpr core::Nanoseconds kBurstLimit = std::chrono::seconds(10);
/// How long opening the connections may take.
inline constexpr core::Nanoseconds kConnectLimit = std::chrono::seconds(5);

/// Where to, what, how hard, and what a right answer is.
struct Target {
  std::uint16_t port = 0;  ///< on 127.0.0.1
  std::string request_bytes;
  std::vector<std::string> other_kinds;  ///< requests of kinds 1, 2, ...: connection i sends kind i modulo their number
  bool head_request = false;
  core::Request request;         ///< the same request, for generators that build their own bytes
  int status = 200;              ///< every answer must have this status
  std::int64_t body_bytes = -1;  ///< and a body of this length; -1: any
  core::LoadShape shape;
  /// Wait for answers without sleeping: the client has a core to itself. A client that sleeps must be woken by the
  /// server's send, an interrupt to another CPU that costs microseconds and comes or does not come from lap to lap.
  bool awake = false;
};

/// What one lap of load did. sent = answered + failed + unfinished, always.
struct Lap {
  core::Nanoseconds elapsed{0};  ///< from the first request's send to the last answer's arrival
  std::uint64_t sent = 0;
  std::uint64_t answered = 0;       ///< right answers: status and length as expected
  std::uint64_t failed = 0;         ///< wrong answers, and requests whose connection broke
  std::uint64_t unfinished = 0;     ///< not answered when the drain limit was reached
  std::uint64_t bytes = 0;          ///< response bytes read, heads included
  core::Nanoseconds client_cpu{0};  ///< CPU time of the generator in this lap, less what it spent waiting awake
  int open_connections = 0;         ///< at the end
  std::string failure;              ///< the first failure, one sentence; empty when none
  std::string failure_seen;         ///< the bytes of the first wrong answer, at most 1 KiB
};

/// Connections of one arm, open and idle between laps.
class Session {
 public:
  virtual ~Session() = default;
  /// Keeps every connection busy for `length`, then lets the last answers arrive. Latencies (ns, closed loop: from the
  /// send of the request to the end of its response) go into `latency` when the generator has raw ones. Throws
  /// Interrupted.
  virtual Lap lap(core::Nanoseconds length, core::Histogram& latency) = 0;
  /// Sends exactly so many requests, the next one of them on whichever connection has become free. Only of a generator
  /// that counts. Throws Interrupted.
  virtual Lap burst(std::uint64_t requests, core::Histogram& latency) = 0;
};

/// A load generator: a row of the registry.
struct Generator {
  std::string id;            ///< "closed", "wrk"
  std::string help;          ///< one sentence
  bool raw_latency = false;  ///< whether laps fill the histogram
  bool keeps_connections =
      false;                     ///< whether a session's connections stay open between laps (needed by protocol `laps`)
  bool counts_requests = false;  ///< whether it can be told how many requests to send: Session::burst
  /// What of a lap it cannot do; empty: nothing. Asked before anything is measured.
  std::function<std::vector<core::Problem>(const core::Request&, const core::LoadShape&, core::Nanoseconds lap)>
      problems;
  /// Version ("wrk 4.1.0"). Throws UserError naming the package to install when the generator is not there.
  std::function<std::string(core::Processes&)> version;
  /// Opens the connections. Throws ArmFailure when fewer open than asked for (with how many and why).
  /// `client_cpus`: for generators that are processes of their own; the built-in client runs in ours.
  std::function<std::unique_ptr<Session>(const Target&, core::Processes&, const std::vector<int>& client_cpus)> open;
};

/// All generators, `closed` first.
const std::vector<Generator>& generators();

/// Throws UserError with a suggestion on a miss.
const Generator& generator(std::string_view id);

}  // namespace hotlap::load
