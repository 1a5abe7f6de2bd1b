// The timed part of the built-in client: nothing in here allocates, throws, logs or locks once it is built.
#pragma once

#include <sys/epoll.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "harness/core/histogram.h"
#include "harness/load/closed_connection.h"
#include "harness/load/load.h"

namespace hotlap::load {

/// Keeps `pipeline` requests under way on every connection, and parses and checks every response.
/// Raw epoll rather than libuv: laps are shorter than libuv's timers resolve, and an event costs less.
class ClosedLoop {
 public:
  /// Opens nothing; takes connections that are established. Throws std::system_error when there is no epoll.
  ClosedLoop(const Target& target, std::vector<http::Socket> sockets);

  /// Whether every connection is open and silent; notes the failure when not. Not part of the lap's time.
  bool ready() noexcept;
  /// One lap; only after ready().
  void run(core::Nanoseconds length, core::Histogram& latency) noexcept;
  /// The same with an end that is counted, not timed: exactly so many requests.
  void run_burst(std::uint64_t requests, core::Histogram& latency) noexcept;
  /// Counts and times of the last lap, all but client_cpu. Allocates the texts.
  Lap result() const;
  /// Whether the last lap ended early because a stop was asked for.
  bool interrupted() const { return interrupted_; }
  /// How long the last lap waited awake for something to do (wall time; 0 for a loop that sleeps).
  core::Nanoseconds waited_awake() const { return core::Nanoseconds(waited_awake_); }

 private:
  static int on_headers_complete_of_head(llhttp_t*) { return 1; }  // 1: no body follows, whatever the head says
  static int on_body(llhttp_t* parser, const char*, std::size_t length);
  static int on_message_complete(llhttp_t*) { return HPE_PAUSED; }

  void add_burst(const std::string& request);
  void begin(core::Histogram& latency) noexcept;
  void run_to_the_end() noexcept;
  void start(Connection& connection, std::uint32_t count) noexcept;
  void flush(Connection& connection) noexcept;
  void handle(const epoll_event& event) noexcept;
  void receive(Connection& connection) noexcept;
  void consume(Connection& connection, std::string_view bytes) noexcept;
  void complete(Connection& connection, std::string_view bytes) noexcept;
  void end_of_stream(Connection& connection) noexcept;
  void fail(const Failure& failure, std::string_view before = {}, std::string_view now = {}) noexcept;
  void lose(Connection& connection) noexcept;
  void nothing_to_do() noexcept;
  void give_up() noexcept;
  std::uint64_t look_at_idle(Connection& connection) noexcept;
  std::uint64_t under_way() const noexcept { return sent_ - answered_ - failed_ - unfinished_; }
  std::uint64_t open_count() const noexcept;

  std::vector<Burst> bursts_;  // one a kind of client: the request `pipeline` + 1 times
  std::uint32_t pipeline_;
  int status_;
  std::int64_t body_bytes_;  // -1: any
  bool awake_;
  llhttp_settings_t settings_;
  http::Socket epoll_;
  std::deque<Connection> connections_;
  std::vector<epoll_event> events_;
  std::vector<char> buffer_;

  core::Histogram* latency_ = nullptr;
  std::int64_t now_ = 0;  // ns, as of the last arrival
  std::int64_t started_ = 0;
  std::int64_t deadline_ = 0;
  std::int64_t give_up_at_ = 0;
  std::int64_t last_answer_ = 0;
  std::int64_t waiting_since_ = 0;  // 0: was not waiting
  std::int64_t waited_awake_ = 0;
  std::uint64_t most_ = 0;  // requests to send
  std::uint64_t sent_ = 0;
  std::uint64_t answered_ = 0;
  std::uint64_t failed_ = 0;
  std::uint64_t unfinished_ = 0;
  std::uint64_t bytes_ = 0;
  bool interrupted_ = false;
  FirstFailure failure_;
};

}  // namespace hotlap::load
