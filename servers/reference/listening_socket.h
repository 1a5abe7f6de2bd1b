// The socket that clients connect to.
#pragma once

#include <uv.h>

#include <cstdint>
#include <string>

#include "servers/reference/connections.h"

namespace reference {

/// Accepts clients and hands them on. Lives until the loop has seen its close().
class ListeningSocket {
 public:
  ListeningSocket(uv_loop_t* loop, Connections& connections) : loop_(loop), connections_(connections) {}
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;

  /// `host` is an IPv4 or IPv6 address; port 0: one that is free. 0, or an error of libuv. Once.
  int listen(const std::string& host, int port);
  /// The port that it listens on.
  std::uint16_t port() const;
  void close();

 private:
  static constexpr int kBacklog = 511;  // node's

  static void on_ready(uv_poll_t* poll, int status, int events);
  int bind_and_listen(const std::string& host, int port);
  int accept() const;
  void drop_clients();

  uv_loop_t* loop_;
  Connections& connections_;
  uv_poll_t poll_{};
  int socket_ = -1;
  int spare_ = -1;  ///< a descriptor to give up when there is no other
};

}  // namespace reference
