// cork-write/parts: one look-up a line; all parts are copied when they fit, else written one by one (Bun's writeParts).
#pragma once

#include "servers/kernels/cork-write/cork.h"

namespace cork_write {

struct Parts {
  static constexpr std::string_view kId = "parts";
  static constexpr std::string_view kHelp = "one look-up a line, all parts copied when they fit, else one by one";

  template <class Sink, std::size_t kParts>
  [[gnu::always_inline]] static void write_line(Socket<Sink>& socket, std::span<const std::string_view, kParts> parts) {
    if (copy_all(socket, parts)) return;
    for (const std::string_view part : parts) socket.write(part);
  }

 private:
  template <class Sink, std::size_t kParts>
  [[gnu::always_inline]] static bool copy_all(Socket<Sink>& socket, std::span<const std::string_view, kParts> parts) {
    LoopData& loop = socket.loop_data();
    if (socket.is_closed() || socket.back_pressure().size() > 0 || loop.corked_socket != &socket) return false;
    std::size_t size = 0;
    for (const std::string_view part : parts) size += part.size();
    if (kCorkBytes - loop.cork_offset < size) return false;
    char* to = loop.cork_buffer.get() + loop.cork_offset;
    for (const std::string_view part : parts) to = engine::copy_text(to, part);
    loop.cork_offset += size;
    return true;
  }
};
static_assert(CorkWrite<Parts>);

}  // namespace cork_write
