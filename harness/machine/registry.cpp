// Which checks there are.
#include "harness/machine/checks.h"

namespace hotlap::machine {

const std::vector<Check>& checks() {
  static const std::vector<Check> all{check_cores,     check_pinning,      check_siblings, check_cpuset,
                                      check_governor,  check_turbo,        check_steal,    check_other_load,
                                      check_cpu_limit, check_memory_limit, check_virtual,  check_clocksource,
                                      check_counters,  check_descriptors,  check_layout,   check_huge_pages};
  return all;
}

std::vector<Finding> examine(const Machine& machine) {
  std::vector<Finding> findings;
  for (const Check& check : checks()) {
    if (auto finding = check(machine)) findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace hotlap::machine
