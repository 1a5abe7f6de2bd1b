// Clock frequency: the governor, and turbo.
#include <fmt/format.h>

#include <tuple>

#include "harness/machine/checks.h"

namespace hotlap::machine {
namespace {

constexpr Topic kGovernor{"governor",
                          "the frequency follows the load, with a delay: the same work takes longer in one lap than in "
                          "the next",
                          "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"};
constexpr Topic kTurbo{"turbo", "the frequency depends on heat and on what other cores do, so it changes during a run",
                       ""};

constexpr std::string_view kNoTurbo = "/sys/devices/system/cpu/intel_pstate/no_turbo";
constexpr std::string_view kBoost = "/sys/devices/system/cpu/cpufreq/boost";

}  // namespace

std::optional<Finding> check_governor(const Machine& machine) {
  std::string seen, missing;
  bool performance = true;
  for (const int cpu : machine.used()) {
    const Text governor =
        machine.tree().line(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", cpu));
    if (!governor) {
      missing = governor.reason;
      continue;
    }
    seen += fmt::format("{}CPU {}: {}", seen.empty() ? "" : ", ", cpu, *governor);
    performance = performance && *governor == "performance";
  }
  if (!performance) return noisy(kGovernor, seen);
  if (missing.empty() && !seen.empty()) return good(kGovernor, seen);
  return unknown(kGovernor, missing.empty() ? "no CPU is known to be ours" : missing,
                 "usual in a virtual machine: the host decides; ask whoever runs it");
}

std::optional<Finding> check_turbo(const Machine& machine) {
  std::string reason;
  // The same switch with opposite signs: Intel's driver says what is off, all others what is on.
  for (const auto& [file, on, off] : {std::tuple(kNoTurbo, "0", "1"), {kBoost, "1", "0"}}) {
    const Text line = machine.tree().line(file);
    if (!line) {
      reason += (reason.empty() ? "" : "; ") + line.reason;
    } else if (*line == off) {
      return good(kTurbo, fmt::format("off ({} is {})", file, *line));
    } else if (*line == on) {
      return noisy(kTurbo, fmt::format("on ({} is {})", file, *line), fmt::format("echo {} | sudo tee {}", off, file));
    } else {
      return unknown(kTurbo, fmt::format("{} is '{}', neither 0 nor 1", file, *line));
    }
  }
  return unknown(kTurbo, reason);
}

}  // namespace hotlap::machine
