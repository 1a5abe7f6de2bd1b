// header-walk/keys: ObjectKeys() and a loop over the array it returns (node after #66679).
#pragma once

#include "servers/kernels/header-walk/walk.h"

namespace header_walk {

struct Keys {
  static constexpr std::string_view kId = "keys";
  static constexpr std::string_view kHelp = "ObjectKeys() once, then one look-up a key for its value";

  template <class Visit>
  static void walk(PlainObject& object, Arena& young, Visit&& visit) {
    object.own_keys(young, [&](const Name&, Value& value) { visit(value.name, static_cast<const Value&>(value)); });
  }
};
static_assert(HeaderWalk<Keys>);

}  // namespace header_walk
