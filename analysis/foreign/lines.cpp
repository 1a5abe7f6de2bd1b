// Splits text by strangers into lines, words and numbers.
#include "analysis/foreign/lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace hotlap::foreign {

bool Lines::refill() {
  const std::streamsize got = text_.rdbuf()->sgetn(block_.data(), static_cast<std::streamsize>(block_.size()));
  unread_ = {block_.data(), static_cast<std::size_t>(std::max<std::streamsize>(got, 0))};
  return !unread_.empty();
}

bool Lines::next() {
  line_.clear();
  if (unread_.empty() && !refill()) return false;
  ++number_;
  ended_ = false;
  while (!ended_ && (!unread_.empty() || refill())) {
    const std::size_t end = std::min(unread_.find('\n'), unread_.size());
    if (line_.size() + end > kLongestLine) collector_.refuse(number_, fmt::format("longer than {} bytes", kLongestLine));
    line_ += unread_.substr(0, end);
    ended_ = end < unread_.size();
    unread_.remove_prefix(std::min(end + 1, unread_.size()));
  }
  if (line_.ends_with('\r')) line_.pop_back();
  if (number_ == 1 && line_.starts_with("\xEF\xBB\xBF")) line_.erase(0, 3);
  return true;
}

std::optional<double> number_of(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  // from_chars also takes "inf" and "nan".
  if (digits.empty() || ((digits.front() < '0' || digits.front() > '9') && digits.front() != '.')) return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(" \t"); at != line.npos; at = line.find_first_not_of(" \t", at)) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace hotlap::foreign
