// A table as lines of text, columns aligned.
#pragma once

#include <cstddef>
#include <string>

#include "analysis/table/table.h"

namespace hotlap::report {

/// One line for the titles and one for each row, each ending in a newline and none in a space. Cells are made harmless
/// (`plain`) and at most `limit` code points wide; columns stand `gap` spaces apart. Widths count code points.
std::string aligned(const table::Table& table, std::size_t gap, std::size_t limit);

}  // namespace hotlap::report
