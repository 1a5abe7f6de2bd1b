// Takes lines out of a stream, and what surrounds their words off them.
#include "analysis/audit/text_line.h"

namespace hotlap::audit {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kNoBreakSpace = "\xC2\xA0";

/// Walks over a text by pattern.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}
  std::size_t at() const { return at_; }
  bool skip(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool digits(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_digit()) return false;
      ++at_;
    }
    return true;
  }
  void all_digits() {
    while (is_digit()) ++at_;
  }
  bool ends_word() const { return at_ == text_.size() || text_[at_] == ' ' || text_[at_] == '\t'; }

 private:
  bool is_digit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
  std::string_view text_;
  std::size_t at_ = 0;
};

/// "2026-10-12T"; also with a space in place of the T.
bool skip_date(Cursor& cursor) {
  return cursor.digits(4) && cursor.skip('-') && cursor.digits(2) && cursor.skip('-') && cursor.digits(2) &&
         (cursor.skip('T') || cursor.skip(' '));
}

bool skip_time(Cursor& cursor) {
  if (!cursor.digits(2) || !cursor.skip(':') || !cursor.digits(2) || !cursor.skip(':') || !cursor.digits(2)) {
    return false;
  }
  if (cursor.skip('.') || cursor.skip(',')) cursor.all_digits();
  if (cursor.skip('Z')) return true;
  if (!cursor.skip('+') && !cursor.skip('-')) return true;
  return cursor.digits(2) && (!cursor.skip(':') || true) && cursor.digits(2);
}

std::string_view without_stamp(std::string_view text) {
  std::size_t start = 0;
  for (int field = 0; field < 3; ++field) {
    const std::size_t length = time_stamp(text.substr(start));
    if (length > 0) return text.substr(start + length);
    const std::size_t tab = text.find('\t', start);
    if (tab == std::string_view::npos) break;
    start = tab + 1;
  }
  return text;
}

std::string bare(std::string_view text, bool first) {
  if (first && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (text.ends_with('\r')) text.remove_suffix(1);
  text = without_stamp(text);
  // Some loggers write the mark before each of their lines.
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (text.starts_with("> ") || text == ">") text.remove_prefix(text.size() > 1 ? 2 : 1);
  std::string result(text);
  for (std::size_t at = result.find(kNoBreakSpace); at != std::string::npos; at = result.find(kNoBreakSpace, at)) {
    result.replace(at, kNoBreakSpace.size(), " ");
  }
  return result;
}

}  // namespace

std::size_t time_stamp(std::string_view text) {
  Cursor cursor(text);
  const bool bracket = cursor.skip('[');
  Cursor with_date = cursor;
  if (skip_date(with_date)) cursor = with_date;
  if (!skip_time(cursor)) return 0;
  if (bracket && !cursor.skip(']')) return 0;
  return cursor.ends_word() ? cursor.at() : 0;
}

bool next_line(std::istream& text, TextLine& line) {
  std::streambuf& bytes = *text.rdbuf();
  using Traits = std::char_traits<char>;
  std::string raw;
  line.too_long = false;
  int byte = bytes.sbumpc();
  if (byte == Traits::eof()) return false;
  for (; byte != Traits::eof() && byte != '\n'; byte = bytes.sbumpc()) {
    if (raw.size() < kLongestLine) {
      raw += Traits::to_char_type(byte);
    } else {
      line.too_long = true;
    }
  }
  ++line.number;
  line.text = line.too_long ? std::string() : bare(raw, line.number == 1);
  return true;
}

}  // namespace hotlap::audit
