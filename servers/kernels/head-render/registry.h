// What the hot path head-render is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/head-render/bailout.h"
#include "servers/kernels/head-render/guarded.h"

namespace head_render {

inline constexpr std::string_view kId = "head-render";
inline constexpr std::string_view kHelp = "whether the code that renders the head of a response stays optimised";

using Variants = std::tuple<Bailout, Guarded>;
using Before = Bailout;  ///< the reference, as in the source of the change (Bun, change 1)
using After = Guarded;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace head_render
