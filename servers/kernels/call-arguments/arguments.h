// The contract of the hot path call-arguments: how a function reads the arguments it was called with.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "servers/kernels/engine/arena.h"

namespace call_arguments {

using engine::Arena;

/// A value of the engine in its word, JSC's EncodedJSValue; only copied and compared here.
using EncodedValue = std::uint64_t;
inline constexpr EncodedValue kUndefined = 0x0a;
inline constexpr EncodedValue kFalse = 0x06;
inline constexpr EncodedValue kTrue = 0x07;
inline constexpr EncodedValue kNumberTag = 0xfffe000000000000;
constexpr EncodedValue integer(std::uint32_t number) { return kNumberTag | number; }
constexpr std::uint32_t as_integer(EncodedValue value) { return static_cast<std::uint32_t>(value); }

/// What the caller left on the stack. The arguments stay as they are while the function runs.
struct CallFrame {
  const void* callee;
  std::size_t count;
  const EncodedValue* arguments;
};

/// Where objects come from, and how many came.
struct Heap {
  explicit Heap(Arena& objects_arena) : arena(objects_arena) {}
  /// Cells come in steps of 16 bytes, as in JSC below 80 bytes and at 112; the steps in between are not modelled.
  void* allocate(std::size_t size) {
    size = (size + 15) & ~std::size_t{15};
    bytes += size;
    return arena.allocate(size);
  }
  Arena& arena;
  std::size_t bytes = 0;
  std::size_t objects = 0;
};

/// The arguments of one call; made on entry of the function. Semantics, the same in every variant:
/// - arguments[i] is the i-th argument, kUndefined behind the last one.
/// - count() tells f(undefined) from f().
/// Costs: bun, change 8. A function that mentions `arguments` builds the object on entry, in the interpreter and in the
/// baseline JIT, by a call into the engine. JavaScript modules are strict, so it is JSC's ClonedArguments: an object,
/// and a butterfly with room for 4 properties (one is `length`), the word of the lengths, and a copy of each argument
/// (ClonedArguments.cpp). Not modelled: optimised code, which needs no object in either variant, and `callee`.
template <class Arguments>
concept CallArguments = requires(const Arguments arguments, std::size_t index) {
  requires std::constructible_from<Arguments, Heap&, const CallFrame&>;
  { Arguments::kId } -> std::convertible_to<std::string_view>;
  { Arguments::kHelp } -> std::convertible_to<std::string_view>;
  { arguments[index] } -> std::same_as<EncodedValue>;
  { arguments.count() } -> std::same_as<std::size_t>;
};

}  // namespace call_arguments
