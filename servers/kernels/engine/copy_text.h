// Copies texts that are most often short: names, values, and the parts of lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace engine {

/// Sixteen bytes that are moved at once.
struct Chunk {
  std::uint64_t words[2];
};

/// memcpy for texts that are most often short, as the parts of a line are: up to 32 bytes without a call, by two moves
/// that may overlap. Returns the end.
[[gnu::always_inline]] inline char* copy_text(char* to, std::string_view text) {
  const char* from = text.data();
  const std::size_t size = text.size();
  const auto ends = [&]<class Word>(Word) {
    std::memcpy(to, from, sizeof(Word));
    std::memcpy(to + size - sizeof(Word), from + size - sizeof(Word), sizeof(Word));
  };
  if (size > 32) {
    std::memcpy(to, from, size);
  } else if (size > 16) {
    ends(Chunk{});
  } else if (size >= 8) {
    ends(std::uint64_t{});
  } else if (size >= 4) {
    ends(std::uint32_t{});
  } else if (size >= 2) {
    ends(std::uint16_t{});
  } else if (size == 1) {
    *to = *from;
  }
  return to + size;
}

}  // namespace engine
