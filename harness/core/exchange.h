// One HTTP exchange as a scenario states it: what is asked, and what a right answer is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotlap::core {

struct HeaderField {
  std::string name;
  std::string value;
  bool operator==(const HeaderField&) const = default;
};

/// Sent as it is, byte for byte: a value of a request may end in white space, which is on the wire and no part of the
/// value that arrives (RFC 9112, 5).
struct Request {
  std::string method = "GET";
  std::string target = "/";
  std::vector<HeaderField> headers;  ///< in this order; `Host` is added in front when not given
  std::string body;                  ///< `Content-Length` is added when not empty
  bool operator==(const Request&) const = default;
};

/// The header lines that `request` is sent with, in order: `Host: <host>` in front unless it has one, `Content-Length`
/// behind for a body, unless its framing is stated (a second one would make it ambiguous: RFC 9112, 6.2).
std::vector<HeaderField> sent_headers(const Request& request, std::string_view host);

/// A text said again and again: a long body that nobody wants to write down.
struct RepeatedText {
  std::string text;
  std::uint64_t times = 0;
  bool operator==(const RepeatedText&) const = default;
};

/// What a right response is. Everything stated is checked; what is not stated may be anything.
struct Expectation {
  int status = 200;
  std::vector<HeaderField> headers;         ///< each must be present with exactly this value (name in any case)
  std::vector<std::string> absent_headers;  ///< none of these may be present
  std::optional<std::string> body;          ///< the exact body
  std::optional<std::uint64_t> body_bytes;  ///< its length (given by `body` or `body_repeat` when one is stated)
  std::optional<RepeatedText> body_repeat;  ///< the exact body, in place of `body`
  std::optional<int> header_lines;          ///< how many header lines the response has, trailers not counted
  bool operator==(const Expectation&) const = default;
};

/// How hard the server is pressed.
struct LoadShape {
  int connections = 50;  ///< kept alive, all open before the first lap
  int pipeline = 1;      ///< requests in flight on each connection
  int kinds = 1;         ///< different requests: connection i sends that of kind i modulo kinds
  bool operator==(const LoadShape&) const = default;
};

/// How a server is looked at while it is cold: bursts of requests one after another, over all its connections, before
/// anything else was asked of it.
struct ColdStart {
  int iterations = 0;  ///< bursts; at least kFewestIterations
  int requests = 0;    ///< of one burst, shared by the connections as they become free; see fewest_requests
  bool operator==(const ColdStart&) const = default;
};
/// So many iterations after the first, the slowest, have a figure of their own; one at least must be left for the rest.
inline constexpr int kSlowestIterations = 4;
inline constexpr int kFewestIterations = 1 + kSlowestIterations + 1;
/// Of a burst: as many as are under way at a time, or some connections would never send.
constexpr int fewest_requests(const LoadShape& load) { return load.connections * load.pipeline; }

}  // namespace hotlap::core
