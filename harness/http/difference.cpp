// Two responses side by side.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/http/head.h"
#include "harness/http/http.h"
#include "harness/http/visible.h"

namespace hotlap::http {
namespace {

using Lines = std::vector<std::string>;

// CR LF is what a line of a head ends with, so only another ending is shown.
Lines head_lines(std::string_view head) {
  Lines lines;
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size() - 1) + 1;
    std::string_view line = head.substr(0, end);
    head.remove_prefix(end);
    if (line.ends_with("\r\n")) line.remove_suffix(2);
    lines.push_back(visible(line));
  }
  return lines;
}

// Longest common subsequence: lengths[i][j] is that of old_lines from i on and new_lines from j on.
std::vector<std::vector<std::uint32_t>> common_lengths(const Lines& old_lines, const Lines& new_lines) {
  std::vector lengths(old_lines.size() + 1, std::vector<std::uint32_t>(new_lines.size() + 1, 0));
  for (std::size_t i = old_lines.size(); i-- > 0;) {
    for (std::size_t j = new_lines.size(); j-- > 0;) {
      lengths[i][j] =
          old_lines[i] == new_lines[j] ? lengths[i + 1][j + 1] + 1 : std::max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  return lengths;
}

std::string head_difference(const Lines& old_lines, const Lines& new_lines) {
  const auto lengths = common_lengths(old_lines, new_lines);
  std::string text;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < old_lines.size() || j < new_lines.size()) {
    if (i < old_lines.size() && j < new_lines.size() && old_lines[i] == new_lines[j]) {
      text += "  " + old_lines[i++] + "\n";
      ++j;
    } else if (j == new_lines.size() || (i < old_lines.size() && lengths[i + 1][j] >= lengths[i][j + 1])) {
      text += "- " + old_lines[i++] + "\n";
    } else {
      text += "+ " + new_lines[j++] + "\n";
    }
  }
  return text;
}

std::string body_difference(std::string_view old_body, std::string_view new_body) {
  constexpr std::size_t kBefore = 16;
  constexpr std::size_t kExcerpt = 64;
  const auto at = static_cast<std::size_t>(
      std::mismatch(old_body.begin(), old_body.end(), new_body.begin(), new_body.end()).first - old_body.begin());
  const std::size_t from = at - std::min(at, kBefore);
  return fmt::format("body: {} bytes in old, {} in new, first difference at byte {}; from byte {}:\n- {}\n+ {}\n",
                     old_body.size(), new_body.size(), at, from, visible(old_body.substr(from, kExcerpt)),
                     visible(new_body.substr(from, kExcerpt)));
}

}  // namespace

std::optional<std::string> difference(std::string_view old_bytes, std::string_view new_bytes) {
  const std::string old_masked = mask_date(old_bytes);
  const std::string new_masked = mask_date(new_bytes);
  if (old_masked == new_masked) return std::nullopt;
  const std::string_view old_view = old_masked;
  const std::string_view new_view = new_masked;
  const std::size_t old_head = head_length(old_view);
  const std::size_t new_head = head_length(new_view);
  std::string text =
      head_difference(head_lines(old_view.substr(0, old_head)), head_lines(new_view.substr(0, new_head)));
  if (old_view.substr(old_head) != new_view.substr(new_head)) {
    text += body_difference(old_view.substr(old_head), new_view.substr(new_head));
  }
  return text;
}

}  // namespace hotlap::http
