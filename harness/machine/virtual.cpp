// Virtual machines, and their clocks.
#include "harness/machine/virtual.h"

#include <fmt/format.h>

#include "harness/machine/checks.h"

namespace hotlap::machine {
namespace {

constexpr Topic kVirtual{"virtual_machine",
                         "cores, caches and power are shared with guests that cannot be seen, and the topology shown "
                         "may not be the real one",
                         "a dedicated or bare-metal machine; else more time (--budget) and several runs"};
constexpr Topic kClocksource{"clocksource", "every look at the clock is a system call, during laps too",
                             "boot with clocksource=tsc where the hardware allows it"};

constexpr std::string_view kCurrent = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

}  // namespace

Virtual is_virtual(const Tree& tree) {
  if (tree.line("/sys/hypervisor/type")) return Virtual::yes;
  const Text cpuinfo = tree.file("/proc/cpuinfo");
  const auto flags = cpuinfo ? value_of(*cpuinfo, "flags") : std::nullopt;
  if (!flags) return Virtual::unknown;
  return fmt::format(" {} ", *flags).find(" hypervisor ") != std::string::npos ? Virtual::yes : Virtual::no;
}

std::optional<Finding> check_virtual(const Machine& machine) {
  const Tree& tree = machine.tree();
  switch (is_virtual(tree)) {
    case Virtual::no:
      return good(kVirtual, "none: the CPU has no hypervisor flag");
    case Virtual::unknown: {
      const Text cpuinfo = tree.file("/proc/cpuinfo");
      return unknown(kVirtual, cpuinfo ? "/proc/cpuinfo has no line flags" : cpuinfo.reason);
    }
    case Virtual::yes:
      break;
  }
  const Text type = tree.line("/sys/hypervisor/type");
  const Text vendor = tree.line("/sys/class/dmi/id/sys_vendor");
  std::string seen = type ? "/sys/hypervisor/type is " + *type : "the CPU has the hypervisor flag";
  if (vendor) seen += ", vendor " + *vendor;
  return noisy(kVirtual, seen);
}

std::optional<Finding> check_clocksource(const Machine& machine) {
  const Text current = machine.tree().line(kCurrent);
  if (!current) return unknown(kClocksource, current.reason);
  // Those that clock_gettime reads without the kernel: arch/x86/entry/vdso and its like.
  for (const char* fast :
       {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter", "riscv_clocksource"}) {
    if (*current == fast) return good(kClocksource, *current);
  }
  return noisy(kClocksource, *current);
}

}  // namespace hotlap::machine
