// The Date header line, formatted once a second.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace reference {

class DateCache {
 public:
  static constexpr std::size_t kLineLength = 37;
  using Line = std::array<char, kLineLength>;

  /// "Date: Tue, 15 Nov 1994 08:12:31 GMT\r\n" (IMF-fixdate of RFC 9110, section 5.6.7).
  static Line format(std::chrono::sys_seconds time);

  /// The line now. `loop_ms` is the time of the event loop in milliseconds, which costs no system call to know.
  std::string_view line(std::uint64_t loop_ms) {
    if (loop_ms >= valid_until_ms_) [[unlikely]] {
      refresh(loop_ms);
    }
    return {line_.data(), line_.size()};
  }

 private:
  void refresh(std::uint64_t loop_ms);

  Line line_{};
  std::uint64_t valid_until_ms_ = 0;
};

}  // namespace reference
