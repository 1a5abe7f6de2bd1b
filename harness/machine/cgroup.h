// Where the limits of this process's control groups are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/tree.h"

namespace hotlap::machine {

struct Groups {
  int version = 0;                   ///< 1 or 2 (cgroups(7)); 0: none found
  std::vector<std::string> folders;  ///< from our own group up to the root that we can see: each may limit us
  std::string reason;                ///< why there is none
};

/// The groups that a controller ("cpu", "memory") has this process in. A group that /proc/self/cgroup names but that
/// cannot be seen (as in a container) is left out; its root stays.
Groups groups_of(const Tree& tree, std::string_view controller);

}  // namespace hotlap::machine
