// One kept-alive connection of the built-in client.
#pragma once

#include <llhttp.h>

#include <cstdint>
#include <string>
#include <vector>

#include "harness/http/socket.h"
#include "harness/load/closed_failure.h"

namespace hotlap::load {

/// One request and, in `bytes`, so many of it that any stretch of what can be unsent is one piece.
struct Burst {
  std::size_t request_bytes = 0;
  std::string bytes;
};

/// Socket, parser and what is under way. Stays where it is: llhttp and epoll hold its address.
struct Connection {
  Connection(http::Socket opened, const Burst& requests, std::uint32_t pipeline, const llhttp_settings_t& settings)
      : socket(std::move(opened)), burst(&requests), sent_at(pipeline) {
    llhttp_init(&parser, HTTP_RESPONSE, &settings);
    parser.data = this;
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Puts a request into the queue of those that wait for an answer.
  void push(std::int64_t now) noexcept {
    std::uint32_t place = oldest + outstanding++;
    if (place >= sent_at.size()) place -= static_cast<std::uint32_t>(sent_at.size());
    sent_at[place] = now;
  }
  /// Takes the oldest request out of the queue; answers arrive in order (RFC 9112 section 9.3.2).
  std::int64_t pop() noexcept {
    const std::int64_t sent = sent_at[oldest];
    if (++oldest == sent_at.size()) oldest = 0;
    --outstanding;
    return sent;
  }

  http::Socket socket;
  const Burst* burst;  ///< what this connection's kind of client sends
  llhttp_t parser;
  std::uint64_t body_bytes = 0;       ///< of the response that is arriving
  std::uint32_t outstanding = 0;      ///< requests started and not answered
  std::uint32_t oldest = 0;           ///< ring index of the first of them
  std::size_t unsent = 0;             ///< bytes of them that the kernel has not taken yet
  bool waits_to_write = false;        ///< EPOLLOUT is on
  std::vector<std::int64_t> sent_at;  ///< ring of `pipeline` send times, ns
  Seen partial;                       ///< what arrived so far of the response that is arriving
};

}  // namespace hotlap::load
