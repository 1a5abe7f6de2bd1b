// Lower-casing eight ASCII bytes at a time, for names of headers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace engine {

static_assert(std::endian::native == std::endian::little, "the tail of a text is loaded as a shifted word");

/// The eight bytes of `word`, each 'A'-'Z' turned to lower case, every other byte (also above 0x7f) kept.
constexpr std::uint64_t lower_word(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ull;
  constexpr std::uint64_t kHigh = 0x80 * kOnes;
  const std::uint64_t low_bits = word & ~kHigh;
  const std::uint64_t from_a = low_bits + (0x80 - 'A') * kOnes;        // high bit: at least 'A'
  const std::uint64_t beyond_z = low_bits + (0x80 - 'Z' - 1) * kOnes;  // high bit: above 'Z'
  return word | (((from_a & ~beyond_z & ~word) & kHigh) >> 2);
}

/// One of the eight bytes is below a space, or DEL.
constexpr bool has_control(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ull;
  constexpr std::uint64_t kHigh = 0x80 * kOnes;
  const std::uint64_t low_bits = word & ~kHigh;
  const std::uint64_t from_space = low_bits + (0x80 - ' ') * kOnes;  // high bit: at least ' ' below 0x80
  const std::uint64_t is_del = low_bits + kOnes;                     // high bit: 0x7f below 0x80
  return ((~from_space | is_del) & ~word & kHigh) != 0;
}

/// Word `index` of a text, the bytes past its end zero. `index * 8 < text.size()`.
inline std::uint64_t load_word(std::string_view text, std::size_t index) {
  const std::size_t begin = index * 8;
  std::uint64_t word = 0;
  if (begin + 8 <= text.size()) {
    std::memcpy(&word, text.data() + begin, 8);
  } else if (text.size() >= 8) {
    std::memcpy(&word, text.data() + text.size() - 8, 8);
    word >>= 8 * (begin + 8 - text.size());
  } else if (text.size() >= 4) {
    std::uint32_t first, last;
    std::memcpy(&first, text.data(), 4);
    std::memcpy(&last, text.data() + text.size() - 4, 4);
    word = first | static_cast<std::uint64_t>(last) << (8 * (text.size() - 4));
  } else {
    // One to three bytes: the first, the middle and the last are all of them, some more than once.
    for (const std::size_t i : {std::size_t{0}, text.size() / 2, text.size() - 1}) {
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << (8 * i);
    }
  }
  return word;
}

/// `text` in any case equals `lower`, which is in lower case.
inline bool equals_lower(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  const std::size_t words = (text.size() + 7) / 8;
  for (std::size_t i = 0; i < words; ++i) {
    if (lower_word(load_word(text, i)) != load_word(lower, i)) return false;
  }
  return true;
}

}  // namespace engine
