// Time as the harness uses it.
#pragma once

#include <ctime>

#include "harness/core/sample.h"

namespace hotlap::core {

/// Monotonic time; never steps. About 20 ns a call.
inline Nanoseconds monotonic_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::chrono::seconds(now.tv_sec) + Nanoseconds(now.tv_nsec);
}

/// CPU time of the calling thread.
inline Nanoseconds thread_cpu_now() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + Nanoseconds(now.tv_nsec);
}

}  // namespace hotlap::core
