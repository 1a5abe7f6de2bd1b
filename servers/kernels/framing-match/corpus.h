// The names on which all variants of framing-match must agree before any of them may be timed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace framing_match::corpus {

struct Row {
  std::string title;
  std::vector<std::string> names;
};

inline char lower(char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); }
inline char upper(char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c); }

inline std::vector<std::string> lowered(std::vector<std::string> names) {
  for (std::string& name : names) {
    for (char& c : name) c = lower(c);
  }
  return names;
}

/// What responses carry: names with no look at them, the framing fields, and names that are nearly one of them.
inline std::vector<Row> rows() {
  const std::vector<std::string> usual = {"Content-Type", "Content-Length", "Cache-Control", "ETag",
                                          "Vary",         "Last-Modified",  "Server",        "X-Powered-By"};
  return {{"usual_names", usual},
          {"usual_names_in_lower_case", lowered(usual)},
          {"names_of_the_application",
           {"X-Request-Id", "X-User", "X-Cache", "X-RateLimit-Used", "X-Trace", "X-Region", "X-Build", "X-Shard"}},
          {"framing_fields",
           {"Connection", "Transfer-Encoding", "Content-Length", "Date", "Expect", "Trailer", "Keep-Alive"}},
          {"look_alikes",
           {"Compressed", "Traceparent-Extra", "Content-Locale", "Door", "Etagss", "Tracing", "Kernel-Ver",
            "Content-Lengtg"}}};
}

inline constexpr std::string_view kFields[] = {"connection", "transfer-encoding", "content-length", "date",
                                               "expect",     "trailer",           "keep-alive"};
/// tchar of RFC 9110, section 5.6.2.
inline constexpr std::string_view kTokenCharacters =
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// `name` with each letter in a random case.
inline std::string in_odd_case(std::string_view name, std::mt19937_64& bits) {
  std::string odd(name);
  for (char& c : odd) c = bits() % 2 == 0 ? lower(c) : upper(c);
  return odd;
}

/// A random token of 1 to 20 characters.
inline std::string token(std::mt19937_64& bits) {
  std::string text(1 + bits() % 20, ' ');
  for (char& c : text) c = kTokenCharacters[bits() % kTokenCharacters.size()];
  return text;
}

}  // namespace framing_match::corpus
