// cork-write/piecewise: one write() a part, three or four a line (uWS before Bun's change).
#pragma once

#include "servers/kernels/cork-write/cork.h"

namespace cork_write {

struct Piecewise {
  static constexpr std::string_view kId = "piecewise";
  static constexpr std::string_view kHelp = "three or four writes a line, each looking up loop, backpressure and cork";

  template <class Sink, std::size_t kParts>
  [[gnu::always_inline]] static void write_line(Socket<Sink>& socket, std::span<const std::string_view, kParts> parts) {
    for (const std::string_view part : parts) socket.write(part);
  }
};
static_assert(CorkWrite<Piecewise>);

}  // namespace cork_write
