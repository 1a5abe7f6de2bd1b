// What a socket could not take yet: the bytes of one connection that wait until it is writable again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cork_write {

/// uWS::BackPressure. Empty for as long as the client reads fast enough, so it is not on the hot path, and it outlives
/// the response: its memory comes from malloc, grows as a string grows, and is kept.
class BackPressure {
 public:
  std::size_t size() const { return bytes_.size() - gone_; }
  std::string_view view() const { return std::string_view(bytes_).substr(gone_); }

  void append(std::string_view text) { bytes_.append(text); }
  void reserve(std::size_t size) { bytes_.reserve(gone_ + size); }

  /// The first `size` bytes were sent. They are moved out only when they are more than one part in 32 of what is held.
  void erase(std::size_t size) {
    gone_ += size;
    if (gone_ > bytes_.size() / 32) {
      bytes_.erase(0, gone_);
      gone_ = 0;
    }
  }

  void clear() {
    bytes_.clear();
    gone_ = 0;
  }

 private:
  std::string bytes_;
  std::size_t gone_ = 0;
};

}  // namespace cork_write
