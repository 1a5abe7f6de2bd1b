// Whether a hypervisor is below us.
#pragma once

#include "harness/machine/tree.h"

namespace hotlap::machine {

enum class Virtual { no, yes, unknown };

/// By the flag "hypervisor" of x86, or by what /sys/hypervisor/type says.
Virtual is_virtual(const Tree& tree);

}  // namespace hotlap::machine
