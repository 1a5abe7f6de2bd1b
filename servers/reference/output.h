// The bytes that wait to be written to one connection: one contiguous buffer, kept and reused.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "servers/reference/check.h"

namespace reference {

/// Copies a text that is most often short; returns the end. Names and values of headers rarely exceed 16 bytes, for
/// which two overlapping words are cheaper than a call.
inline char* copy_text(char* to, std::string_view text) {
  const std::size_t size = text.size();
  if (size >= 8 && size <= 16) {
    std::memcpy(to, text.data(), 8);
    std::memcpy(to + size - 8, text.data() + size - 8, 8);
  } else if (size > 0) {  // an empty view may have no address at all
    std::memcpy(to, text.data(), size);
  }
  return to + size;
}

class Output {
 public:
  Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() { std::free(begin_); }

  std::size_t size() const { return static_cast<std::size_t>(end_ - sent_); }
  char* data() const { return sent_; }

  /// Room for `bytes` more; write there and commit() the end of what was written.
  char* reserve(std::size_t bytes) {
    if (static_cast<std::size_t>(limit_ - end_) < bytes) [[unlikely]] {
      grow(bytes);
    }
    return end_;
  }
  void commit(char* end) { end_ = end; }

  void append(std::string_view text) {
    if (text.empty()) return;
    char* at = reserve(text.size());
    std::memcpy(at, text.data(), text.size());
    commit(at + text.size());
  }

  /// The first `bytes` have been written.
  void sent(std::size_t bytes) {
    sent_ += bytes;
    if (sent_ == end_) clear();
  }

  void clear() {
    sent_ = end_ = begin_;
    if (capacity() > kKept) [[unlikely]] {
      release();
    }
  }

 private:
  static constexpr std::size_t kFirst = std::size_t{4} << 10;
  static constexpr std::size_t kKept = std::size_t{256} << 10;  // a large answer does not hold its memory for ever

  std::size_t capacity() const { return static_cast<std::size_t>(limit_ - begin_); }

  void release() {
    std::free(begin_);
    begin_ = sent_ = end_ = limit_ = nullptr;
  }

  [[gnu::noinline]] void grow(std::size_t bytes) {
    const auto sent = sent_ - begin_;
    const auto used = end_ - begin_;
    std::size_t wanted = capacity() == 0 ? kFirst : capacity() * 2;
    while (wanted - static_cast<std::size_t>(used) < bytes) wanted *= 2;
    begin_ = static_cast<char*>(std::realloc(begin_, wanted));
    check(begin_ != nullptr, "memory for a response");
    sent_ = begin_ + sent;
    end_ = begin_ + used;
    limit_ = begin_ + wanted;
  }

  char* begin_ = nullptr;
  char* sent_ = nullptr;
  char* end_ = nullptr;
  char* limit_ = nullptr;
};

}  // namespace reference
