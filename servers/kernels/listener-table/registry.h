// What the hot path listener-table is called and which variants it has; a variant is one file, named once here.
#pragma once

#include <string_view>
#include <tuple>

#include "servers/kernels/engine/variant.h"
#include "servers/kernels/listener-table/dictionary.h"
#include "servers/kernels/listener-table/preset.h"

namespace listener_table {

inline constexpr std::string_view kId = "listener-table";
inline constexpr std::string_view kHelp = "where an emitter keeps its listeners";

using Variants = std::tuple<DictionaryTable, PresetTable>;
using Before = DictionaryTable;  ///< the reference, as in the source of the change (nodejs/node#66420)
using After = PresetTable;

inline constexpr auto kVariants = engine::describe(static_cast<const Variants*>(nullptr));

}  // namespace listener_table
