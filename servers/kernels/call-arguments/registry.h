// What the hot path call-arguments is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/call-arguments/direct.h"
#include "servers/kernels/call-arguments/functions.h"
#include "servers/kernels/call-arguments/object.h"
#include "servers/kernels/engine/variant.h"

namespace call_arguments {

inline constexpr std::string_view kId = "call-arguments";
inline constexpr std::string_view kHelp = "how the constructor of a request reads its arguments";

using Variants = std::tuple<ObjectArguments, DirectArguments>;
using Before = ObjectArguments;  ///< the reference, as in the source of the change (bun, change 8)
using After = DirectArguments;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace call_arguments
