// Pads the cells of a table to the widest of their column.
#include "analysis/report/aligned.h"

#include <algorithm>

#include "analysis/report/escape.h"

namespace hotlap::report {
namespace {

using Cells = std::vector<std::string>;

std::string line_of(const Cells& cells, const std::vector<std::size_t>& widths, const table::Table& table,
                    std::size_t gap) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line.append(gap, ' ');
    const std::string padding(widths[i] - width(cells[i]), ' ');
    line += table.columns[i].align == table::Align::left ? cells[i] + padding : padding + cells[i];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

std::string aligned(const table::Table& table, std::size_t gap, std::size_t limit) {
  std::vector<Cells> lines(1);
  for (const table::Column& column : table.columns) lines.front().push_back(column.title);
  for (const Cells& row : table.rows) {
    Cells& cells = lines.emplace_back();
    for (const std::string& cell : row) cells.push_back(shorten(plain(cell), limit));
  }
  std::vector<std::size_t> widths(table.columns.size());
  for (const Cells& cells : lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], width(cells[i]));
  }
  std::string text;
  for (const Cells& cells : lines) text += line_of(cells, widths, table, gap);
  return text;
}

}  // namespace hotlap::report
