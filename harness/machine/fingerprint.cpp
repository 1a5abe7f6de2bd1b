// Reading /proc and /sys for the fingerprint.
#include "harness/machine/fingerprint.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cstdint>
#include <string_view>

namespace hotlap::machine {
namespace {

constexpr std::string_view kUnknown = "unknown";

/// Flags are long and only matter as same or not the same.
std::string short_hash(std::string_view text) {
  std::uint64_t hash = 1469598103934665603ULL;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15];
  return digits;
}

std::string kernel() {
  utsname name{};
  if (uname(&name) != 0) return std::string(kUnknown);
  return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

std::string memory_limit(const Tree& tree) {
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    if (const Text line = tree.line(path)) return *line;
  }
  return std::string(kUnknown);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> fingerprint(const Tree& tree) {
  const std::string cpuinfo = tree.file("/proc/cpuinfo").text.value_or("");
  const auto cpu = [&](std::string_view key) { return value_of(cpuinfo, key).value_or(std::string(kUnknown)); };
  const auto first_line = [&](std::string_view path) { return tree.line(path).text.value_or(std::string(kUnknown)); };
  const std::string flags = cpu("flags");
  return {
      {"cpu_model", cpu("model name")},
      {"cpu_flags", flags == kUnknown ? flags : short_hash(flags)},
      {"microcode", cpu("microcode")},
      {"cpus_online", std::to_string(sysconf(_SC_NPROCESSORS_ONLN))},
      {"hypervisor", flags.find("hypervisor") != std::string::npos ? "yes" : "no"},
      {"kernel", kernel()},
      {"governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
      {"turbo_off", first_line("/sys/devices/system/cpu/intel_pstate/no_turbo")},
      {"smt", first_line("/sys/devices/system/cpu/smt/active")},
      {"aslr", first_line("/proc/sys/kernel/randomize_va_space")},
      {"clocksource", first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource")},
      {"cpu_limit", first_line("/sys/fs/cgroup/cpu.max")},
      {"memory_limit", memory_limit(tree)},
      {"load_average", first_line("/proc/loadavg")},
  };
}

}  // namespace hotlap::machine
