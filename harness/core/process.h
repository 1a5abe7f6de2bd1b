// Starting other programs, as an interface: the real one is in `subject`, a fake in the tests.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/core/sample.h"

namespace hotlap::core {

/// A program to start. Never goes through a shell.
struct Command {
  std::vector<std::string> arguments;  ///< arguments[0] is the executable: a path, or a name looked up on PATH
  std::vector<std::pair<std::string, std::string>> environment;  ///< added to, or replacing in, our own environment
  std::vector<int> cpus;                                         ///< the CPUs it may run on; empty: as we
  std::string output_path;  ///< a file that standard output and standard error go to; empty: they are captured instead
};

/// How a process ended.
struct ProcessEnd {
  int status = 0;  ///< exit status, or 128 + signal
  int signal = 0;  ///< the signal that killed it, or 0
};

/// A started program. The destructor kills it and everything it started. It dies with us, even when we are killed.
class Process {
 public:
  virtual ~Process() = default;
  virtual pid_t pid() const = 0;
  /// How it ended, when it has; does not wait.
  virtual std::optional<ProcessEnd> poll() = 0;
  /// Waits at most `limit`. Throws Interrupted when a stop was asked for meanwhile.
  virtual std::optional<ProcessEnd> wait(Nanoseconds limit) = 0;
  /// Sends a signal to the process alone.
  virtual void signal(int number) = 0;
  /// Kills the process and everything it started (its process group), and reaps it.
  virtual void kill() = 0;
  /// What it has written so far (captured, or from `output_path`): at most the last `limit` bytes.
  virtual std::string output(std::size_t limit = 4096) = 0;
};

class Processes {
 public:
  virtual ~Processes() = default;
  /// Throws UserError when the executable cannot be started (not found, no permission, CPUs not allowed).
  virtual std::unique_ptr<Process> start(const Command& command) = 0;
};

}  // namespace hotlap::core
