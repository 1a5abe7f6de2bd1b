// Opens the connections of the built-in client.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/http/socket.h"
#include "harness/load/load.h"

namespace hotlap::load {

/// `count` established connections to 127.0.0.1:port, non-blocking, without Nagle's delay. Throws ArmFailure when fewer
/// are established within `limit`, with how many and why; Interrupted when a stop was asked for.
std::vector<http::Socket> connect_all(std::uint16_t port, int count, core::Nanoseconds limit);

}  // namespace hotlap::load
