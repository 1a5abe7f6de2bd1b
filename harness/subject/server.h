// A running arm: started, ready, stopped.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "harness/core/error.h"
#include "harness/core/process.h"
#include "harness/subject/subject.h"

namespace hotlap::subject {

/// Somebody else listens on the port: another one may work.
class PortTaken : public core::ArmFailure {
 public:
  using core::ArmFailure::ArmFailure;
};

/// How a server ended when it was asked to.
struct Stop {
  bool killed = false;                    ///< it ignored SIGTERM until the deadline
  std::optional<std::uint64_t> requests;  ///< its own count, when the manifest says that it counts and it said so
};

/// One server process of one arm in one round. The destructor kills it.
class Server {
 public:
  /// Starts it; does not wait. Throws UserError when it cannot be started at all.
  Server(core::Processes& processes, const Subject& subject, const Launch& launch);

  /// Waits until it accepts connections on its port and the listening socket belongs to it (or to a process it
  /// started). Polls every 0.2 ms at first, every 5 ms in the end. Throws ArmFailure: it ended ("exited with status 1
  /// before it was ready", with the end of its output), opened no port within the manifest's deadline, or went to the
  /// background, where its CPU time would not be counted. PortTaken: somebody else listens on the port. UserError:
  /// /proc/net/tcp cannot be read, so that nobody can tell whose answers would be measured.
  void wait_ready();

  /// Throws ArmFailure when it has ended. One that goes to the background only after it listens is found out here.
  void check_alive();

  /// SIGTERM, then waits until the manifest's deadline, then kills; kills what it started and left behind in any case.
  Stop stop();

  pid_t pid() const { return process_->pid(); }
  /// The end of what it printed.
  std::string output() { return process_->output(); }

 private:
  Manifest manifest_;
  std::uint16_t port_;
  std::unique_ptr<core::Process> process_;

  [[noreturn]] void fail_before_ready(const core::ProcessEnd& end);
  [[noreturn]] void fail_ended(const core::ProcessEnd& end, const std::string& when);
  bool owns_the_listener();
};

}  // namespace hotlap::subject
