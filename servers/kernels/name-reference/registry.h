// What the hot path name-reference is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/name-reference/borrowed.h"
#include "servers/kernels/name-reference/counted.h"

namespace name_reference {

inline constexpr std::string_view kId = "name-reference";
inline constexpr std::string_view kHelp = "how the identifier of a well-known name is handed out for a request header";

using Variants = std::tuple<Counted, Borrowed>;
using Before = Counted;  ///< the reference, as in the source of the change (bun's seventh)
using After = Borrowed;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace name_reference
