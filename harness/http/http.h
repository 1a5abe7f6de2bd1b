// The client's side of an exchange: request bytes, response parsing, response check, comparison of two responses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/exchange.h"

namespace hotlap::http {

/// The request as it goes over the wire (RFC 9112 section 3), with the header lines that core::sent_headers says. Names
/// and values have been checked by the scenario.
std::string serialize(const core::Request& request, std::string_view host);

/// One response, whole, with its bytes as received.
struct Response {
  int status = 0;
  std::string reason;
  std::vector<core::HeaderField> headers;  ///< in order, names as sent
  std::string body;                        ///< decoded
  std::string bytes;                       ///< as on the wire
  bool keep_alive = false;                 ///< the connection may be used again
};

/// A longer response than this is a failure of `fetch`: an endless one must not fill the memory.
inline constexpr std::size_t kLargestResponse = std::size_t{64} << 20;

/// Sends `request_bytes` on a fresh connection to 127.0.0.1:port and reads one response.
/// Throws ArmFailure (refused, reset, malformed, more bytes than one response, nothing within `limit_ms`) with what was
/// seen, Interrupted when a stop was asked for. Interim responses (1xx) are read and left out.
Response fetch(std::uint16_t port, std::string_view request_bytes, bool head_request, int limit_ms);

/// What is wrong with a response; empty when it is right. One sentence a problem:
/// "status 500 instead of 200", "body has 12 bytes instead of 11", "header Content-Type is missing".
std::vector<std::string> check(const Response& response, const core::Expectation& expected);

/// The bytes with the value of every `Date` header in the head replaced by 29 'x' characters (or as many as it has).
std::string mask_date(std::string_view bytes);

/// Compares two responses byte for byte with `Date` masked. Absent when equal; else a readable diff: head line by line
/// ("- " old, "+ " new, "  " both, control characters visible), bodies by first difference with an offset.
std::optional<std::string> difference(std::string_view old_bytes, std::string_view new_bytes);

}  // namespace hotlap::http
