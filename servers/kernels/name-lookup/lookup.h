// The contract of the hot path name-lookup: which of the well-known header names a text is.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "servers/kernels/name-lookup/names.h"

namespace name_lookup {

/// The place of a name in kNames, which stand in the order of their bytes.
using Index = std::uint8_t;
inline constexpr Index kNone = 0xff;
static_assert(kNames.size() < kNone);

/// Of a name in its canonical spelling; one that is not in the list does not compile.
consteval Index index_of(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Index>(i);
  }
  throw "not a well-known name";
}

/// Semantics, the same in every variant:
/// - find: the index of the name that `text` spells, the letters A to Z in any case; kNone for every other text. The
///   text may have any length and any bytes and needs no zero at its end; no byte outside of it is read.
/// Nothing is allocated; any thread may call it. The function is never inlined: in bun it lives in a file of its own.
/// Both variants are bun's findHTTPHeaderName, before and after bun's fifth change (runtimes.md 5.9): the same gperf on
/// the same list, with other options, and another comparison. Not modelled: texts of 16-bit units, which bun narrows
/// first in either variant.
template <class Lookup>
concept NameLookup = requires(std::string_view text) {
  { Lookup::kId } -> std::convertible_to<std::string_view>;
  { Lookup::kHelp } -> std::convertible_to<std::string_view>;
  { Lookup::find(text) } -> std::same_as<Index>;
};

}  // namespace name_lookup
