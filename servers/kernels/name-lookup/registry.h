// What the hot path name-lookup is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/name-lookup/all-bytes.h"
#include "servers/kernels/name-lookup/few-bytes.h"

namespace name_lookup {

inline constexpr std::string_view kId = "name-lookup";
inline constexpr std::string_view kHelp = "how a header name is recognised as one of the well-known names";

using Variants = std::tuple<AllBytes, FewBytes>;
using Before = AllBytes;  ///< the reference, as in the source of the change (bun's fifth)
using After = FewBytes;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace name_lookup
