// One line of a posted table: titles, a row, or neither.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "analysis/audit/audit.h"

namespace hotlap::audit {

/// The layout whose titles a line holds.
std::optional<Layout> titles_of(std::string_view line);

/// A line that has to be a row of this layout: the row, or what is wrong with it.
std::variant<PostedRow, std::string> read_row(std::string_view line, bool with_p);

/// Whether a line has what only rows of this layout have, so that it is no prose when it follows one.
bool looks_like_row(std::string_view line, bool with_p);

/// "-18.60" as it was printed; also with a typographic minus. Nothing for anything else, "nan" and "1,5" too.
std::optional<Figure> figure_of(std::string_view text);

}  // namespace hotlap::audit
