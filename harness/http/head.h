// Where the head of a message ends.
#pragma once

#include <cstddef>
#include <string_view>

namespace hotlap::http {

/// Length of the head, its empty line included; all bytes when there is no empty line. Bare LF is a line end too.
inline std::size_t head_length(std::string_view bytes) {
  std::size_t line = 0;
  for (;;) {
    const std::size_t end = bytes.find('\n', line);
    if (end == std::string_view::npos) return bytes.size();
    const std::string_view text = bytes.substr(line, end - line);
    if (text.empty() || text == "\r") return end + 1;
    line = end + 1;
  }
}

}  // namespace hotlap::http
