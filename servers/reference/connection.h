// One client: bytes in, requests in order, answers out with as few system calls as possible, and the end of it all.
#pragma once

#include <uv.h>

#include <cstdint>
#include <string_view>

#include "servers/reference/connections.h"
#include "servers/reference/incoming.h"
#include "servers/reference/output.h"

namespace reference {

/// Lives from accept to the close of its socket. Answers gather in the cork while one read is parsed and leave
/// together; with an output that is full nothing more is parsed, and with unwritten bytes nothing more is read. What
/// becomes of a request is the derived class's affair: it gives the callbacks of the parser, so that a set of hot paths
/// is reached by no more indirect calls than the parser makes anyway. The loop only says when the socket is ready: libuv's
/// own streams read with read(), which has a longer way through the kernel than recv() has.
class Connection {
 public:
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection() = default;

  void start();
  void close();

 protected:
  /// Whether the answer to the request under way is due, and whether its head has been written.
  enum class Answer { kNone, kDue, kBegun };

  /// The socket is closed with the connection.
  Connection(Connections& all, int socket, const llhttp_settings_t& settings);

  std::uint64_t loop_ms() const { return uv_now(all_.loop_); }
  /// Whether a further request may come after the one that begins: the server neither stops nor has its fill.
  bool stays() const;
  /// Whether the request that begins is one more than a connection may have. Only a handler that writes a Connection of
  /// its own lets it come to that: else the last one that may be is answered with the close.
  bool has_its_fill() const;
  /// An answer is complete; `last`: no further request is answered.
  void answered(bool last) {
    ++all_.answered_;
    ++requests_;
    last_ = last;
  }
  bool last() const { return last_; }
  /// The parser is to stop until the output has left.
  bool is_full() const { return last_ || output_.is_full(); }

  Connections& all_;
  Output output_;
  Incoming incoming_;
  bool client_stays_ = false;  ///< the client expects to go on after the request under way

 private:
  friend class Connections;

  virtual Answer answer() const = 0;
  /// Something is wrong with what came, and `status` would say so. Whether somebody else answers that.
  virtual bool take_client_error(int status) = 0;
  /// The connection is gone. Called once, also when nothing was due.
  virtual void lost() = 0;

  static void on_ready(uv_poll_t* poll, int status, int events);
  static void on_closed(uv_handle_t* handle);

  bool is_closing() { return uv_is_closing(reinterpret_cast<uv_handle_t*>(&poll_)) != 0; }
  void wait_for(int events);
  void read();
  void write();
  void process();
  void take_end();
  void answer_raw(int status);
  bool flush();
  void finish();
  void note_time();
  bool is_late(std::uint64_t now);
  void end_late();
  void linger();
  void end();
  bool idle() const { return incoming_.phase() == Incoming::Phase::kBetween && !incoming_.has_unparsed() && !writing_; }

  int socket_;
  uv_poll_t poll_;
  int awaited_ = 0;                       ///< what poll_ waits for: UV_READABLE or UV_WRITABLE
  bool last_ = false;                     ///< nothing is answered any more
  bool writing_ = false;                  ///< the client does not take what waits in output_
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
