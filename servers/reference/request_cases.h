// Requests, byte for byte, and what must come of each: the table that every set of hot paths has to pass.
#pragma once

#include <string>
#include <vector>

namespace reference::testing {

enum class After {
  kept,    ///< the next request on the connection is answered
  closed,  ///< nothing more is answered and the server closes
};

struct RequestCase {
  std::string name;
  std::string bytes;
  std::vector<int> statuses;  ///< of the answers, interim ones included
  After after = After::kept;
  const char* source = "";  ///< RFC and section, or what else says so
  std::string behind = {};  ///< sent on in one piece with the last byte, though the request asked for the close
};

/// All cases; names are unique.
const std::vector<RequestCase>& request_cases();

}  // namespace reference::testing
