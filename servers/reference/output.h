// The bytes that go to one client: lines gather in the cork buffer of the loop and leave together.
#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

#include "servers/kernels/cork-write/socket.h"

namespace reference {

/// The system call under a cork_write::Socket. After an error all bytes are taken and dropped: the connection is lost.
class SocketSink {
 public:
  explicit SocketSink(int socket) : socket_(socket) {}

  /// With send(), which has a shorter way through the kernel than write() has.
  std::size_t send(const char* bytes, std::size_t size) {
    while (!failed_) {
      const ssize_t written = ::send(socket_, bytes, size, MSG_NOSIGNAL);
      if (written >= 0) return static_cast<std::size_t>(written);
      if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) return 0;
      failed_ = errno != EINTR;
    }
    return size;
  }
  bool failed() const { return failed_; }

 private:
  int socket_;
  bool failed_ = false;
};

/// A connection's side of the cork. Corked while requests are parsed; what the client does not take waits here until
/// the owner offers it again.
class Output {
 public:
  using Socket = cork_write::Socket<SocketSink>;

  Output(cork_write::Context& context, int socket) : sink_(socket), socket_(context, sink_) {}

  Socket& socket() { return socket_; }

  void cork() { socket_.cork(); }
  void uncork() { socket_.uncork(); }

  void append(std::string_view text) { socket_.write(text); }

  /// How much of the cork buffer is left; 0 when this connection does not hold it.
  std::size_t room() const {
    return socket_.is_corked() ? cork_write::kCorkBytes - socket_.loop_data().cork_offset : 0;
  }
  /// Nothing more should be answered before what there is has left.
  bool is_full() const { return room() < kRoomOfAHead; }

  /// The bytes that the client has not taken.
  std::size_t waiting() { return socket_.back_pressure().size(); }
  /// Offers them again. True when nothing waits any more, which may be as the connection is lost.
  bool drain() { return socket_.drain(); }
  /// The connection is lost.
  bool failed() const { return sink_.failed(); }

 private:
  static constexpr std::size_t kRoomOfAHead = cork_write::kCorkBytes * 3 / 4;

  SocketSink sink_;
  Socket socket_;
};

}  // namespace reference
