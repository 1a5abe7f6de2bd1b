// name-lookup/all-bytes: a perfect hash over every byte, then a comparison byte by byte through a table (bun before).
#pragma once

#include <array>
#include <cstddef>
#include <cstring>

#include "servers/kernels/name-lookup/lookup.h"

namespace name_lookup {

/// gperf's code, written at build time for C, so that as the body of a class it is inline. The sum of a table entry for
/// each byte of the text leads through a second table to the only name that the text can be (key range 771).
struct AllBytesTable {
  struct Entry {
    const char* name;
    Index index;
  };

  static constexpr auto kFolded = [] {
    std::array<unsigned char, 256> table{};
    for (std::size_t c = 0; c < table.size(); ++c) {
      table[c] = static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
    return table;
  }();

  /// What gperf writes when nobody else has: both texts go through the table of 256 bytes, and a zero ends them.
  static int gperf_case_strncmp(const char* left, const char* right, std::size_t length) {
    for (; length > 0; --length) {
      const int folded_left = kFolded[static_cast<unsigned char>(*left++)];
      const int folded_right = kFolded[static_cast<unsigned char>(*right++)];
      if (folded_left == 0 || folded_left != folded_right) return folded_left - folded_right;
    }
    return 0;
  }

#define GPERF_DOWNCASE 1
#define GPERF_CASE_STRNCMP 1
#define register  // gperf writes it in C; C++17 has taken it away
#include "servers/kernels/name-lookup/all-bytes.inc"
#undef register
#undef GPERF_CASE_STRNCMP
#undef GPERF_DOWNCASE
};

struct AllBytes {
  static constexpr std::string_view kId = "all-bytes";
  static constexpr std::string_view kHelp = "perfect hash over every byte, byte-wise folded comparison";

  [[gnu::noinline]] static Index find(std::string_view text) {
    const AllBytesTable::Entry* entry = AllBytesTable().find_entry(text.data(), text.size());
    return entry == nullptr ? kNone : entry->index;
  }
};
static_assert(NameLookup<AllBytes>);

}  // namespace name_lookup
