// Chooses the CPUs of server and client: different physical cores where there are.
#include "harness/subject/cpus.h"

#include <algorithm>

#include "harness/core/error.h"

namespace hotlap::subject {
namespace {

using Cpus = std::vector<int>;

constexpr const char* kServerOption = "--server-cpus";
constexpr const char* kClientOption = "--client-cpus";

bool holds(const Cpus& cpus, int cpu) { return std::find(cpus.begin(), cpus.end(), cpu) != cpus.end(); }

bool share_any(const Cpus& a, const Cpus& b) {
  return std::any_of(a.begin(), a.end(), [&](int cpu) { return holds(b, cpu); });
}

Cpus all_of(const std::vector<CpuPlace>& allowed) {
  Cpus cpus;
  for (const CpuPlace& place : allowed) cpus.push_back(place.cpu);
  std::sort(cpus.begin(), cpus.end());
  return cpus;
}

/// The CPUs on the cores of `cpus`, themselves included, allowed or not.
Cpus cores_of(const Cpus& cpus, const std::vector<CpuPlace>& allowed) {
  Cpus found = cpus;
  for (const CpuPlace& place : allowed) {
    if (holds(cpus, place.cpu)) found.insert(found.end(), place.siblings.begin(), place.siblings.end());
  }
  return found;
}

int count_cores(const std::vector<CpuPlace>& allowed) {
  Cpus seen;
  int cores = 0;
  for (const CpuPlace& place : allowed) {
    if (holds(seen, place.cpu)) continue;
    ++cores;
    const Cpus core = cores_of({place.cpu}, allowed);
    seen.insert(seen.end(), core.begin(), core.end());
  }
  return cores;
}

void refuse_forbidden(const Cpus& named, const Cpus& usable, const char* option, std::vector<core::Problem>& problems) {
  for (const int cpu : named) {
    if (holds(usable, cpu)) continue;
    problems.push_back({"CPU " + std::to_string(cpu) + " is not allowed", option,
                        "this process may use " + format_cpu_list(usable) + "; see taskset and cpuset"});
  }
}

/// The first usable CPU that is outside `taken`; prefers another core than that of `taken`, and the core of CPU 0 last
/// of all when there are cores enough. Empty when no CPU is left.
Cpus pick(const std::vector<CpuPlace>& allowed, const Cpus& taken) {
  const Cpus usable = all_of(allowed);
  const Cpus taken_cores = cores_of(taken, allowed);
  const Cpus first_core = count_cores(allowed) >= 3 ? cores_of({0}, allowed) : Cpus{};
  const auto first_outside = [&](const Cpus& a, const Cpus& b) -> Cpus {
    for (const int cpu : usable) {
      if (!holds(a, cpu) && !holds(b, cpu)) return {cpu};
    }
    return {};
  };
  Cpus found = first_outside(taken_cores, first_core);
  if (found.empty()) found = first_outside(taken_cores, {});
  if (found.empty()) found = first_outside(taken, {});
  return found;
}

core::Warning shared_cpu(const Cpus& cpus) {
  return {"shared_cpu",
          "server and client share CPU " + format_cpu_list(cpus),
          "compare cpu, not throughput; name different CPUs with --server-cpus and --client-cpus",
          {{"cpus", static_cast<double>(cpus.size())}}};
}

core::Warning shared_core(const Cpus& server, const Cpus& client) {
  return {"shared_core",
          "server (CPU " + format_cpu_list(server) + ") and client (CPU " + format_cpu_list(client) +
              ") share a physical core",
          "name CPUs of different cores with --server-cpus and --client-cpus, or switch SMT off",
          {}};
}

core::UserError none_left(const Cpus& usable, const Cpus& named, const char* named_option, const char* other_option) {
  if (usable.size() < 2) {
    return core::UserError({"one CPU only: server and client need one each", "",
                            "allow this process a second CPU, or let them share: --server-cpus " +
                                format_cpu_list(usable) + " --client-cpus " + format_cpu_list(usable)});
  }
  return core::UserError(
      {std::string(named_option) + " " + format_cpu_list(named) + " leaves no CPU for the other side", named_option,
       "name fewer, or name the same list with " + std::string(other_option)});
}

}  // namespace

CpuChoice choose_cpus(const std::vector<CpuPlace>& allowed, const std::vector<int>& server_named,
                      const std::vector<int>& client_named) {
  const Cpus usable = all_of(allowed);
  std::vector<core::Problem> problems;
  refuse_forbidden(server_named, usable, kServerOption, problems);
  refuse_forbidden(client_named, usable, kClientOption, problems);
  const bool same = !server_named.empty() && std::is_permutation(server_named.begin(), server_named.end(),
                                                                 client_named.begin(), client_named.end());
  if (!same && share_any(server_named, client_named)) {
    problems.push_back({"server and client overlap", std::string(kServerOption) + ", " + kClientOption,
                        "name lists without a CPU in common, or the same list twice"});
  }
  if (!problems.empty()) throw core::UserError(problems);

  CpuChoice choice{server_named, client_named, false, {}};
  if (choice.server.empty()) choice.server = pick(allowed, choice.client);
  if (choice.server.empty()) throw none_left(usable, client_named, kClientOption, kServerOption);
  if (choice.client.empty()) choice.client = pick(allowed, choice.server);
  if (choice.client.empty()) throw none_left(usable, server_named, kServerOption, kClientOption);

  if (same) {
    choice.warnings.push_back(shared_cpu(choice.server));
  } else if (share_any(cores_of(choice.server, allowed), choice.client)) {
    choice.warnings.push_back(shared_core(choice.server, choice.client));
  } else {
    choice.apart = true;
  }
  return choice;
}

}  // namespace hotlap::subject
