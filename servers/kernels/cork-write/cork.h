// The contract of the hot path cork-write: how the lines of a response head get into the cork buffer of the loop.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "servers/kernels/cork-write/socket.h"

namespace cork_write {

/// For the concept alone: takes all it is offered.
struct AnySink {
  std::size_t send(const char*, std::size_t size) { return size; }
};

/// A way to write the parts of one line, most often into the cork buffer.
/// - write_line: sends, corks or keeps the bytes of all parts in their order. Calls of the sink are the same, size by
///   size, in every variant: a line that does not fit is written part by part by all of them. Parts may be empty.
/// What it costs: uWS wrote a status line as three parts and a header line as four, the Content-Length of end() as
/// three, one write() each; a write() looks whether the socket is closed, follows the pointers to the data of the loop,
/// asks for backpressure and whether this socket has the cork, and copies. Hello world is 3 + 4k + 4 + 3 + 1 of them
/// with k headers of the handler (runtimes.md 5.9). writeParts() asks once a line and copies all parts when they fit.
/// Once a part does not fit, the cork buffer is sent and the socket stays uncorked: every part that follows is a system
/// call of its own, in both variants. Nothing is allocated unless the sink takes less than it was offered.
/// Not modelled: the flag that keeps a second status line out, the same for all.
template <class Write>
concept CorkWrite = requires(Socket<AnySink>& socket, std::span<const std::string_view> parts) {
  { Write::kId } -> std::convertible_to<std::string_view>;
  { Write::kHelp } -> std::convertible_to<std::string_view>;
  { Write::write_line(socket, parts) } -> std::same_as<void>;
};

// A function for each kind of line, as in uWS. Which parts are constant is known in it, so write_line is put in place.

template <class Write, class Sink>
[[gnu::noinline]] void write_status_line(Socket<Sink>& socket, std::string_view status) {
  const std::array<std::string_view, 3> parts = {"HTTP/1.1 ", status, "\r\n"};
  Write::write_line(socket, std::span(parts));
}

template <class Write, class Sink>
[[gnu::noinline]] void write_header_line(Socket<Sink>& socket, std::string_view name, std::string_view value) {
  const std::array<std::string_view, 4> parts = {name, ": ", value, "\r\n"};
  Write::write_line(socket, std::span(parts));
}

/// The last line of a head, and the empty line after it.
template <class Write, class Sink>
[[gnu::noinline]] void write_content_length(Socket<Sink>& socket, std::uint64_t length) {
  char digits[20];
  const char* end = std::to_chars(digits, digits + sizeof(digits), length).ptr;
  const std::array<std::string_view, 3> parts = {"Content-Length: ", {digits, end}, "\r\n\r\n"};
  Write::write_line(socket, std::span(parts));
}

}  // namespace cork_write
