// The list that an iteration walks: names lowered, lines of one name joined, sorted.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "servers/kernels/header-iteration/heap.h"
#include "servers/kernels/header-iteration/seen.h"
#include "servers/kernels/header-iteration/sort.h"

namespace header_iteration {

/// A line of the object's list.
struct Header {
  std::string_view name;
  std::string_view value;
  std::uint32_t hash =
      0;  ///< of the name if it is in lower case, kept as V8 keeps it in the string; 0 before it is asked
};

/// The list goes to `space`, what it takes to make it to `scratch`. Not inlined: in deno this is a getter.
[[gnu::noinline]] inline const EntryArray& make_entries(std::span<Header> list, const Space& space,
                                                        const Space& scratch) {
  SeenNames seen(scratch);
  auto& entries = *new (space.allocate(sizeof(EntryArray))) EntryArray;
  for (Header& header : list) {
    const std::string_view name = lowered(space, header.name);
    if (name == "set-cookie") {
      entries.push(space, name, header.value);
      continue;
    }
    std::uint32_t hash = header.hash;
    if (hash == 0) {
      hash = hash_of(name);
      if (name.data() == header.name.data()) header.hash = hash;
    }
    const std::size_t place = seen.find(name, hash);
    if (place == SeenNames::kNotFound) {
      seen.add(name, hash, entries.size());
      entries.push(space, name, header.value);
    } else {
      Entry& entry = entries[place];
      entry.value = entry.value.empty() ? header.value : joined(space, entry.value, header.value);
    }
  }
  Sort::sort(entries, scratch);
  return entries;
}

}  // namespace header_iteration
