// The rows of the registry: one function per load generator, each in a file of its own.
#pragma once

#include "harness/load/load.h"

namespace hotlap::load {

Generator closed();
Generator wrk();

}  // namespace hotlap::load
