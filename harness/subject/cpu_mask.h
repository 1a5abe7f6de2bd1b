// A set of CPUs as the kernel's affinity calls take it.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <array>
#include <vector>

namespace hotlap::subject {

/// Larger than any kernel is configured for (x86: CONFIG_NR_CPUS at most 8192), so that `get` never fails for its size.
inline constexpr int kMostCpus = 8192;

/// Has no memory of its own outside: usable between fork and exec.
class CpuMask {
 public:
  CpuMask() { CPU_ZERO_S(sizeof sets_, data()); }
  explicit CpuMask(const std::vector<int>& cpus) : CpuMask() {
    for (const int cpu : cpus) CPU_SET_S(static_cast<std::size_t>(cpu), sizeof sets_, data());
  }
  bool has(int cpu) const { return CPU_ISSET_S(static_cast<std::size_t>(cpu), sizeof sets_, data()) != 0; }
  /// sched_setaffinity, sched_getaffinity: 0 or -1 with errno.
  int set(pid_t thread) const { return sched_setaffinity(thread, sizeof sets_, data()); }
  int get(pid_t thread) { return sched_getaffinity(thread, sizeof sets_, data()); }
  std::vector<int> cpus() const {
    std::vector<int> found;
    for (int cpu = 0; cpu < kMostCpus; ++cpu) {
      if (has(cpu)) found.push_back(cpu);
    }
    return found;
  }
  /// The first CPU that is here and not in `other`; -1 when there is none.
  int first_missing_in(const CpuMask& other) const {
    for (int cpu = 0; cpu < kMostCpus; ++cpu) {
      if (has(cpu) && !other.has(cpu)) return cpu;
    }
    return -1;
  }

 private:
  cpu_set_t* data() { return sets_.data(); }
  const cpu_set_t* data() const { return sets_.data(); }
  std::array<cpu_set_t, kMostCpus / CPU_SETSIZE> sets_;
};

}  // namespace hotlap::subject
