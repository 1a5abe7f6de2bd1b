// Reading /proc and /sys for the fingerprint.
#include "harness/runner/fingerprint.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string_view>

namespace hotlap::runner {
namespace {

constexpr std::string_view kUnknown = "unknown";

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? line : std::string(kUnknown);
}

/// The value of the first "key : value" line of /proc/cpuinfo.
std::string cpuinfo(std::string_view key) {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return std::string(kUnknown);
}

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

std::string memory_limit() {
  for (const char* path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    const std::string line = first_line(path);
    if (line != kUnknown) return line;
  }
  return std::string(kUnknown);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> fingerprint() {
  const std::string flags = cpuinfo("flags");
  return {
      {"cpu_model", cpuinfo("model name")},
      {"cpu_flags", flags == kUnknown ? flags : short_hash(flags)},
      {"microcode", cpuinfo("microcode")},
      {"cpus_online", std::to_string(sysconf(_SC_NPROCESSORS_ONLN))},
      {"hypervisor", flags.find("hypervisor") != std::string::npos ? "yes" : "no"},
      {"kernel", kernel()},
      {"governor", first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
      {"turbo_off", first_line("/sys/devices/system/cpu/intel_pstate/no_turbo")},
      {"smt", first_line("/sys/devices/system/cpu/smt/active")},
      {"aslr", first_line("/proc/sys/kernel/randomize_va_space")},
      {"clocksource", first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource")},
      {"cpu_limit", first_line("/sys/fs/cgroup/cpu.max")},
      {"memory_limit", memory_limit()},
      {"load_average", first_line("/proc/loadavg")},
  };
}

}  // namespace hotlap::runner
