// How the parts of a response get into the output of its connection: lines of the head, pieces and chunks of the body.
#pragma once

#include <charconv>
#include <span>
#include <string_view>

#include "servers/kernels/cork-write/cork.h"
#include "servers/reference/output.h"
#include "servers/reference/service.h"

namespace reference {

/// Where head-render puts its lines. One that does not fit into the cork buffer goes out in pieces, so a head that may
/// not fit takes the cork again for every line.
template <class CorkWrite>
struct HeadLines {
  Output::Socket& socket;
  bool may_overflow;

  void status_line(std::string_view status) { cork_write::write_status_line<CorkWrite>(socket, status); }
  void header_line(std::string_view name, std::string_view value) {
    if (may_overflow) [[unlikely]] {
      socket.cork();
    }
    cork_write::write_header_line<CorkWrite>(socket, name, value);
  }
};

/// A large piece leaves at once, behind what was corked.
inline void write_plain(Output& output, std::string_view piece) {
  output.cork();
  output.append(piece);
}

/// Not of an empty piece: that would be the last chunk. What follows a large one is corked again.
inline void write_chunk(Output& output, std::string_view piece) {
  char size[16];
  char* end = std::to_chars(size, size + 14, piece.size(), 16).ptr;
  *end++ = '\r';
  *end++ = '\n';
  output.cork();
  output.append({size, end});
  output.append(piece);
  output.cork();
  output.append("\r\n");
}

template <class CorkWrite>
void write_last_chunk(Output& output, std::span<const Header> trailers) {
  if (trailers.empty()) return output.append("0\r\n\r\n");
  output.append("0\r\n");
  for (const Header& trailer : trailers) {
    cork_write::write_header_line<CorkWrite>(output.socket(), trailer.name, trailer.value);
  }
  output.append("\r\n");
}

}  // namespace reference
