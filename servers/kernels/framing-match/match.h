// The contract of the hot path framing-match: which of the fields that steer framing and connection a header name is.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

#include "servers/kernels/engine/arena.h"

namespace framing_match {

using engine::Arena;

/// The fields node's matchHeader() takes note of. Upgrade is not one of them.
enum class Field : std::uint8_t {
  kNone,
  kConnection,
  kTransferEncoding,
  kContentLength,
  kDate,
  kExpect,
  kTrailer,
  kKeepAlive
};

/// A string of the engine: map, hash, length (16 bytes without pointer compression), then the characters.
struct OneByteString {
  std::uint64_t map;
  std::uint32_t hash;
  std::uint32_t length;
  char* characters() { return reinterpret_cast<char*>(this + 1); }
};
static_assert(sizeof(OneByteString) == 16);

/// toLowerCase(), and the bytes it took since clear(). V8's builtin converts strings of up to 24 bytes one by one
/// through a table of all Latin-1 characters; so does this.
class LowerCaser {
 public:
  explicit LowerCaser(Arena& arena) : arena_(arena) {}

  /// The same text when it is in lower case already, else a new one, valid until the arena is reset. A builtin, so a
  /// call.
  [[gnu::noinline]] std::string_view lower_case(std::string_view text) {
    std::size_t same = 0;
    while (same < text.size() && kLower[byte(text[same])] == text[same]) ++same;
    if (same == text.size()) return text;
    const std::size_t bytes = (sizeof(OneByteString) + text.size() + 7) & ~std::size_t{7};
    bytes_ += bytes;
    auto* made = new (arena_.allocate(bytes)) OneByteString{0, 0, static_cast<std::uint32_t>(text.size())};
    char* to = made->characters();
    std::memcpy(to, text.data(), same);
    for (std::size_t i = same; i < text.size(); ++i) to[i] = kLower[byte(text[i])];
    return {to, text.size()};
  }

  std::size_t bytes_allocated() const { return bytes_; }
  void clear() { bytes_ = 0; }

 private:
  static std::size_t byte(char c) { return static_cast<unsigned char>(c); }

  static constexpr std::array<char, 256> kLower = [] {
    std::array<char, 256> table{};
    for (std::size_t c = 0; c < 256; ++c) table[c] = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return table;
  }();

  Arena& arena_;
  std::size_t bytes_ = 0;
};

/// The switch over the lower-cased name, in node's order. A switch over strings compares with one case after the other,
/// lengths first; alike in all variants.
inline Field field_of(std::string_view lower) {
  if (lower == "connection") return Field::kConnection;
  if (lower == "transfer-encoding") return Field::kTransferEncoding;
  if (lower == "content-length") return Field::kContentLength;
  if (lower == "date") return Field::kDate;
  if (lower == "expect") return Field::kExpect;
  if (lower == "trailer") return Field::kTrailer;
  if (lower == "keep-alive") return Field::kKeepAlive;
  return Field::kNone;
}

/// - match: the field that `name` is in any case, else kNone. The name is a token of RFC 9110 (validated before, and so
///   not empty), which the variants may rely on.
/// - bytes_allocated: bytes of V8 heap taken for lower-cased names since clear().
/// - clear: forgets that count; frees nothing, the owner of the arena resets it next.
/// What it costs: before #66679 every name of 4 to 17 characters was lower-cased, which allocates a string unless the
/// name is in lower case already, and then compared; since then only a name whose length and first letter, case folded,
/// occur together in one of the seven fields (runtimes.md 5.6). Side effects of a match (regular expressions over the
/// value) are the caller's, and the same.
template <class Match>
concept FramingMatch = requires(Match match, const Match constant, std::string_view name) {
  requires std::constructible_from<Match, Arena&>;
  { Match::kId } -> std::convertible_to<std::string_view>;
  { Match::kHelp } -> std::convertible_to<std::string_view>;
  { match.match(name) } -> std::same_as<Field>;
  { constant.bytes_allocated() } -> std::same_as<std::size_t>;
  { match.clear() } -> std::same_as<void>;
};

}  // namespace framing_match
