// Finds and fills placeholders.
#include "harness/subject/placeholders.h"

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/suggest.h"

namespace hotlap::subject {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_inside(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

/// The length of the placeholder that `text` begins with, braces included; 0 when it begins with none.
std::size_t placeholder_length(std::string_view text) {
  if (text.size() < 3 || text[0] != '{' || !is_letter(text[1])) return 0;
  std::size_t end = 2;
  while (end < text.size() && is_inside(text[end])) ++end;
  return end < text.size() && text[end] == '}' ? end + 1 : 0;
}

/// Calls `plain` with what stands between placeholders and `name` with their names.
template <class Plain, class Name>
void walk(std::string_view text, Plain plain, Name name) {
  while (!text.empty()) {
    if (const std::size_t length = placeholder_length(text); length > 0) {
      name(text.substr(1, length - 2));
      text.remove_prefix(length);
    } else {
      plain(text.front());
      text.remove_prefix(1);
    }
  }
}

}  // namespace

std::vector<std::string> placeholder_names(std::string_view text) {
  std::vector<std::string> names;
  walk(
      text, [](char) {}, [&](std::string_view name) { names.emplace_back(name); });
  return names;
}

std::string fill(std::string_view text, const Placeholders& values, const std::string& where) {
  std::string filled;
  const auto replace = [&](std::string_view name) {
    const auto found = std::find_if(values.begin(), values.end(), [&](const auto& one) { return one.first == name; });
    if (found == values.end()) {
      std::vector<std::string> known;
      known.reserve(values.size());
      for (const auto& value : values) known.push_back("{" + value.first + "}");
      const std::string wrong = "{" + std::string(name) + "}";
      throw core::UserError({"unknown placeholder " + wrong, where, core::suggest(wrong, known)});
    }
    filled += found->second;
  };
  walk(
      text, [&](char c) { filled += c; }, replace);
  return filled;
}

}  // namespace hotlap::subject
