// What the hot path framing-names is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/framing-names/length.h"
#include "servers/kernels/framing-names/table.h"

namespace framing_names {

inline constexpr std::string_view kId = "framing-names";
inline constexpr std::string_view kHelp = "how Content-Length and Transfer-Encoding are found among response headers";

using Variants = std::tuple<Table, Length>;
using Before = Table;  ///< the reference, as in the source of the change (bun's fourth)
using After = Length;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace framing_names
