// All connections of a server: they are accepted here, looked at for their timeouts, and closed when the server stops.
#pragma once

#include <uv.h>

#include <cstdint>
#include <memory>

#include "servers/kernels/cork-write/socket.h"
#include "servers/reference/incoming.h"
#include "servers/reference/limits.h"

namespace reference {

class Connection;
class Connections;

/// What makes connections: one set of hot paths and one handler, see sets.h.
class Application {
 public:
  Application() = default;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  virtual ~Application() = default;
  /// A new connection, which has the socket and deletes itself when that is closed.
  virtual Connection* connect(Connections& all, int socket) = 0;
};

class Connections {
 public:
  Connections(uv_loop_t* loop, std::unique_ptr<Application> application, const Limits& limits);
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;
  ~Connections();

  /// Takes over a socket that a client is connected to.
  void accept(int socket);
  /// The server stops: idle connections close, the others after their answer, all of them after the shutdown timeout.
  void drain();
  /// Releases the timer, so that the loop can end.
  void close_timer();
  /// Requests answered, errors included.
  std::uint64_t answered() const { return answered_; }

 private:
  friend class Connection;
  static constexpr std::uint64_t kLingerMs = 1000;
  /// How often connections are looked at while one of them lingers or the server stops.
  static constexpr std::uint64_t kSweepMs = 100;

  bool draining() const { return drain_deadline_ms_ != 0; }
  /// So many at a time leave so much behind that it is worth to be given back, as soon as three of four have gone.
  static constexpr std::uint64_t kFlood = 64;

  static void on_sweep(uv_timer_t* timer);
  void give_back_memory();
  void sweep_soon();
  /// The next look at the timeouts.
  void sweep_later();

  uv_loop_t* loop_;
  std::unique_ptr<Application> application_;
  Limits limits_;
  cork_write::Loop cork_loop_;
  cork_write::Context cork_{&cork_loop_};
  ReadBuffer read_buffer_;
  Connection* first_ = nullptr;
  std::uint64_t open_ = 0;
  std::uint64_t most_open_ = 0;  ///< at a time, since memory was given back
  uv_timer_t sweep_;
  std::uint64_t answered_ = 0;
  std::uint64_t drain_deadline_ms_ = 0;  ///< 0 while the server runs
};

}  // namespace reference
