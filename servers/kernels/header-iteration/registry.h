// What the hot path header-iteration is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/header-iteration/cached.h"
#include "servers/kernels/header-iteration/once.h"
#include "servers/kernels/header-iteration/rebuild.h"

namespace header_iteration {

inline constexpr std::string_view kId = "header-iteration";
inline constexpr std::string_view kHelp = "how often an iterator over headers makes the list it walks";

using Variants = std::tuple<Rebuild, Once, Cached>;
using Before = Rebuild;  ///< the reference, as in the source of the change (deno f843a1fdff)
using After = Cached;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace header_iteration
