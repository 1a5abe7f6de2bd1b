// What the kernel grants a process: counters, descriptors, its memory layout.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "harness/machine/checks.h"

namespace hotlap::machine {
namespace {

constexpr Topic kCounters{"counters", "cycles and instructions per request cannot be counted; times are all there is",
                          ""};
constexpr Topic kDescriptors{"descriptors", "scenarios with many connections cannot open them: the arm is void",
                             "ulimit -n 65536 before hotlap, or LimitNOFILE= of the service"};
constexpr Topic kLayout{"aslr",
                        "all processes have one memory layout: its luck looks like a difference between builds instead "
                        "of noise within them",
                        "echo 2 | sudo tee /proc/sys/kernel/randomize_va_space"};
constexpr Topic kHugePages{"huge_pages",
                           "the kernel makes large pages of small ones when it has time: speed changes "
                           "during a run",
                           "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"};

constexpr std::string_view kParanoid = "/proc/sys/kernel/perf_event_paranoid";
constexpr std::string_view kRandomize = "/proc/sys/kernel/randomize_va_space";
constexpr std::string_view kHuge = "/sys/kernel/mm/transparent_hugepage/enabled";

/// What most shells start with: enough for every shipped scenario.
constexpr std::uint64_t kLeastDescriptors = 1024;

}  // namespace

std::optional<Finding> check_counters(const Machine& machine) {
  const Answers& answers = machine.answers();
  const Text paranoid = machine.tree().line(kParanoid);
  const std::string setting =
      paranoid ? fmt::format("perf_event_paranoid is {}", *paranoid) : fmt::format("({})", paranoid.reason);
  if (answers.counter_error == 0) {
    if (answers.cycles.value_or(0) > 0) return good(kCounters, "cycles can be counted; " + setting);
    return unknown(kCounters, "the counter of cycles can be had but counts nothing; " + setting,
                   "a machine whose PMU is real, or passed through by the hypervisor");
  }
  const std::string seen = fmt::format("perf_event_open: {}; {}", std::strerror(answers.counter_error), setting);
  const bool refused = answers.counter_error == EACCES || answers.counter_error == EPERM;
  if (!refused) return unknown(kCounters, seen, "no PMU here: a machine that has one, or vPMU switched on by the host");
  const auto level = paranoid ? whole_number(*paranoid) : std::nullopt;
  // Our own user mode may be counted up to level 2; above (Debian's 3) nothing may.
  return unknown(kCounters, seen,
                 level && *level > 2 ? "sudo sysctl kernel.perf_event_paranoid=2"
                                     : "allow perf_event_open: a seccomp filter refuses it (docker run --security-opt "
                                       "seccomp=PROFILE, or --cap-add PERFMON)");
}

std::optional<Finding> check_descriptors(const Machine& machine) {
  const auto limit = machine.answers().descriptors;
  if (!limit) return unknown(kDescriptors, "the kernel does not tell RLIMIT_NOFILE");
  const std::string seen = fmt::format("{} descriptors a process", *limit);
  return *limit < kLeastDescriptors ? noisy(kDescriptors, seen) : good(kDescriptors, seen);
}

std::optional<Finding> check_layout(const Machine& machine) {
  const Text line = machine.tree().line(kRandomize);
  if (!line) return unknown(kLayout, line.reason);
  const auto level = whole_number(*line);
  if (!level) return unknown(kLayout, fmt::format("{} is '{}'", kRandomize, *line));
  if (*level > 0) return std::nullopt;  // as it should be: each round draws a new layout
  return noisy(kLayout, fmt::format("off ({} is 0)", kRandomize));
}

std::optional<Finding> check_huge_pages(const Machine& machine) {
  const Text line = machine.tree().line(kHuge);
  if (!line) return unknown(kHugePages, line.reason);
  if (line.text->find("[always]") == std::string::npos) return std::nullopt;  // on request only, or never
  return noisy(kHugePages, fmt::format("for all memory ({} is '{}')", kHuge, *line));
}

}  // namespace hotlap::machine
