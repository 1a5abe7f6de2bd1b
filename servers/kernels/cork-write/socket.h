// The socket that lines are written to: cork buffer, system call, backpressure, in this order; alike in all variants.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "servers/kernels/cork-write/back_pressure.h"
#include "servers/kernels/engine/copy_text.h"

namespace cork_write {

/// Where bytes go when they leave: the system call. send() returns how many of the bytes it took, from none to all.
template <class Sink>
concept TakesBytes = requires(Sink sink, const char* bytes, std::size_t size) {
  { sink.send(bytes, size) } -> std::same_as<std::size_t>;
};

inline constexpr std::size_t kCorkBytes = std::size_t{16} * 1024;

/// uWS::LoopData: one cork buffer for all sockets of a loop, lent to one socket at a time.
struct LoopData {
  std::unique_ptr<char[]> cork_buffer = std::make_unique<char[]>(kCorkBytes);
  std::size_t cork_offset = 0;
  void* corked_socket = nullptr;
};

struct Loop {
  LoopData data;
};

/// What sockets with the same callbacks share; the only way from a socket to its loop.
struct Context {
  Loop* loop;
};

struct WriteResult {
  std::size_t written;  ///< bytes accepted, wherever they are now
  bool failed;          ///< some of them wait for the socket to become writable
};

/// Facts from AsyncSocket.h as Bun has it (runtimes.md 5.9). All sockets of a loop have the same Sink. Bytes reach the
/// sink in the order they were written, whatever it takes at a time; they are lost only by close() while some wait.
/// Not modelled: TLS, the hint that more will follow (MSG_MORE), optional writes (only bodies are written so),
/// timeouts.
template <TakesBytes Sink>
class Socket {
 public:
  Socket(Context& context, Sink& sink) : context_(&context), sink_(&sink) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  ~Socket() {
    if (is_corked()) release_cork(loop_data());
  }

  /// The pointer chain that every write() follows.
  LoopData& loop_data() const { return context_->loop->data; }
  BackPressure& back_pressure() { return back_pressure_; }
  bool is_closed() const { return closed_; }
  bool is_corked() const { return loop_data().corked_socket == this; }

  /// Takes the cork buffer; another socket that has it is uncorked first.
  void cork() {
    LoopData& loop = loop_data();
    if (loop.corked_socket != nullptr && loop.corked_socket != this) static_cast<Socket*>(loop.corked_socket)->uncork();
    loop.corked_socket = this;
  }

  /// Sends what is corked, and `text` after it. A socket that is not corked does nothing.
  [[gnu::noinline]] WriteResult uncork(std::string_view text = {}) {
    LoopData& loop = loop_data();
    if (loop.corked_socket != this) return {0, false};
    const std::size_t corked = loop.cork_offset;
    release_cork(loop);
    if (corked > 0) write({loop.cork_buffer.get(), corked}, text.size());
    return write(text);
  }

  /// `next_size` bytes will follow. Too large for the compiler to put into its callers, as in uWS: a call each time.
  [[gnu::noinline]] WriteResult write(std::string_view text, std::size_t next_size = 0) {
    if (closed_) return {text.size(), false};  // nobody is left to be told
    LoopData& loop = loop_data();
    BackPressure& waiting = back_pressure_;
    if (waiting.size() > 0 && !flush()) {
      waiting.append(text);
      return {text.size(), true};
    }
    if (text.empty()) return {0, false};
    if (loop.corked_socket == this) {
      if (kCorkBytes - loop.cork_offset < text.size()) return uncork(text);
      engine::copy_text(loop.cork_buffer.get() + loop.cork_offset, text);
      loop.cork_offset += text.size();
      return {text.size(), false};
    }
    const std::size_t taken = sink_->send(text.data(), text.size());
    if (taken == text.size()) return {taken, false};
    if (next_size > 0) waiting.reserve(text.size() - taken + next_size);
    waiting.append(text.substr(taken));
    return {text.size(), true};
  }

  /// The socket is writable again. True when nothing waits any more.
  bool drain() { return closed_ || back_pressure_.size() == 0 || flush(); }

  /// Sends what is corked; what the sink does not take then is lost.
  void close() {
    uncork();
    closed_ = true;
    back_pressure_.clear();
  }

 private:
  static void release_cork(LoopData& loop) {
    loop.corked_socket = nullptr;
    loop.cork_offset = 0;
  }

  /// Offers all that waits, once. True when the sink took it.
  bool flush() {
    const std::string_view all = back_pressure_.view();
    const std::size_t taken = sink_->send(all.data(), all.size());
    if (taken == all.size()) {
      back_pressure_.clear();
      return true;
    }
    back_pressure_.erase(taken);
    return false;
  }

  Context* context_;
  Sink* sink_;
  bool closed_ = false;
  BackPressure back_pressure_;
};

}  // namespace cork_write
