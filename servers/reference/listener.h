// A function that listens to an event: the one meaning of listener_table::Listener in this program.
#pragma once

#include <span>

#include "servers/kernels/emit/value.h"
#include "servers/kernels/listener-table/listeners.h"

namespace listener_table {

/// A closure: code, and what it closes over. The owner keeps it for as long as it listens.
struct alignas(8) Listener {
  emit::Value (*code)(void* closure, std::span<const emit::Value> arguments);
  void* closure;

  emit::Value call(std::span<const emit::Value> arguments) { return code(closure, arguments); }
};

}  // namespace listener_table

namespace reference {

using emit::Value;
using listener_table::Listener;

/// A listener that calls a member function; the object must outlive it.
template <auto kMember, class Object>
Listener listener_of(Object& object) {
  return {[](void* closure, std::span<const Value> arguments) {
            (static_cast<Object*>(closure)->*kMember)(arguments);
            return Value();
          },
          &object};
}

/// What an argument that is a cell really is.
template <class Object>
Object& object_in(Value value) {
  return const_cast<Object&>(static_cast<const Object&>(value.as_cell()));
}

}  // namespace reference
