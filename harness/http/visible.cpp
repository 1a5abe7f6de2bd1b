// Bytes as printable text.
#include "harness/http/visible.h"

#include <fmt/format.h>

#include <iterator>

namespace hotlap::http {

std::string visible(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '\\':
        text += "\\\\";
        break;
      case '\r':
        text += "\\r";
        break;
      case '\n':
        text += "\\n";
        break;
      case '\t':
        text += "\\t";
        break;
      default:
        if (byte >= 0x20 && byte < 0x7f) {
          text += c;
        } else {
          fmt::format_to(std::back_inserter(text), "\\x{:02x}", byte);
        }
    }
  }
  return text;
}

}  // namespace hotlap::http
