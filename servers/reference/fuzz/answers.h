// What a client can tell of a stream of answers without knowing its requests.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace reference::fuzz {

struct Answers {
  std::size_t interim = 0;
  std::size_t final = 0;
  std::string problem;  ///< empty: well formed, and framed in one way only
};

/// Reads all that a server sent until it closed. With `head` some of it may be answers to HEAD, which have no body
/// whatever they say. A chunked body may break off, as the last thing before the close.
Answers read_answers(std::string_view stream, bool head);

}  // namespace reference::fuzz
