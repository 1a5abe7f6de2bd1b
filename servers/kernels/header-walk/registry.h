// What the hot path header-walk is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/header-walk/for-in.h"
#include "servers/kernels/header-walk/keys.h"

namespace header_walk {

inline constexpr std::string_view kId = "header-walk";
inline constexpr std::string_view kHelp = "how the object given to writeHead is walked";

using Variants = std::tuple<ForIn, Keys>;
using Before = ForIn;  ///< the reference, as in the source of the change (nodejs/node#66679)
using After = Keys;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace header_walk
