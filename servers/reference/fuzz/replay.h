// One input against the server in this process, and what was wrong with its answers.
#pragma once

#include <string>
#include <string_view>

namespace reference::fuzz {

struct Replay {
  std::string received;  ///< all answers, until the server closed or the client was gone
  std::string problem;   ///< of the connection: it does not end, or something of it is left
};

/// The input as a client; with `whole` all its bytes come at once and nothing else happens.
Replay replay(std::string_view input, bool whole);

/// Empty, or what rule was broken: answers well formed, no more of them than requests, 200 only to a request, the same
/// ones wherever the bytes are cut, and nothing left of the connection.
std::string problem_of(std::string_view input);

}  // namespace reference::fuzz
