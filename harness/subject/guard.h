// A small process that kills what we started when we can no longer do it ourselves.
#pragma once

#include <sys/types.h>

#include <string>

#include "harness/subject/file_descriptor.h"

namespace hotlap::subject {

/// What is told to the guard about a process group.
struct GuardMessage {
  enum class Kind : int { started, ended };
  Kind kind = Kind::started;
  pid_t group = 0;
};

/// Tells the guard; usable between fork and exec. False when the guard is gone.
bool tell_guard(int socket, GuardMessage message);

/// Forked off in a session of its own, it holds one end of a socket and nothing else of ours; we and, until they exec,
/// our children hold the other. A child announces its own group before it can start anything, so no order of deaths
/// leaves a gap. When the last holder of the other end is gone, by whatever death, the guard kills the announced groups
/// and then, again and again until none is found, every process that carries the mark.
class Guard {
 public:
  /// Throws UserError when it cannot be started.
  explicit Guard(std::string mark);
  /// Lets the guard do its work and waits for its end.
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  const std::string& mark() const { return mark_; }
  int socket() const { return socket_.get(); }

 private:
  std::string mark_;
  FileDescriptor socket_;
  pid_t pid_ = 0;
};

}  // namespace hotlap::subject
