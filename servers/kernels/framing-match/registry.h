// What the hot path framing-match is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/framing-match/lowercase.h"
#include "servers/kernels/framing-match/prefilter.h"

namespace framing_match {

inline constexpr std::string_view kId = "framing-match";
inline constexpr std::string_view kHelp = "how the headers that steer framing are told from the others";

using Variants = std::tuple<Lowercase, Prefilter>;
using Before = Lowercase;  ///< the reference, as in the source of the change (nodejs/node#66679)
using After = Prefilter;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace framing_match
