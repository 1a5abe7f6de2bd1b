// What may stand in a header, and words in its value.
#pragma once

#include <array>
#include <string_view>

#include "servers/kernels/engine/ascii.h"

namespace reference {

namespace detail {

constexpr bool is_letter_or_digit(unsigned char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// tchar of RFC 9110, section 5.6.2.
constexpr std::array<bool, 256> make_token_table() {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[static_cast<std::size_t>(c)] = is_letter_or_digit(static_cast<unsigned char>(c));
  }
  for (const char c : std::string_view("!#$%&'*+-.^_`|~")) table[static_cast<unsigned char>(c)] = true;
  return table;
}

/// Tab, space, VCHAR and obs-text of RFC 9110, section 5.5.
constexpr std::array<bool, 256> make_value_table() {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) table[static_cast<std::size_t>(c)] = c == '\t' || (c >= 0x20 && c != 0x7f);
  return table;
}

inline constexpr auto kTokenTable = make_token_table();
inline constexpr auto kValueTable = make_value_table();

inline bool all_in(std::string_view text, const std::array<bool, 256>& table) {
  bool good = true;
  for (const char c : text) good &= table[static_cast<unsigned char>(c)];
  return good;
}

}  // namespace detail

inline bool is_header_name(std::string_view text) { return !text.empty() && detail::all_in(text, detail::kTokenTable); }
inline bool is_header_value(std::string_view text) { return detail::all_in(text, detail::kValueTable); }

/// `word` (lower case) stands in `text` with no letter, digit or underscore next to it; any case.
inline bool has_word(std::string_view text, std::string_view word) {
  const auto in_word = [&](std::size_t i) {
    return i < text.size() && (detail::is_letter_or_digit(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
    if (engine::equals_lower(text.substr(at, word.size()), word) && !in_word(at - 1) && !in_word(at + word.size())) {
      return true;
    }
  }
  return false;
}

/// Without the spaces and tabs at its end (llhttp has removed those at its beginning).
inline std::string_view trim_end(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace reference
