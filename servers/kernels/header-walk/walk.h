// The contract of the hot path header-walk: how the plain object given to writeHead() is walked, key by key with its
// value.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string_view>

#include "servers/kernels/engine/arena.h"
#include "servers/kernels/engine/name.h"
#include "servers/kernels/engine/shape_object.h"

namespace header_walk {

using engine::Arena;
using engine::Name;
using engine::NameTable;

/// What a key of the object has for a value: a string, or an array of strings, which becomes a line each.
struct Value {
  std::string_view name;  ///< the key as the handler wrote it last
  std::string_view text;  ///< the string; empty when the value is an array
  std::span<const std::string_view> list;
  bool is_array = false;
};

/// An object the handler filled by keyed stores: fast mode until the 16th name or until a name other than the last is
/// deleted, a dictionary from then on (runtimes.md 5.3). Slots inside of the object are not modelled: a literal of two
/// keys would have them and meet the limit two names later.
using PlainObject = engine::ShapeObject<Value>;

/// object[name] = text. The bytes belong to the caller and must stay as long as the object.
inline void put(PlainObject& object, Arena& arena, NameTable& names, std::string_view name, std::string_view text) {
  object.put(names.intern(name), new (arena.allocate(sizeof(Value))) Value{name, text, {}, false});
}

/// object[name] = [...list]; the views are copied.
inline void put(PlainObject& object, Arena& arena, NameTable& names, std::string_view name,
                std::span<const std::string_view> list) {
  auto* lines = static_cast<std::string_view*>(arena.allocate(list.size() * sizeof(std::string_view)));
  std::uninitialized_copy(list.begin(), list.end(), lines);
  object.put(names.intern(name), new (arena.allocate(sizeof(Value))) Value{name, {}, {lines, list.size()}, true});
}

/// take(std::string_view) for every header line the value becomes; alike in all variants.
template <class Take>
void each_line(const Value& value, Take&& take) {
  if (!value.is_array) return take(value.text);
  for (const std::string_view line : value.list) take(line);
}

/// - walk: visit(std::string_view name, const Value&) for each own enumerable key, in the order the keys were added.
/// The
///   visitor must not change the object. It may allocate. What the walk allocates lies in `young`: the object may have
///   been made before the request. An object that never had a key is walked too: no visit.
/// What it costs: node before #66679 wrote for...in and asked ObjectHasOwn() in its body, after it ObjectKeys() and a
/// loop. In dictionary mode both collect, sort and allocate a list of all keys; then a key costs three look-ups before
/// (for-in's own filter, hasOwn, the value) and one after (runtimes.md 5.2). In fast mode for-in reads the enum cache
/// and the slots in step, while ObjectKeys() copies the cache into an array and loads each value by its name, through
/// the stub cache.
/// Not modelled: that one spelling of a name differs from another as a key (names are interned in lower case, so the
/// second spelling is the same key), validation and rendering of the lines, which is the same on both sides.
template <class Walk>
concept HeaderWalk = requires(PlainObject& object, Arena& young) {
  { Walk::kId } -> std::convertible_to<std::string_view>;
  { Walk::kHelp } -> std::convertible_to<std::string_view>;
  {
    Walk::walk(object, young, [](std::string_view, const Value&) {})
    } -> std::same_as<void>;
};

}  // namespace header_walk
