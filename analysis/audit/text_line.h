// One line of a text by strangers, without what a log, a mail or an editor put around it.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

namespace hotlap::audit {

/// Longer lines are no rows; more of them is not kept.
inline constexpr std::size_t kLongestLine = 65'536;

struct TextLine {
  std::size_t number = 0;  ///< from 1
  std::string text;        ///< bare; "" when it was longer than kLongestLine
  bool too_long = false;
};

/// Reads the next line; false at the end. What surrounds it is taken off: a byte-order mark, a carriage return, a CI
/// log's time stamp (after up to two fields that end in a tab), "> " of a quotation. No-break spaces become spaces.
bool next_line(std::istream& text, TextLine& line);

/// Bytes of a time stamp at the start: "2026-10-12T13:11:08.1234567Z", "[13:11:08]"; 0 when there is none.
std::size_t time_stamp(std::string_view text);

}  // namespace hotlap::audit
