// The program with its streams as parameters, so that it can be tested.
#pragma once

#include <ostream>

#include "harness/core/error.h"

namespace hotlap::cli {

/// Parses the command line, runs one command, prints every error once. Results go to `out`, everything else to `err`.
core::ExitCode program(int argc, const char* const* argv, std::ostream& out, std::ostream& err);

}  // namespace hotlap::cli
