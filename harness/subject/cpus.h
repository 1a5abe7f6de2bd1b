// Which CPUs the server and the client get.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/core/warning.h"

namespace hotlap::subject {

/// One CPU and the CPUs that share its physical core (itself included).
struct CpuPlace {
  int cpu = 0;
  std::vector<int> siblings;
};

struct CpuChoice {
  std::vector<int> server;
  std::vector<int> client;
  bool apart = false;                   ///< server and client have no physical core in common
  std::vector<core::Warning> warnings;  ///< shared_core, shared_cpu, ...
};

/// "0-2,4" -> {0,1,2,4}. Throws UserError (where = option).
std::vector<int> parse_cpu_list(std::string_view text, std::string_view option);
std::string format_cpu_list(const std::vector<int>& cpus);

/// CPUs with the siblings that the topology below `root` tells of; one that it does not tell of has none. Throws
/// UserError for a list that is none.
std::vector<CpuPlace> places_of(const std::vector<int>& cpus, const std::string& root = "");

/// The CPUs this thread may use, with their siblings (sched_getaffinity; /sys/devices/system/cpu/cpuN/topology; a
/// machine that does not tell has no siblings). To be asked before `pin_this_thread`.
std::vector<CpuPlace> allowed_cpus();

/// Chooses one CPU for the server and one for the client on different physical cores, unless the user named them.
/// CPU 0 (where interrupts tend to land) and its core go to nobody when there are at least three cores.
/// Throws UserError: fewer than two CPUs and none named ("one CPU only"), a named CPU that is not allowed, server and
/// client lists that overlap (allowed only when they are equal and named by the user: warning `shared_cpu`). Named
/// lists on one physical core: warning `shared_core`. Pure.
CpuChoice choose_cpus(const std::vector<CpuPlace>& allowed, const std::vector<int>& server_named,
                      const std::vector<int>& client_named);

/// Pins the calling thread. Throws UserError when the kernel refuses (no permission for affinity).
void pin_this_thread(const std::vector<int>& cpus);

}  // namespace hotlap::subject
