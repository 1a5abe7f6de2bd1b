// What the hot path raw-headers is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/raw-headers/chain-walk.h"
#include "servers/kernels/raw-headers/host-call.h"

namespace raw_headers {

inline constexpr std::string_view kId = "raw-headers";
inline constexpr std::string_view kHelp = "how req.headers finds out whether rawHeaders is the built-in accessor";

using Variants = std::tuple<HostCall, ChainWalk>;
using Before = HostCall;  ///< the reference, as in the source of the change (bun, change 6)
using After = ChainWalk;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace raw_headers
