// The value of the Date header, formatted once a second.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace reference {

class DateCache {
 public:
  using Text = std::array<char, 29>;

  /// "Tue, 15 Nov 1994 08:12:31 GMT" (IMF-fixdate of RFC 9110, section 5.6.7).
  static Text format(std::chrono::sys_seconds time);

  /// The text now. `loop_ms` is the time of the event loop in milliseconds, which costs no system call to know.
  std::string_view value(std::uint64_t loop_ms) {
    if (loop_ms >= valid_until_ms_) [[unlikely]] {
      refresh(loop_ms);
    }
    return {text_.data(), text_.size()};
  }

 private:
  void refresh(std::uint64_t loop_ms);

  Text text_{};
  std::uint64_t valid_until_ms_ = 0;
};

}  // namespace reference
