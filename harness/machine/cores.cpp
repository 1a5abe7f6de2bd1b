// The CPUs: how many, whose, and what shares their cores.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/core/error.h"
#include "harness/machine/checks.h"
#include "harness/machine/virtual.h"

namespace hotlap::machine {
namespace {

constexpr Topic kCores{"cores", "server and client take time and caches from each other unless each has a core",
                       "give this process CPUs of two physical cores: taskset -c, docker run --cpuset-cpus, a larger "
                       "machine"};
constexpr Topic kPinning{"pinning", "nothing can be measured: server and client must be pinned to their CPUs",
                         "allow sched_setaffinity: it is refused by a seccomp filter or a security module"};
constexpr Topic kSiblings{"smt", "whatever runs on a sibling takes part of the core, up to half of its speed",
                          "echo off | sudo tee /sys/devices/system/cpu/smt/control"};
constexpr Topic kCpuset{"cpuset", "others run on the rest of the machine and share its caches, memory and power",
                        "stop what runs there, or use a machine of its own"};

std::string count_text(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::optional<Finding> check_cores(const Machine& machine) {
  const auto& allowed = machine.answers().allowed;
  if (allowed.empty()) return unknown(kCores, "the kernel does not say which CPUs are allowed");
  const std::string cpus =
      fmt::format("{} usable ({})", count_text(allowed.size(), "CPU"), subject::format_cpu_list(allowed));
  if (!machine.choice()) return noisy(kCores, cpus + ", two are needed");
  const std::string use =
      fmt::format("{}: server on {}, client on {}", cpus, subject::format_cpu_list(machine.choice()->server),
                  subject::format_cpu_list(machine.choice()->client));
  if (!machine.choice()->apart) return noisy(kCores, use + ", both on one physical core");
  if (!machine.topology_unknown().empty()) {
    return unknown(kCores, fmt::format("{}; whether these are two physical cores is not known ({})", use,
                                       machine.topology_unknown()));
  }
  return good(kCores, use);
}

std::optional<Finding> check_pinning(const Machine& machine) {
  const int error = machine.answers().pin_error;
  if (error == 0) return good(kPinning, "allowed");
  return noisy(kPinning, fmt::format("refused: {}", std::strerror(error)));
}

std::optional<Finding> check_siblings(const Machine& machine) {
  if (!machine.topology_unknown().empty()) return unknown(kSiblings, machine.topology_unknown());
  std::string seen;
  for (const auto& [cpu, siblings] : machine.places()) {
    const auto used = machine.used();
    if (siblings.size() < 2 || std::find(used.begin(), used.end(), cpu) == used.end()) continue;
    seen += fmt::format("{}CPU {} is on the core of CPUs {}", seen.empty() ? "" : "; ", cpu,
                        subject::format_cpu_list(siblings));
  }
  if (!seen.empty()) return noisy(kSiblings, seen);
  if (machine.used().empty()) return unknown(kSiblings, "no CPU is known to be ours");
  seen = fmt::format("no siblings of CPUs {}", subject::format_cpu_list(machine.used()));
  if (is_virtual(machine.tree()) == Virtual::no) return good(kSiblings, seen);
  return unknown(kSiblings, seen + " that are shown; a hypervisor need not show those of the host",
                 "a kind of virtual machine that has whole cores");
}

std::optional<Finding> check_cpuset(const Machine& machine) {
  constexpr std::string_view kOnline = "/sys/devices/system/cpu/online";
  const Text line = machine.tree().line(kOnline);
  if (!line) return unknown(kCpuset, line.reason);
  const auto& allowed = machine.answers().allowed;
  if (allowed.empty()) return unknown(kCpuset, "the kernel does not say which CPUs are allowed");
  try {
    const auto online = subject::parse_cpu_list(*line, std::string(kOnline));
    const std::string seen =
        fmt::format("{} of the machine's {} allowed", count_text(allowed.size(), "CPU"), online.size());
    return allowed.size() < online.size() ? noisy(kCpuset, seen) : good(kCpuset, seen);
  } catch (const core::UserError& error) {
    return unknown(kCpuset, fmt::format("{}: {}", kOnline, error.problems().front().what));
  }
}

}  // namespace hotlap::machine
