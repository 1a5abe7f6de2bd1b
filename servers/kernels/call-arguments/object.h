// call-arguments/object: an arguments object built on entry, as outside of optimised code (bun before change 8).
#pragma once

#include <new>

#include "servers/kernels/call-arguments/arguments.h"

namespace call_arguments {

class ObjectArguments {
 public:
  static constexpr std::string_view kId = "object";
  static constexpr std::string_view kHelp = "an arguments object with a copy of every argument, built on entry";

  ObjectArguments(Heap& heap, const CallFrame& frame) : object_(create(heap, frame)) {}

  EncodedValue operator[](std::size_t index) const {
    const EncodedValue* elements = object_->elements;
    return index < lengths(elements).used ? elements[index] : kUndefined;
  }
  std::size_t count() const { return as_integer(object_->elements[kLengthProperty]); }

 private:
  static constexpr std::size_t kOutOfLineProperties = 4;   // JSC's initialOutOfLineCapacity
  static constexpr std::ptrdiff_t kLengthProperty = -2;    // the first of them, before the word of the lengths
  static constexpr std::uint64_t kClonedArguments = 0x2d;  // stands for structure, type and flags

  struct Object {
    std::uint64_t header;
    EncodedValue* elements;
    const void* callee;
  };
  static_assert(sizeof(Object) == 24);
  struct Lengths {
    std::uint32_t used;
    std::uint32_t capacity;
  };
  static const Lengths& lengths(const EncodedValue* elements) { return reinterpret_cast<const Lengths*>(elements)[-1]; }

  [[gnu::noinline]] static const Object* create(Heap& heap, const CallFrame& frame) {
    const auto count = static_cast<std::uint32_t>(frame.count);
    auto* words = static_cast<EncodedValue*>(heap.allocate((kOutOfLineProperties + 1 + count) * sizeof(EncodedValue)));
    for (std::size_t i = 0; i < kOutOfLineProperties; ++i) words[i] = 0;
    new (words + kOutOfLineProperties) Lengths{count, count};
    EncodedValue* elements = words + kOutOfLineProperties + 1;
    elements[kLengthProperty] = integer(count);
    auto* object = new (heap.allocate(sizeof(Object))) Object{kClonedArguments, elements, frame.callee};
    ++heap.objects;
    for (std::size_t i = count; i-- > 0;) put_direct_index(*object, i, frame.arguments[i]);
    return object;
  }

  /// One at a time and from the last one on, each checked against the capacity, as the engine stores them.
  static void put_direct_index(const Object& object, std::size_t index, EncodedValue value) {
    asm volatile("" : "+r"(index));
    if (index < lengths(object.elements).capacity) object.elements[index] = value;
  }

  const Object* object_;
};
static_assert(CallArguments<ObjectArguments>);

}  // namespace call_arguments
