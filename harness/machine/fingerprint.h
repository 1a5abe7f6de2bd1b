// What machine this is, as far as it matters to times.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/machine/tree.h"

namespace hotlap::machine {

/// CPU model, count and flags (hashed), kernel, governor, turbo, SMT, ASLR, hypervisor, load average, memory limit ...
/// What cannot be read is "unknown". Times are never compared across different fingerprints.
std::vector<std::pair<std::string, std::string>> fingerprint(const Tree& tree = Tree());

}  // namespace hotlap::machine
