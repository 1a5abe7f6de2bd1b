// The texts on which all variants of name-lookup must agree before any of them may be timed.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "servers/kernels/name-lookup/names.h"

namespace name_lookup::corpus {

inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
inline char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }

inline std::string lowered(std::string text) {
  for (char& c : text) c = lower(c);
  return text;
}

/// As the list has it, in lower case, in upper case, and each letter in the other case.
inline std::vector<std::string> spellings(std::string_view name) {
  std::vector<std::string> all(4, std::string(name));
  for (std::size_t i = 0; i < name.size(); ++i) {
    all[1][i] = lower(name[i]);
    all[2][i] = upper(name[i]);
    all[3][i] = lower(name[i]) == name[i] ? upper(name[i]) : lower(name[i]);
  }
  return all;
}

/// `text` with any one of its bytes replaced by any byte, removed, or any of some bytes added at any place; and with
/// every '-' turned into '_'. Some of these are well-known names all the same.
template <class Visit>
void neighbours(const std::string& text, Visit&& visit) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string replaced = text;
    for (int byte = 0; byte < 256; ++byte) {
      replaced[at] = static_cast<char>(byte);
      visit(replaced);
    }
    visit(std::string(text).erase(at, 1));
  }
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (const char c : {'\0', ' ', '-', '2', 'E', 's', '\x7f', '\xe5'}) visit(std::string(text).insert(at, 1, c));
  }
  std::string underscored = text;
  for (char& c : underscored) {
    if (c == '-') c = '_';
  }
  visit(underscored);
}

/// Texts that no name is near to, and the ends of the range of lengths.
inline std::vector<std::string> others() {
  std::vector<std::string> all = {"", "T", "-", "X-Request-Id", "X-Forwarded-For", "\xff\xfe", std::string(3, '\0')};
  for (const std::size_t length : {1u, 2u, 3u, 14u, 17u, 39u, 40u, 41u, 42u, 255u, 256u, 257u, 65536u, 65540u}) {
    all.emplace_back(length, 'a');
    all.push_back("Cross-Origin-Embedder-Policy-Report-Onl");  // the longest name but for its last byte
    all.back().resize(length, 'z');
  }
  return all;
}

/// A random text of the letters that the names are made of, the same for the same seed on every machine. Half of them
/// begin as a name does.
inline std::string random(std::mt19937_64& bits) {
  constexpr std::string_view kLetters = "abcdefghilmnoprstuvwxyACDEILMOPRSTUWX-2";
  std::string text;
  if (bits() % 2 == 0) {
    const std::string_view name = kNames[bits() % kNames.size()];
    text = name.substr(0, bits() % (name.size() + 1));
  }
  for (auto more = bits() % 20; more > 0; --more) text += kLetters[bits() % kLetters.size()];
  return text;
}

}  // namespace name_lookup::corpus
