// raw-headers/host-call: __lookupGetter__ asked for the getter, which is then compared (bun before change 6).
#pragma once

#include "servers/kernels/raw-headers/accessor.h"

namespace raw_headers {

class HostCall {
 public:
  static constexpr std::string_view kId = "host-call";
  static constexpr std::string_view kHelp = "an opaque call looks along the chain and makes a property descriptor";

  /// A call out of JavaScript leaves its frame where an exception or the collector would look for it.
  struct Shared {
    const void* top_call_frame = nullptr;
    const void* exception = nullptr;
  };

  HostCall(const Realm& realm, Shared& shared) : realm_(realm), shared_(shared) {}

  bool reaches_accessor(const Object& object) const {
    const Getter* getter = lookup_getter(shared_, object, realm_.raw_headers);
    return shared_.exception == nullptr && getter == &realm_.built_in;
  }

 private:
  struct PropertySlot {
    const Object* base = nullptr;
    const Property* property = nullptr;
  };
  struct PropertyDescriptor {
    const void* value = nullptr;
    const Getter* getter = nullptr;
    const void* setter = nullptr;
    std::uint32_t attributes = 0;
    std::uint32_t seen = 0;
  };
  static constexpr std::uint32_t kGetterPresent = 1;

  /// objectProtoFuncLookupGetter: generic, for any object and any name.
  [[gnu::noinline]] static const Getter* lookup_getter(Shared& shared, const Object& object, const Name& name) {
    PropertySlot slot;
    shared.top_call_frame = &slot;
    const Getter* getter = nullptr;
    if (get_property_slot(object, name, slot) && slot.property->getter != nullptr) {
      // An accessor of the engine itself has no getter yet: the descriptor that would hold one is asked for.
      PropertyDescriptor descriptor;
      if (get_own_property_descriptor(*slot.base, name, descriptor) && (descriptor.seen & kGetterPresent) != 0) {
        getter = descriptor.getter;
      }
    }
    shared.top_call_frame = nullptr;
    return getter;
  }

  static bool get_property_slot(const Object& object, const Name& name, PropertySlot& slot) {
    for (const Object* base = &object; base != nullptr; base = base->structure->prototype()) {
      if (const Property* property = base->structure->find(name)) {
        slot = {base, property};
        return true;
      }
    }
    return false;
  }

  /// Reached through the method table of the object's class, so never inline.
  [[gnu::noinline]] static bool get_own_property_descriptor(const Object& object, const Name& name,
                                                            PropertyDescriptor& descriptor) {
    const Property* property = object.structure->find(name);
    if (property == nullptr) return false;
    descriptor.getter = property->getter;
    descriptor.seen = kGetterPresent;
    return true;
  }

  const Realm& realm_;
  Shared& shared_;
};
static_assert(RawHeaders<HostCall>);

}  // namespace raw_headers
