// An array of values as JSC allocates one: a cell and its butterfly, from cells of a few sizes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "servers/kernels/emit/value.h"
#include "servers/kernels/engine/arena.h"

namespace emit {

using engine::Arena;

/// What was allocated, each array with its butterfly.
struct Allocations {
  std::size_t arrays = 0;
  std::size_t bytes = 0;
};

/// JSArray: 16 bytes. The elements lie behind a word with their number and their capacity (the IndexingHeader).
struct Array {
  struct Lengths {
    std::uint32_t used;
    std::uint32_t capacity;
  };
  Cell cell;
  Value* elements;

  const Lengths& lengths() const { return reinterpret_cast<const Lengths*>(elements)[-1]; }
  std::span<const Value> values() const { return {elements, lengths().used}; }
};
static_assert(sizeof(Array) == 16 && sizeof(Array::Lengths) == 8);

/// The bytes of the cell that holds `capacity` elements: cells come in steps of 16 bytes. Above 80 bytes, which is 9
/// elements, JSC's steps are wider; that is not modelled.
constexpr std::size_t butterfly_bytes(std::size_t capacity) {
  return (sizeof(Array::Lengths) + capacity * sizeof(Value) + 15) & ~std::size_t{15};
}

/// One store after another, as the engine's code has it: no call of memcpy or memset for two words.
inline std::size_t& keep_a_loop(std::size_t& index) {
  asm volatile("" : "+r"(index));
  return index;
}

/// An array whose first `count` elements are for the caller to write; the others are holes.
inline Array* allocate_array(Arena& arena, Allocations& allocations, std::size_t count, std::size_t capacity) {
  const std::size_t bytes = butterfly_bytes(capacity);
  auto* lengths = new (arena.allocate(bytes))
      Array::Lengths{static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(capacity)};
  auto* array = new (arena.allocate(sizeof(Array))) Array{{Kind::kArray}, reinterpret_cast<Value*>(lengths + 1)};
  for (std::size_t i = count; i < capacity; ++i) array->elements[keep_a_loop(i)] = Value::hole();
  ++allocations.arrays;
  allocations.bytes += sizeof(Array) + bytes;
  return array;
}

/// The engine's call for an array that optimised code did not get inline. It takes more than is needed: 5 elements for
/// an empty array, at least 3 for any other (Butterfly::optimalContiguousVectorLength).
[[gnu::noinline]] inline Array* allocate_array_in_the_engine(Arena& arena, Allocations& allocations,
                                                             std::size_t count) {
  return allocate_array(arena, allocations, count, count == 0 ? 5 : std::max<std::size_t>(count, 3));
}

/// A new array with these values. Optimised code takes the cell inline, except for 0 and 1 elements: those would fit 16
/// bytes, but the engine's call never refills that size, so every one of them ends in the call (the known limit that
/// bun's change 2 tells).
inline Array* new_array(Arena& arena, Allocations& allocations, std::span<const Value> values) {
  Array* array = values.size() < 2 ? allocate_array_in_the_engine(arena, allocations, values.size())
                                   : allocate_array(arena, allocations, values.size(), values.size());
  for (std::size_t i = values.size(); i-- > 0;) {
    array->elements[keep_a_loop(i)] = values[i];
  }
  return array;
}

}  // namespace emit
