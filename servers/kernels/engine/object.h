// What every object of the engine begins with.
#pragma once

namespace engine {

/// The three words of a JSObject without in-object slots (24 bytes).
struct Object {
  void* shape = nullptr;
  void* properties = nullptr;
  void* elements = nullptr;
};
static_assert(sizeof(Object) == 24);

}  // namespace engine
