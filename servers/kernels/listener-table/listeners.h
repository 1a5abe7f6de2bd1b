// The listeners of one event as a table holds them: nothing, one function, or an array of functions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "servers/kernels/engine/arena.h"

namespace listener_table {

using engine::Arena;

/// A function that listens. A table keeps its address and looks at nothing else, so whoever calls listeners completes
/// the type, once in a program; aligned to 4 bytes at least.
struct Listener;

/// JSArray and the FixedArray with its elements: what node makes of two listeners of one event. Listeners are added and
/// removed in place, which is why emit() copies an array before it calls anybody.
struct ListenerArray {
  struct Elements {
    std::uint64_t map, capacity;
    Listener** begin() { return reinterpret_cast<Listener**>(this + 1); }
  };
  std::uint64_t map, properties;
  Elements* elements;
  std::uint64_t length;
  std::span<Listener*> all() const { return {elements->begin(), length}; }
};
static_assert(sizeof(ListenerArray) == 32 && sizeof(ListenerArray::Elements) == 16);

/// The word in a slot of the table: undefined, the address of a Listener, or of a ListenerArray with the lowest bit
/// set. Never dereferenced.
struct Handler;

inline Handler* undefined() { return reinterpret_cast<Handler*>(std::uintptr_t{2}); }
inline Handler* to_handler(Listener& one) { return reinterpret_cast<Handler*>(&one); }
inline Handler* to_handler(ListenerArray& array) {
  return reinterpret_cast<Handler*>(reinterpret_cast<std::uintptr_t>(&array) | 1);
}
inline ListenerArray* to_array(Handler* handler) {
  const auto word = reinterpret_cast<std::uintptr_t>(handler);
  return (word & 1) != 0 ? reinterpret_cast<ListenerArray*>(word - 1) : nullptr;
}
inline Listener* to_function(Handler* handler) { return reinterpret_cast<Listener*>(handler); }

/// The listeners of one event, in the order in which they are called. Valid until the table is changed.
class Listeners {
 public:
  explicit Listeners(Handler* handler) {
    if (handler == undefined()) return;
    if (const ListenerArray* array = to_array(handler)) {
      first_of_array_ = array->elements->begin();
      size_ = array->length;
    } else {
      function_ = to_function(handler);
      size_ = 1;
    }
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// Valid as long as this object, too.
  std::span<Listener* const> span() const { return {first_of_array_ != nullptr ? first_of_array_ : &function_, size_}; }

 private:
  Listener* function_ = nullptr;
  Listener* const* first_of_array_ = nullptr;
  std::size_t size_ = 0;
};

inline ListenerArray::Elements* new_elements(Arena& arena, std::size_t capacity) {
  void* bytes = arena.allocate(sizeof(ListenerArray::Elements) + capacity * sizeof(Listener*));
  return new (bytes) ListenerArray::Elements{0, capacity};
}

/// The word after a listener was added at the end. A function becomes a literal of two; an array is pushed to, and when
/// it is full it grows to half as much again and 16 (V8: JSObject::NewElementsCapacity), so three listeners have room
/// for 20.
inline Handler* with_added(Arena& arena, Handler* handler, Listener& listener) {
  if (handler == undefined()) return to_handler(listener);
  ListenerArray* array = to_array(handler);
  if (array == nullptr) {
    array = new (arena.allocate(sizeof(ListenerArray))) ListenerArray{0, 0, new_elements(arena, 2), 2};
    array->elements->begin()[0] = to_function(handler);
    array->elements->begin()[1] = &listener;
    return to_handler(*array);
  }
  if (array->length == array->elements->capacity) {
    const std::size_t needed = array->length + 1;
    auto* grown = new_elements(arena, needed + needed / 2 + 16);
    std::copy_n(array->elements->begin(), array->length, grown->begin());
    array->elements = grown;
  }
  array->elements->begin()[array->length++] = &listener;
  return handler;
}

/// The word after the listener that was added last was removed; null when it is not there. An array of one becomes a
/// function again.
inline Handler* without(Handler* handler, const Listener& listener) {
  ListenerArray* array = to_array(handler);
  if (array == nullptr) return to_function(handler) == &listener ? undefined() : nullptr;
  const auto all = array->all();
  const auto last = std::find(all.rbegin(), all.rend(), &listener);
  if (last == all.rend()) return nullptr;
  std::copy(last.base(), all.end(), last.base() - 1);
  return --array->length == 1 ? to_handler(*all[0]) : handler;
}

}  // namespace listener_table
