// header-walk/for-in: for...in with a hasOwn check in its body (node before #66679).
#pragma once

#include "servers/kernels/header-walk/walk.h"

namespace header_walk {

struct ForIn {
  static constexpr std::string_view kId = "for-in";
  static constexpr std::string_view kHelp = "for...in and ObjectHasOwn: a dictionary looks every key up three times";

  template <class Visit>
  static void walk(PlainObject& object, Arena& young, Visit&& visit) {
    object.for_in_has_own(young,
                          [&](const Name&, Value& value) { visit(value.name, static_cast<const Value&>(value)); });
  }
};
static_assert(HeaderWalk<ForIn>);

}  // namespace header_walk
