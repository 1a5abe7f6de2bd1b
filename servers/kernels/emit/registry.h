// What the hot path emit is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/emit/indexed.h"
#include "servers/kernels/emit/rest-args.h"
#include "servers/kernels/engine/variant.h"

namespace emit {

inline constexpr std::string_view kId = "emit";
inline constexpr std::string_view kHelp = "what emit() does with the arguments of an event";

using Variants = std::tuple<RestArgs, Indexed>;
using Before = RestArgs;  ///< the reference, as in the source of the change (bun, change 2)
using After = Indexed;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace emit
