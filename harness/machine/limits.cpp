// What a container may not do: CPU time and memory.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/machine/cgroup.h"
#include "harness/machine/checks.h"

namespace hotlap::machine {
namespace {

constexpr Topic kCpuLimit{"cpu_limit",
                          "when the share is used up, server and client stand still until the next period begins", ""};
constexpr Topic kMemoryLimit{"memory_limit",
                             "close to the limit the kernel takes pages back during laps, or ends the "
                             "server",
                             "docker run without --memory, or a higher one; in Kubernetes limits.memory"};

/// Less than this for server and client is close to the limit.
constexpr double kLeastMemory = 512.0 * 1024 * 1024;
/// Version 1 writes its largest number, rounded to pages, for "no limit".
constexpr double kNoMemoryLimit = 1e18;

/// The tightest of the limits that stand in the folders.
struct Tightest {
  double limit = std::numeric_limits<double>::infinity();
  std::string folder, file;
  bool any = false;     ///< some file could be understood
  bool odd = false;     ///< some file could not
  std::string problem;  ///< what could not be read or understood
};

void add(Tightest& tightest, double limit, const std::string& folder, const std::string& file) {
  tightest.any = true;
  if (limit >= tightest.limit) return;
  tightest.limit = limit;
  tightest.folder = folder;
  tightest.file = file;
}

/// CPUs' worth of time from "50000 100000" or "max 100000" (us of us); absent when it is neither.
std::optional<double> quota(const std::string& quota_text, const std::string& period_text) {
  if (quota_text == "max" || quota_text == "-1") return std::numeric_limits<double>::infinity();
  const auto quota = whole_number(quota_text);
  const auto period = whole_number(period_text);
  if (!quota || !period || *quota <= 0 || *period <= 0) return std::nullopt;
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

Tightest cpu_limit(const Tree& tree, const Groups& groups) {
  Tightest tightest;
  for (const std::string& folder : groups.folders) {
    const std::string file = folder + (groups.version == 2 ? "/cpu.max" : "/cpu.cfs_quota_us");
    const Text line = tree.line(file);
    const Text period = groups.version == 2 ? line : tree.line(folder + "/cpu.cfs_period_us");
    if (!line || !period) {
      if (!tightest.odd) tightest.problem = line ? period.reason : line.reason;
      continue;
    }
    const auto space = line.text->find(' ');
    const auto cpus = groups.version == 2 ? quota(line.text->substr(0, space),
                                                  space == std::string::npos ? "" : line.text->substr(space + 1))
                                          : quota(*line, *period);
    if (cpus) {
      add(tightest, *cpus, folder, file);
    } else {
      tightest.odd = true;
      tightest.problem = fmt::format("{} is '{}'", file, *line);
    }
  }
  return tightest;
}

Tightest memory_limit(const Tree& tree, const Groups& groups) {
  Tightest tightest;
  for (const std::string& folder : groups.folders) {
    const std::string file = folder + (groups.version == 2 ? "/memory.max" : "/memory.limit_in_bytes");
    const Text line = tree.line(file);
    if (!line) {
      if (!tightest.odd) tightest.problem = line.reason;
      continue;
    }
    const auto bytes = whole_number(*line);
    if (*line == "max" || (bytes && static_cast<double>(*bytes) >= kNoMemoryLimit)) {
      add(tightest, std::numeric_limits<double>::infinity(), folder, file);
    } else if (bytes && *bytes > 0) {
      add(tightest, static_cast<double>(*bytes), folder, file);
    } else {
      tightest.odd = true;
      tightest.problem = fmt::format("{} is '{}'", file, *line);
    }
  }
  return tightest;
}

bool is_limited(const Tightest& tightest) { return tightest.limit < std::numeric_limits<double>::infinity(); }

std::string mebibytes(double bytes) { return fmt::format("{:.0f} MiB", bytes / (1024 * 1024)); }

}  // namespace

std::optional<Finding> check_cpu_limit(const Machine& machine) {
  const Groups groups = groups_of(machine.tree(), "cpu");
  if (groups.version == 0) return unknown(kCpuLimit, groups.reason);
  const Tightest tightest = cpu_limit(machine.tree(), groups);
  if (is_limited(tightest)) {
    const std::string seen = fmt::format("time for {:.2f} CPUs ({})", tightest.limit, tightest.file);
    if (tightest.limit >= static_cast<double>(machine.answers().allowed.size())) return good(kCpuLimit, seen);
    return noisy(kCpuLimit, seen,
                 fmt::format("echo {} | sudo tee {}; or docker run without --cpus, in Kubernetes no limits.cpu",
                             groups.version == 2 ? "max" : "-1", tightest.file));
  }
  if (!tightest.any || tightest.odd) return unknown(kCpuLimit, tightest.problem);
  return good(kCpuLimit, fmt::format("none that can be seen from here (cgroup v{})", groups.version));
}

std::optional<Finding> check_memory_limit(const Machine& machine) {
  const Groups groups = groups_of(machine.tree(), "memory");
  if (groups.version == 0) return unknown(kMemoryLimit, groups.reason);
  const Tightest tightest = memory_limit(machine.tree(), groups);
  if (!is_limited(tightest)) {
    if (!tightest.any || tightest.odd) return unknown(kMemoryLimit, tightest.problem);
    return good(kMemoryLimit, fmt::format("none that can be seen from here (cgroup v{})", groups.version));
  }
  const Text line =
      machine.tree().line(tightest.folder + (groups.version == 2 ? "/memory.current" : "/memory.usage_in_bytes"));
  const auto used = line ? whole_number(*line) : std::nullopt;
  const std::string limit = fmt::format("limit {} ({})", mebibytes(tightest.limit), tightest.file);
  if (!used) {
    return unknown(kMemoryLimit, fmt::format("{}; how much is used is not known ({})", limit,
                                             line ? "'" + *line + "' is no number" : line.reason));
  }
  const double left = tightest.limit - static_cast<double>(*used);
  const std::string seen = fmt::format("{}, {} left", limit, mebibytes(std::max(0.0, left)));
  return left < kLeastMemory ? noisy(kMemoryLimit, seen) : good(kMemoryLimit, seen);
}

}  // namespace hotlap::machine
