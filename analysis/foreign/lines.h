// A text line by line, and numbers out of it.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/foreign/collector.h"

namespace hotlap::foreign {

/// Longer lines are refused: no format of this room has any.
inline constexpr std::size_t kLongestLine = 65'536;

class Lines {
 public:
  Lines(std::istream& text, const Collector& collector) : text_(text), collector_(collector) {}
  /// Goes to the next line, without its end and without a byte-order mark; false after the last. Throws UserError for a
  /// line that is too long.
  bool next();
  const std::string& line() const { return line_; }
  std::size_t number() const { return number_; }  ///< from 1
  /// Whether the line has an end of its own; the last of a cut file has none.
  bool ended() const { return ended_; }

 private:
  bool refill();

  std::istream& text_;
  const Collector& collector_;
  std::array<char, 65'536> block_;  ///< read ahead
  std::string_view unread_;         ///< of the block
  std::string line_;
  std::size_t number_ = 0;
  bool ended_ = false;
};

/// A finite decimal number and nothing else: no "nan", "inf", decimal comma, spaces.
std::optional<double> number_of(std::string_view text);
/// The words between spaces and tabs.
std::vector<std::string_view> words_of(std::string_view line);

}  // namespace hotlap::foreign
