// What a run will do and how long that will take, in a line.
#pragma once

#include <string>

#include "harness/cli/preparation.h"

namespace hotlap::cli {

/// "plan: 2 configurations x 3 arms (old, new, control), ... about 2 min in all; server on CPU 0, client on CPU 1; seed
/// 7".
std::string plan_line(const Preparation& preparation);

}  // namespace hotlap::cli
