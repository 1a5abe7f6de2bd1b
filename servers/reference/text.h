// What may stand in a header, and words in its value.
#pragma once

#include <array>
#include <cstdint>
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

inline constexpr auto kTokenTable = make_token_table();

/// Tab, space, VCHAR and obs-text of RFC 9110, section 5.5.
constexpr bool is_value_byte(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f); }

inline bool all_in(std::string_view text, const std::array<bool, 256>& table) {
  bool good = true;
  for (const char c : text) good &= table[static_cast<unsigned char>(c)];
  return good;
}

inline constexpr std::uint64_t kSpaces = 0x2020202020202020ull;

}  // namespace detail

inline bool is_header_name(std::string_view text) { return !text.empty() && detail::all_in(text, detail::kTokenTable); }
inline bool is_header_value(std::string_view text) {
  // Eight bytes at a time: of most values no byte is below a space or DEL.
  const std::size_t words = (text.size() + 7) / 8;
  for (std::size_t i = 0; i < words; ++i) {
    const std::size_t rest = text.size() - i * 8;
    const std::uint64_t word = engine::load_word(text, i);
    if (!engine::has_control(rest < 8 ? word | detail::kSpaces << (8 * rest) : word)) continue;
    for (const char c : text.substr(i * 8, 8)) {
      if (!detail::is_value_byte(c)) return false;
    }
  }
  return true;
}

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
