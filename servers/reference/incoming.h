// The receiving side of a connection: read buffer, llhttp, and the head of the request that is being read.
#pragma once

#include <llhttp.h>

#include <cstddef>
#include <memory>

#include "servers/reference/request.h"

namespace reference {

/// What all connections of a loop read into, one at a time: it stays in the cache, and an idle connection has no
/// buffer.
struct ReadBuffer {
  static constexpr std::size_t kBytes = std::size_t{64} << 10;
  std::unique_ptr<char[]> bytes = std::make_unique_for_overwrite<char[]>(kBytes);
};

/// Bytes go in with room() and received(), messages come out through the two callbacks of the owner. What is left when
/// the owner is done with a read, the bytes of a head that is not complete yet or of requests that must wait, is kept
/// in a buffer of its own; everything else is dropped as soon as it is parsed.
class Incoming {
 public:
  /// Target, names and values of one request may have this many bytes less one (node's --max-http-header-size).
  static constexpr std::size_t kMaxHeaderBytes = std::size_t{16} << 10;
  /// And so many header lines (node drops what is above; a dropped line could be one that matters).
  static constexpr std::size_t kMaxHeaders = 2000;
  /// All chunk extensions of one body together (node, after CVE-2024-22019).
  static constexpr std::size_t kMaxExtensionBytes = std::size_t{16} << 10;

  enum class Phase { kBetween, kHead, kBody };
  enum class Outcome {
    kAllParsed,
    kPaused,  ///< a callback paused; more may be in the buffer
    kFailed,  ///< nothing can be parsed any more, see failure_status()
  };

  /// What the owner wants to know; each returns 0, HPE_PAUSED or -1, and finds its owner with owner().
  struct Callbacks {
    llhttp_cb headers_complete;
    llhttp_cb message_complete;
    llhttp_data_cb body = nullptr;
  };
  static llhttp_settings_t settings_for(const Callbacks& callbacks);

  Incoming(const llhttp_settings_t& settings, void* owner, ReadBuffer& shared);
  Incoming(const Incoming&) = delete;
  Incoming& operator=(const Incoming&) = delete;

  struct Room {
    char* begin;
    std::size_t size;
  };
  /// Where the next bytes go; never empty.
  Room room();
  void received(std::size_t bytes) { end_ += bytes; }
  /// To be called when the owner goes back to the loop: the shared buffer is then free for others.
  void release_shared();
  bool has_unparsed() const { return parsed_ != end_; }
  /// Forgets what was received; nothing is parsed any more.
  void drop() {
    parsed_ = end_ = 0;
    phase_ = Phase::kBetween;
  }

  Outcome parse();
  /// The status that tells the client what failed.
  int failure_status() const { return failure_status_; }

  Phase phase() const { return phase_; }
  Request& request() { return request_; }
  bool should_keep_alive() const { return llhttp_should_keep_alive(&parser_) != 0; }

  /// For the callbacks of the owner to call first. False: the request is not to be answered, return -1.
  bool head_is_complete();
  void message_is_complete() { phase_ = Phase::kBetween; }
  /// The owner given to the constructor, from inside a callback.
  template <class Owner>
  static Owner& owner(llhttp_t* parser) {
    return *static_cast<Owner*>(of(parser).owner_);
  }

 private:
  static constexpr std::size_t kBufferBytes = ReadBuffer::kBytes;
  static constexpr std::size_t kMinRead = kBufferBytes / 4;

  static Incoming& of(llhttp_t* parser);
  static int on_message_begin(llhttp_t* parser);
  static int on_method(llhttp_t* parser, const char* at, std::size_t length);
  static int on_version(llhttp_t* parser, const char* at, std::size_t length);
  static int on_header_name_complete(llhttp_t* parser);
  static int on_url(llhttp_t* parser, const char* at, std::size_t length);
  static int on_header_field(llhttp_t* parser, const char* at, std::size_t length);
  static int on_header_value(llhttp_t* parser, const char* at, std::size_t length);

  bool lines_are_strict() const;
  bool keeps_head() const { return phase_ == Phase::kHead && request_.base_ != nullptr; }
  static int on_chunk_extension(llhttp_t* parser, const char* at, std::size_t length);

  /// Where a byte of the buffer stands in the whole stream, whatever was dropped before it.
  std::uint64_t place(const char* at) const { return dropped_ + static_cast<std::uint64_t>(at - buffer_); }
  void move_kept_to(char* to);
  int count_header_bytes(std::size_t length, int status_when_too_many);
  int fail(int status);
  Request::Span span(const char* at, std::size_t length) const;
  int status_of(llhttp_errno_t error) const;

  llhttp_t parser_;
  ReadBuffer& shared_;
  std::unique_ptr<char[]> own_;  ///< of kBufferBytes, while something is kept
  char* buffer_;                 ///< the shared one or our own
  std::size_t parsed_ = 0;
  std::size_t end_ = 0;        ///< 0: nothing is kept
  std::uint64_t dropped_ = 0;  ///< bytes of the stream that stood before the buffer's first
  Phase phase_ = Phase::kBetween;
  std::size_t header_bytes_ = 0;
  std::size_t extension_bytes_ = 0;
  int failure_status_ = 0;
  std::uint64_t part_end_ = 0;  ///< place behind the last part of the request line
  bool has_version_ = false;
  bool failure_known_ = false;  ///< a callback has set failure_status_
  Request request_;
  void* owner_;
};

}  // namespace reference
