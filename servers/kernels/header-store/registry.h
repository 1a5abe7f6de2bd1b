// What the hot path header-store is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/header-store/dictionary.h"
#include "servers/kernels/header-store/shape.h"

namespace header_store {

inline constexpr std::string_view kId = "header-store";
inline constexpr std::string_view kHelp = "where setHeader keeps the headers of a response";

using Variants = std::tuple<DictionaryStore, ShapeStore>;
using Before = DictionaryStore;  ///< the reference, as in the source of the change (nodejs/node#66420)
using After = ShapeStore;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace header_store
