// Who listens on a port.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hotlap::subject {

/// Socket inodes of the listeners that a connection to 127.0.0.1:port can reach, from the text of /proc/net/tcp or
/// /proc/net/tcp6 (proc(5)): state 0A on the port, bound to 127.0.0.1, to every address, or to their IPv6 forms.
std::vector<std::uint64_t> listening_inodes(std::string_view table, std::uint16_t port);

/// The same for this machine: those of IPv4, and only when there are none, those of IPv6, since the kernel prefers the
/// former for a connection to 127.0.0.1. Throws UserError when /proc/net/tcp cannot be read.
std::vector<std::uint64_t> listeners_on(std::uint16_t port);

/// Whether the process has one of the sockets open; false when its files cannot be looked at.
bool holds_socket(pid_t pid, const std::vector<std::uint64_t>& inodes);

/// Every process that can be seen to hold one of the sockets.
std::vector<pid_t> holders_of(const std::vector<std::uint64_t>& inodes);

/// Whether 127.0.0.1:port accepts a connection now (which is closed at once). Throws UserError when we have no sockets
/// left.
bool accepts_connections(std::uint16_t port);

}  // namespace hotlap::subject
