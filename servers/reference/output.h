// The bytes that go to one client: lines gather in the cork buffer of the loop and leave together.
#pragma once

#include <sys/socket.h>
#include <uv.h>

#include <cerrno>
#include <cstddef>
#include <string_view>

#include "servers/kernels/cork-write/socket.h"

namespace reference {

/// The system call under a cork_write::Socket. After an error all bytes are taken and dropped: the connection is lost.
class StreamSink {
 public:
  explicit StreamSink(uv_stream_t* stream) : stream_(stream) {}

  /// As uv_try_write() does, but with send(), which has a shorter way through the kernel than write() has.
  std::size_t send(const char* bytes, std::size_t size) {
    if (failed_) return size;
    if (uv_stream_get_write_queue_size(stream_) > 0) return 0;  // what was written before goes first
    uv_os_fd_t socket = -1;
    failed_ = uv_fileno(reinterpret_cast<uv_handle_t*>(stream_), &socket) != 0;
    ssize_t written = -1;
    while (!failed_ && written < 0) {
      written = ::send(socket, bytes, size, MSG_NOSIGNAL);
      if (written >= 0 || errno == EINTR) continue;
      if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) return 0;
      failed_ = true;
    }
    return failed_ ? size : static_cast<std::size_t>(written);
  }
  bool failed() const { return failed_; }

 private:
  uv_stream_t* stream_;
  bool failed_ = false;
};

/// A connection's side of the cork. Corked while requests are parsed; what the client does not take waits here until
/// the owner has written it.
class Output {
 public:
  using Socket = cork_write::Socket<StreamSink>;

  Output(cork_write::Context& context, uv_stream_t* stream) : sink_(stream), socket_(context, sink_) {}

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

  /// What the client has not taken. Stays where it is until more is appended or clear_waiting().
  std::string_view waiting() { return socket_.back_pressure().view(); }
  void clear_waiting() { socket_.back_pressure().clear(); }
  /// The connection is lost.
  bool failed() const { return sink_.failed(); }

 private:
  static constexpr std::size_t kRoomOfAHead = cork_write::kCorkBytes * 3 / 4;

  StreamSink sink_;
  Socket socket_;
};

}  // namespace reference
