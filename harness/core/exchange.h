// One HTTP exchange as a scenario states it: what is asked, and what a right answer is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hotlap::core {

struct HeaderField {
  std::string name;
  std::string value;
  bool operator==(const HeaderField&) const = default;
};

struct Request {
  std::string method = "GET";
  std::string target = "/";
  std::vector<HeaderField> headers;  ///< in this order; `Host` is added in front when not given
  std::string body;                  ///< `Content-Length` is added when not empty
  bool operator==(const Request&) const = default;
};

/// What a right response is. Everything stated is checked; what is not stated may be anything.
struct Expectation {
  int status = 200;
  std::vector<HeaderField> headers;         ///< each must be present with exactly this value (name in any case)
  std::vector<std::string> absent_headers;  ///< none of these may be present
  std::optional<std::string> body;          ///< the exact body
  std::optional<std::uint64_t> body_bytes;  ///< its length (given by `body` when that is stated)
  bool operator==(const Expectation&) const = default;
};

/// How hard the server is pressed.
struct LoadShape {
  int connections = 50;  ///< kept alive, all open before the first lap
  int pipeline = 1;      ///< requests in flight on each connection
  bool operator==(const LoadShape&) const = default;
};

}  // namespace hotlap::core
