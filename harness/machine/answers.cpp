// The system calls whose answers a machine is judged by.
#include "harness/machine/answers.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "harness/subject/cpu_mask.h"

namespace hotlap::machine {
namespace {

void ask_for_cpus(Answers& answers) {
  subject::CpuMask before;
  if (before.get(0) < 0) {
    answers.pin_error = errno;
    return;
  }
  answers.allowed = before.cpus();
  if (subject::CpuMask({answers.allowed.front()}).set(0) != 0) answers.pin_error = errno;
  before.set(0);
}

/// Counts for a moment: under some hypervisors the counter can be had and stays at 0.
void ask_for_cycles(Answers& answers) {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_CPU_CYCLES;
  wanted.disabled = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  const auto counter = static_cast<int>(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
  if (counter < 0) {
    answers.counter_error = errno;
    return;
  }
  ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
  for (volatile int i = 0; i < 100'000;) i = i + 1;
  ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
  std::uint64_t cycles = 0;
  if (read(counter, &cycles, sizeof cycles) == static_cast<ssize_t>(sizeof cycles)) answers.cycles = cycles;
  close(counter);
}

}  // namespace

Answers ask_kernel() {
  Answers answers;
  ask_for_cpus(answers);
  ask_for_cycles(answers);
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) answers.descriptors = limit.rlim_cur;
  return answers;
}

}  // namespace hotlap::machine
