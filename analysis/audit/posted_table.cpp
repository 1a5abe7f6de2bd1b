// Finds the tables in a text: titles and the rows under them, or rows that were posted without titles.
#include <fmt/format.h>

#include <utility>

#include "analysis/audit/audit.h"
#include "analysis/audit/row_reader.h"
#include "analysis/audit/text_line.h"
#include "harness/core/error.h"

namespace hotlap::audit {
namespace {

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t") == text.npos; }

/// A row that says which test it had, so that it is one even where no titles stand above it.
bool stands_alone(const PostedRow& row) { return row.accuracy_percent && row.improvement_percent; }

class Reader {
 public:
  explicit Reader(std::string source) : source_(std::move(source)) {}

  void read(const TextLine& line) {
    if (line.number == 1 && (line.text.starts_with("\xFF\xFE") || line.text.starts_with("\xFE\xFF"))) {
      throw core::UserError({"the text is UTF-16", place(line.number), "save it as UTF-8"});
    }
    if (is_blank(line.text) && !line.too_long) {
      adjacent_ = false;
    } else if (const auto layout = titles_of(line.text)) {
      begin(line.number, *layout);
    } else if (line.too_long || !read_row_of(line)) {
      if (line.too_long && adjacent_) refuse(line, fmt::format("longer than {} bytes", kLongestLine));
      open_ = adjacent_ = false;
    }
  }

  std::vector<PostedTable> finish(std::size_t lines) {
    std::erase_if(tables_, [](const PostedTable& table) { return table.rows.empty(); });
    if (!problems_.empty()) throw core::UserError(problems_);
    if (tables_.empty()) {
      throw core::UserError({"no table of Node's compare.js or compare.R", place(lines == 0 ? 1 : lines),
                             "paste it whole, from the line with `confidence` and `improvement` on"});
    }
    return std::move(tables_);
  }

 private:
  std::string place(std::size_t line) const { return fmt::format("{}:{}", source_, line); }

  void begin(std::size_t line, Layout layout) {
    tables_.push_back({line, layout, {}});
    open_ = adjacent_ = true;
  }

  bool read_row_of(const TextLine& line) {
    const bool with_p = open_ && tables_.back().layout == Layout::p_value;
    auto result = audit::read_row(line.text, with_p);
    auto* row = std::get_if<PostedRow>(&result);
    if (row == nullptr) {
      if (!adjacent_ || !looks_like_row(line.text, with_p)) return false;
      refuse(line, std::get<std::string>(result));
      return true;
    }
    if (!open_) {
      if (!stands_alone(*row)) return false;
      const bool is_signed = line.text.find(" +") != std::string::npos;
      begin(line.number, is_signed ? Layout::analyze : Layout::classic);
    }
    row->line = line.number;
    tables_.back().rows.push_back(std::move(*row));
    adjacent_ = true;
    return true;
  }

  void refuse(const TextLine& line, const std::string& what) {
    problems_.push_back({"not a row of the table: " + what, place(line.number),
                         "a row ends in its figures, as in the table that Node printed"});
  }

  std::string source_;
  std::vector<PostedTable> tables_;
  std::vector<core::Problem> problems_;
  bool open_ = false;      ///< rows belong to the last table
  bool adjacent_ = false;  ///< the line before was its titles or a row of it
};

}  // namespace

std::string_view name(Layout layout) {
  switch (layout) {
    case Layout::p_value:
      return "p.value";
    case Layout::classic:
      return "classic";
    case Layout::analyze:
      return "--analyze";
  }
  return "?";
}

std::vector<PostedTable> read_tables(std::istream& text, const std::string& source) {
  Reader reader(source);
  TextLine line;
  while (next_line(text, line)) reader.read(line);
  return reader.finish(line.number);
}

}  // namespace hotlap::audit
