// What the headers of a response say about framing and connection, found while they are written.
#pragma once

#include <string_view>

#include "servers/reference/text.h"

namespace reference {

/// Which of the headers that steer node's tail were among the written ones, and what they said.
struct Framing {
  bool connection = false;
  bool connection_close = false;
  bool keep_alive = false;
  bool content_length = false;
  bool transfer_encoding = false;
  bool chunked = false;
  bool date = false;
  bool trailer = false;

  /// Takes note of one header. Length and first letter come first: few names get further.
  void note(std::string_view name, std::string_view value) {
    const char first = static_cast<char>(name[0] | 0x20);
    switch (name.size()) {
      case 4:
        date |= first == 'd' && is(name, "date");
        break;
      case 7:
        trailer |= first == 't' && is(name, "trailer");
        break;
      case 10:
        if (first == 'c' && is(name, "connection")) {
          connection = true;
          connection_close |= has_word(value, "close");
        } else if (first == 'k' && is(name, "keep-alive")) {
          keep_alive = true;
        }
        break;
      case 14:
        content_length |= first == 'c' && is(name, "content-length");
        break;
      case 17:
        if (first == 't' && is(name, "transfer-encoding")) {
          transfer_encoding = true;
          chunked |= has_word(value, "chunked");
        }
        break;
      default:
        break;
    }
  }

 private:
  static bool is(std::string_view name, std::string_view lower) { return engine::equals_lower(name, lower); }
};

}  // namespace reference
