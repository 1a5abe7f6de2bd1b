// The server in this process, one turn of its loop at a time: all that the fuzzer knows of the inside of the server.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <uv.h>

#include <csignal>
#include <iterator>

#include "servers/reference/check.h"
#include "servers/reference/connections.h"
#include "servers/reference/hot_paths.h"
#include "servers/reference/sets.h"

namespace reference::fuzz {

/// The loop, and a listener that nobody connects to; made once, as it costs more than most inputs.
class Loop {
 public:
  Loop() {
    std::signal(SIGPIPE, SIG_IGN);
    check(uv_loop_init(&loop_) == 0, "a loop");
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_un any{};
    any.sun_family = AF_UNIX;  // and nothing more: Linux gives it a name that no file has
    check(bind(fd, reinterpret_cast<const sockaddr*>(&any), sizeof(any.sun_family)) == 0, "a name for the listener");
    check(uv_pipe_init(&loop_, &listener_, 0) == 0 && uv_pipe_open(&listener_, fd) == 0 &&
              uv_listen(reinterpret_cast<uv_stream_t*>(&listener_), 1, [](uv_stream_t*, int) {}) == 0,
          "a listener");
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() {
    uv_close(reinterpret_cast<uv_handle_t*>(&listener_), nullptr);
    turn();
    check(uv_loop_close(&loop_) == 0, "every handle is closed at the end");
  }

  uv_loop_t* get() { return &loop_; }
  void turn() { uv_run(&loop_, UV_RUN_NOWAIT); }
  /// The listener, as it is when a client has come whose socket is `fd`. What a connection is accepted from is no more
  /// than this to libuv, and a pair of sockets costs a third of what connecting does.
  uv_stream_t* with_client(int fd) {
    listener_.accepted_fd = fd;
    return reinterpret_cast<uv_stream_t*>(&listener_);
  }
  /// Handles that are open, the listener not counted.
  std::size_t handles() {
    std::size_t count = 0;
    const auto add = [](uv_handle_t* handle, void* sum) {
      if (uv_is_closing(handle) == 0) ++*static_cast<std::size_t*>(sum);
    };
    uv_walk(&loop_, add, &count);
    return count - 1;
  }

 private:
  uv_loop_t loop_{};
  uv_pipe_t listener_{};
};

class InProcessServer {
 public:
  InProcessServer(Loop& loop, std::size_t handler, const Limits& limits)
      : loop_(loop),
        connections_(loop.get(), make_application(parse_choice("").choice, handler_at(handler), limits), limits) {}
  InProcessServer(const InProcessServer&) = delete;
  InProcessServer& operator=(const InProcessServer&) = delete;
  ~InProcessServer() {
    connections_.close_timer();
    loop_.turn();
  }

  /// A client's end of a new connection.
  int connect(bool small_buffer) {
    int ends[2];
    check(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0, "a pair of sockets");
    const int least = 1;
    if (small_buffer) setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &least, sizeof(least));
    connections_.accept(loop_.with_client(ends[1]));
    return ends[0];
  }
  void turn() { loop_.turn(); }
  void shut_down() { connections_.drain(); }
  std::uint64_t answered() const { return connections_.answered(); }
  /// Whether a connection is open.
  bool busy() const { return loop_.handles() > 1; }

 private:
  static const char* handler_at(std::size_t index) {
    constexpr const char* kIds[] = {"echo",       "set-header",         "set-header-length",
                                    "write-head", "write-head-chunked", "read-two"};
    return kIds[index % std::size(kIds)];
  }

  Loop& loop_;
  Connections connections_;
};

}  // namespace reference::fuzz
