// What the hot path cork-write is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/cork-write/parts.h"
#include "servers/kernels/cork-write/piecewise.h"
#include "servers/kernels/engine/variant.h"

namespace cork_write {

inline constexpr std::string_view kId = "cork-write";
inline constexpr std::string_view kHelp = "how a line gets into the cork buffer";

using Variants = std::tuple<Piecewise, Parts>;
using Before = Piecewise;  ///< the reference, as in the source of the change (Bun, change 3)
using After = Parts;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace cork_write
