// What happens in a new process between fork and exec.
#pragma once

#include <sys/types.h>

#include "harness/subject/cpu_mask.h"

namespace hotlap::subject {

/// Everything the child needs, made before the fork: afterwards nothing may allocate.
struct ChildPlan {
  const char* path = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  const CpuMask* cpus = nullptr;  ///< null: as we
  int input = -1;                 ///< becomes standard input
  int output = -1;                ///< becomes standard output and standard error
  int guard = -1;                 ///< where to announce the process group
  int report = -1;                ///< where to write a ChildFailure; closes at exec
  pid_t parent = 0;
};

/// Why a child did not get as far as its program.
struct ChildFailure {
  enum class Step : int { prepare, guard, cpus, exec };
  Step step = Step::prepare;
  int error = 0;  ///< errno
  int cpu = -1;   ///< cpus: the first that is not allowed
};

/// Called in the child with all signals blocked.
[[noreturn]] void run_child(const ChildPlan& plan) noexcept;

}  // namespace hotlap::subject
