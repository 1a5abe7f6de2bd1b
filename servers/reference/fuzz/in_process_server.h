// The server in this process, one turn of its loop at a time: all that the fuzzer knows of the inside of the server.
#pragma once

#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include <csignal>
#include <iterator>

#include "servers/reference/check.h"
#include "servers/reference/connections.h"
#include "servers/reference/hot_paths.h"
#include "servers/reference/sets.h"

namespace reference::fuzz {

/// The loop; made once, as it costs more than most inputs.
class Loop {
 public:
  Loop() {
    std::signal(SIGPIPE, SIG_IGN);
    check(uv_loop_init(&loop_) == 0, "a loop");
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() { check(uv_loop_close(&loop_) == 0, "every handle is closed at the end"); }

  uv_loop_t* get() { return &loop_; }
  void turn() { uv_run(&loop_, UV_RUN_NOWAIT); }
  /// Handles that are open.
  std::size_t handles() {
    std::size_t count = 0;
    const auto add = [](uv_handle_t* handle, void* sum) {
      if (uv_is_closing(handle) == 0) ++*static_cast<std::size_t*>(sum);
    };
    uv_walk(&loop_, add, &count);
    return count;
  }

 private:
  uv_loop_t loop_{};
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
    connections_.accept(ends[1]);
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
