// The checks: one function a finding, named once in the registry.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "harness/machine/machine.h"

namespace hotlap::machine {

/// No finding: what it is about does not matter here (address randomisation that is on).
using Check = std::function<std::optional<Finding>(const Machine&)>;

/// All checks, in the order in which findings are shown.
const std::vector<Check>& checks();

std::optional<Finding> check_cores(const Machine& machine);
std::optional<Finding> check_pinning(const Machine& machine);
std::optional<Finding> check_siblings(const Machine& machine);
std::optional<Finding> check_cpuset(const Machine& machine);
std::optional<Finding> check_governor(const Machine& machine);
std::optional<Finding> check_turbo(const Machine& machine);
std::optional<Finding> check_steal(const Machine& machine);
std::optional<Finding> check_other_load(const Machine& machine);
std::optional<Finding> check_cpu_limit(const Machine& machine);
std::optional<Finding> check_memory_limit(const Machine& machine);
std::optional<Finding> check_virtual(const Machine& machine);
std::optional<Finding> check_clocksource(const Machine& machine);
std::optional<Finding> check_counters(const Machine& machine);
std::optional<Finding> check_descriptors(const Machine& machine);
std::optional<Finding> check_layout(const Machine& machine);
std::optional<Finding> check_huge_pages(const Machine& machine);

}  // namespace hotlap::machine
