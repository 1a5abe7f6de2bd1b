// What only the kernel itself can answer: by system calls, not by files.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace hotlap::machine {

/// Plain data, so that a test makes any machine.
struct Answers {
  std::vector<int> allowed;                  ///< CPUs that this process may use, in order (sched_getaffinity)
  int pin_error = 0;                         ///< errno of pinning to one of them; 0: it works
  int counter_error = 0;                     ///< errno of perf_event_open for our own cycles in user mode; 0: it works
  std::optional<std::uint64_t> cycles;       ///< what that counter counted over a short loop
  std::optional<std::uint64_t> descriptors;  ///< RLIMIT_NOFILE, the soft limit; RLIM_INFINITY as it is
};

/// Asks; the affinity of the calling thread is afterwards as before.
Answers ask_kernel();

}  // namespace hotlap::machine
