// Listens, serves until SIGTERM or SIGINT, and counts.
#pragma once

#include <cstdint>
#include <string>

#include "servers/reference/options.h"

namespace reference {

struct Served {
  std::string problem;  ///< why it could not serve; empty: it served and was stopped
  std::uint64_t requests = 0;
};

/// Blocks until the server was told to stop and its connections are closed. The options are good.
Served serve(const Options& options);

}  // namespace reference
