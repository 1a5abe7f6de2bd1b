// One client: requests are read, answered in order, and written with as few system calls as possible.
#pragma once

#include <uv.h>

#include <cstdint>
#include <string_view>

#include "servers/reference/handlers.h"
#include "servers/reference/incoming.h"
#include "servers/reference/limits.h"

namespace reference {

template <class Policies>
class Connection;

/// All connections of a server, and what they have in common.
template <class Policies>
class Connections {
 public:
  Connections(uv_loop_t* loop, Handler<Policies> handler, const Limits& limits);
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  void accept(uv_stream_t* listener);
  /// The server stops: idle connections close, the others after their answer, all of them after the shutdown timeout.
  void drain();
  /// Releases the timer, so that the loop can end.
  void close_timer();
  /// Requests answered, errors included.
  std::uint64_t answered() const { return answered_; }

 private:
  friend class Connection<Policies>;
  static constexpr std::uint64_t kLingerMs = 1000;
  /// How often connections are looked at while one of them lingers or the server stops.
  static constexpr std::uint64_t kSweepMs = 100;

  static void on_sweep(uv_timer_t* timer);
  void sweep_soon();
  /// The next look at the timeouts.
  void sweep_later();

  uv_loop_t* loop_;
  Handler<Policies> handler_;
  Limits limits_;
  llhttp_settings_t settings_;
  typename Response<Policies>::Shared shared_;
  Connection<Policies>* first_ = nullptr;
  std::uint64_t open_ = 0;
  uv_timer_t sweep_;
  std::uint64_t answered_ = 0;
  std::uint64_t drain_deadline_ms_ = 0;  ///< 0 while the server runs
};

/// Lives from accept to the close of its handle. Answers are collected while one read is parsed and written together;
/// with kHighWater bytes waiting nothing more is parsed, and with unwritten bytes nothing more is read.
template <class Policies>
class Connection {
 public:
  explicit Connection(Connections<Policies>& all);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

 private:
  friend class Connections<Policies>;
  static constexpr std::size_t kHighWater = std::size_t{16} << 10;

  static Connection& of(void* handle) { return *static_cast<Connection*>(static_cast<uv_handle_t*>(handle)->data); }
  static void on_room(uv_handle_t* handle, std::size_t suggested, uv_buf_t* buffer);
  static void on_read(uv_stream_t* stream, ssize_t size, const uv_buf_t* buffer);
  static void on_written(uv_write_t* write, int status);
  static void on_closed(uv_handle_t* handle);
  static int on_headers_complete(llhttp_t* parser);
  static int on_body(llhttp_t* parser, const char* at, std::size_t length);
  static int on_message_complete(llhttp_t* parser);

  uv_stream_t* stream() { return reinterpret_cast<uv_stream_t*>(&tcp_); }
  void start();
  void read_on();
  void process();
  void take_end();
  void answer();
  void take_response();
  void answer_expectation(std::string_view expectation);
  void refuse(int status);
  void answer_raw(int status);
  bool flush();
  void finish();
  void note_time();
  bool is_late(std::uint64_t now);
  void end_late();
  void linger();
  void close();
  bool idle() const {
    return incoming_.phase() == Incoming::Phase::kBetween && !incoming_.has_unparsed() && output_.size() == 0;
  }

  Connections<Policies>& all_;
  uv_tcp_t tcp_;
  uv_write_t write_;
  uv_shutdown_t shutdown_;
  Output output_;
  Incoming incoming_;
  Response<Policies> response_;
  bool pending_ = false;                  ///< the handler goes on with its response when the body comes
  bool client_stays_ = false;             ///< the client expects to go on after this request
  bool last_ = false;                     ///< nothing is answered any more
  bool writing_ = false;                  ///< output_ belongs to uv_write
  bool ended_ = false;                    ///< the client has sent its last byte
  std::uint64_t requests_ = 0;            ///< whose answers have been made
  std::uint64_t requests_noted_ = 0;      ///< of them, by the last note_time()
  bool idle_noted_ = true;                ///< whether it was idle then
  std::uint64_t since_ms_ = 0;            ///< when it became idle, or the request under way began
  std::uint64_t written_ms_ = 0;          ///< while writing_: when the client was last seen to take bytes
  std::size_t unwritten_noted_ = 0;       ///< the bytes that waited then
  std::uint64_t linger_deadline_ms_ = 0;  ///< not 0: everything is written, what still comes is dropped
  Connection* next_ = nullptr;
  Connection** back_ = nullptr;
};

}  // namespace reference
