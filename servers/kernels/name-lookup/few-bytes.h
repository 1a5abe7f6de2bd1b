// name-lookup/few-bytes: a perfect hash over five bytes at most and the length, then one memcmp (bun after).
#pragma once

#include <cstddef>
#include <cstring>

#include "servers/kernels/name-lookup/lookup.h"

namespace name_lookup {

/// gperf's code, written at build time for C, so that as the body of a class it is inline. Bytes 1, 6, 14, 22 and the
/// last, as far as the text has them, and its length lead to the only name that it can be (key range 189). Lengths are
/// compared before anything else.
struct FewBytesTable {
  struct Entry {
    const char* name;
    Index index;
  };

  /// Takes the place of the comparison that gperf would write: the canonical spelling costs one call, any other a loop
  /// without tables.
  static int gperf_case_memcmp(const char* text, const char* name, std::size_t length) {
    if (std::memcmp(text, name, length) == 0) return 0;
    for (std::size_t i = 0; i < length; ++i) {
      const int difference = text[i] ^ name[i];
      if (difference == 0) continue;
      // Only a letter is the same in another case; '-' and CR differ in that bit, too.
      if (difference != 0x20 || static_cast<unsigned char>((name[i] | 0x20) - 'a') >= 26) return 1;
    }
    return 0;
  }

#define GPERF_DOWNCASE 1
#define GPERF_CASE_MEMCMP 1
#define register  // gperf writes it in C; C++17 has taken it away
#include "servers/kernels/name-lookup/few-bytes.inc"
#undef register
#undef GPERF_CASE_MEMCMP
#undef GPERF_DOWNCASE
};

struct FewBytes {
  static constexpr std::string_view kId = "few-bytes";
  static constexpr std::string_view kHelp = "at most five bytes hashed, lengths compared, one memcmp";

  [[gnu::noinline]] static Index find(std::string_view text) {
    const FewBytesTable::Entry* entry = FewBytesTable().find_entry(text.data(), text.size());
    return entry == nullptr ? kNone : entry->index;
  }
};
static_assert(NameLookup<FewBytes>);

}  // namespace name_lookup
