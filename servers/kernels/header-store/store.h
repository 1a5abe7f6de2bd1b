// The contract of the hot path header-store: what keeps the headers of a response from setHeader() until they are
// written.
#pragma once

#include <concepts>
#include <cstddef>
#include <new>
#include <string_view>

#include "servers/kernels/engine/arena.h"
#include "servers/kernels/engine/name.h"

namespace header_store {

using engine::Arena;
using engine::Name;
using engine::NameTable;

/// One value of a header; a header that was appended to has several lines.
struct Line {
  std::string_view value;
  Line* next = nullptr;
};

/// What `[name, value]` is in node: allocated anew by every set(), outside of the container and alike in all variants.
/// The bytes of name and value belong to the caller and must stay until the store is cleared.
struct Entry {
  std::string_view name;  ///< as the last set() spelled it
  Line first;
  Line* last = nullptr;  ///< null while there is one line
};

inline Entry* make_entry(Arena& arena, std::string_view name, std::string_view value) {
  return new (arena.allocate(sizeof(Entry))) Entry{name, {value, nullptr}, nullptr};
}

inline void append_line(Arena& arena, Entry& entry, std::string_view value) {
  Line* line = new (arena.allocate(sizeof(Line))) Line{value, nullptr};
  (entry.last != nullptr ? entry.last : &entry.first)->next = line;
  entry.last = line;
}

/// Keys are interned lower-case names (so names are case-insensitive). Semantics, the same in every variant:
/// - set: a new key goes to the end of the order; a known key keeps its place, takes the new spelling, and the value
/// replaces
///   all lines it had.
/// - append: a known key keeps place and spelling and gets one more line; an unknown key is set.
/// - remove: whether the key was there. A key that is set again afterwards goes to the end.
/// - get: the entry, or null; valid until the key is set or removed, or the store cleared.
/// - walk: visit(const Entry&) for each key in order. The visitor must not change the store. It may allocate.
/// - bytes_allocated: bytes of V8 heap taken since clear() by the container: object, tables, key lists, also those
///   outgrown; not the entries. 0 before the first set().
/// - clear: empty again, as if new; frees nothing, the owner of the arena resets it next.
/// Nothing is allocated before the first set(). `Shared` is what all stores of a server have in common.
/// Differs from a JavaScript object on purpose: a name of digits alone is an ordinary key here, not an index that comes
/// first.
template <class Store>
concept HeaderStore = requires(Store store, const Store constant, const Name& key, std::string_view text) {
  requires std::constructible_from<Store, Arena&, typename Store::Shared&>;
  { Store::kId } -> std::convertible_to<std::string_view>;
  { Store::kHelp } -> std::convertible_to<std::string_view>;
  { store.set(key, text, text) } -> std::same_as<void>;
  { store.append(key, text, text) } -> std::same_as<void>;
  { store.remove(key) } -> std::same_as<bool>;
  { constant.get(key) } -> std::same_as<const Entry*>;
  { constant.has(key) } -> std::same_as<bool>;
  { constant.size() } -> std::same_as<std::size_t>;
  { constant.bytes_allocated() } -> std::same_as<std::size_t>;
  {
    store.walk([](const Entry&) {})
    } -> std::same_as<void>;
  { store.clear() } -> std::same_as<void>;
};

}  // namespace header_store
