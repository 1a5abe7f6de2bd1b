// The sequences of operations on which all variants of cork-write must agree before any of them may be timed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "servers/kernels/cork-write/cork.h"

namespace cork_write::corpus {

struct Header {
  std::string name;
  std::string value;
};

/// A response as the source times it: head, Content-Length, body.
struct Response {
  std::string title;
  std::vector<Header> headers;
  std::string body;
};

/// A header whose line has `bytes` bytes, the line end included.
inline Header line_of(std::size_t bytes) { return {"X-Big", std::string(bytes - 9, 'v')}; }

inline std::vector<Response> responses() {
  const Header date = {"Date", "Tue, 15 Nov 1994 08:12:31 GMT"};
  const Header type = {"Content-Type", "text/plain"};
  return {{"hello_world", {type, date}, "Hello World"},
          {"4_headers",
           {type, {"Cache-Control", "no-store"}, {"X-Request-Id", "4fd2b01c"}, {"Vary", "Accept-Encoding"}, date},
           "{\"ok\":true}"},
          {"line_of_16_KB", {line_of(kCorkBytes)}, ""},
          {"24_headers_of_9_KB", std::vector<Header>(24, line_of(9 * 1024)), "Hello World"}};
}

template <class Write, class Sink>
void write_response(Socket<Sink>& socket, const Response& response) {
  write_status_line<Write>(socket, "200 OK");
  for (const Header& header : response.headers) write_header_line<Write>(socket, header.name, header.value);
  write_content_length<Write>(socket, response.body.size());
  socket.write(response.body);
}

enum class Kind { kCork, kUncork, kStatus, kHeader, kContentLength, kBody, kDrain, kClose };

/// Something one of the sockets of a loop does.
struct Operation {
  Kind kind;
  std::size_t socket;
  Header header;
};

/// Short, long, around the size of the cork buffer, beyond it.
inline std::size_t random_size(std::mt19937_64& bits) {
  switch (bits() % 12) {
    case 0:
      return 0;
    case 1:
      return 9000 + bits() % 500;
    case 2:
      return kCorkBytes - 40 + bits() % 45;
    case 3:
      return bits() % 2 == 0 ? 20000 : 1000 + bits() % 3000;
    default:
      return 1 + bits() % 40;
  }
}

inline std::vector<Operation> random(std::uint64_t seed, int length, std::size_t sockets) {
  std::mt19937_64 bits(seed);
  std::vector<Operation> operations;
  for (int i = 0; i < length; ++i) {
    constexpr Kind kKinds[] = {Kind::kCork,   Kind::kCork,   Kind::kUncork,        Kind::kStatus, Kind::kHeader,
                               Kind::kHeader, Kind::kHeader, Kind::kContentLength, Kind::kBody,   Kind::kDrain};
    const Kind kind = bits() % 400 == 0 ? Kind::kClose : kKinds[bits() % std::size(kKinds)];
    const char letter = static_cast<char>('a' + i % 26);
    Operation operation{kind, bits() % sockets, {}};
    operation.header.name.assign(random_size(bits), letter);
    operation.header.value.assign(random_size(bits), static_cast<char>(letter - 32));
    operations.push_back(std::move(operation));
  }
  return operations;
}

template <class Write, class Sink>
void apply(const Operation& operation, Socket<Sink>& socket) {
  const auto& [name, value] = operation.header;
  switch (operation.kind) {
    case Kind::kCork:
      return socket.cork();
    case Kind::kUncork:
      socket.uncork();
      return;
    case Kind::kStatus:
      return write_status_line<Write>(socket, value);
    case Kind::kHeader:
      return write_header_line<Write>(socket, name, value);
    case Kind::kContentLength:
      return write_content_length<Write>(socket, value.size());
    case Kind::kBody:
      socket.write(value);
      return;
    case Kind::kDrain:
      socket.drain();
      return;
    case Kind::kClose:
      return socket.close();
  }
}

/// The bytes an operation adds to what its socket has to send.
inline std::string bytes_of(const Operation& operation) {
  const auto& [name, value] = operation.header;
  switch (operation.kind) {
    case Kind::kStatus:
      return "HTTP/1.1 " + value + "\r\n";
    case Kind::kHeader:
      return name + ": " + value + "\r\n";
    case Kind::kContentLength:
      return "Content-Length: " + std::to_string(value.size()) + "\r\n\r\n";
    case Kind::kBody:
      return value;
    case Kind::kCork:
    case Kind::kUncork:
    case Kind::kDrain:
    case Kind::kClose:
      break;
  }
  return "";
}

}  // namespace cork_write::corpus
