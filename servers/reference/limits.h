// How long and how much: node's options of a server, under node's names and with its defaults where it has them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace reference {

/// Times in milliseconds; 0 switches a limit off, as in node.
struct Limits {
  std::uint64_t headers_timeout = 60'000;
  std::uint64_t request_timeout = 300'000;
  std::uint64_t keep_alive_timeout = 65'000;
  std::uint64_t keep_alive_timeout_buffer = 1'000;
  std::uint64_t connections_checking_interval = 30'000;
  std::uint64_t write_timeout = 120'000;
  std::uint64_t max_requests_per_socket = 0;
  std::uint64_t max_connections = 0;
  std::uint64_t shutdown_timeout = 2'000;
};

struct LimitOption {
  std::string_view name;
  std::string_view help;
  std::uint64_t Limits::*value;
};

/// One line an option; the command line and --help are made of it.
inline constexpr std::array kLimitOptions = {
    LimitOption{"--headers-timeout", "ms for the head of a request, then 408", &Limits::headers_timeout},
    LimitOption{"--request-timeout", "ms for a whole request, then 408 or the end", &Limits::request_timeout},
    LimitOption{"--keep-alive-timeout", "ms that an idle connection stays", &Limits::keep_alive_timeout},
    LimitOption{"--keep-alive-timeout-buffer", "ms more than the client is told", &Limits::keep_alive_timeout_buffer},
    LimitOption{"--connections-checking-interval", "ms between looks at the timeouts",
                &Limits::connections_checking_interval},
    LimitOption{"--write-timeout", "ms for a client to take some bytes of its answer (node: none)",
                &Limits::write_timeout},
    LimitOption{"--max-requests-per-socket", "requests on one connection; 0: any number",
                &Limits::max_requests_per_socket},
    LimitOption{"--max-connections", "connections at a time, more are closed at once; 0: any number",
                &Limits::max_connections},
    LimitOption{"--shutdown-timeout", "ms for open requests when the server stops (node: none)",
                &Limits::shutdown_timeout},
};

}  // namespace reference
