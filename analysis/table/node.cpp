// Node's classic table: what benchmark/compare.R prints, as rows of text.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

#include "analysis/table/table.h"

namespace hotlap::table {
namespace {

/// As Node's util.inspect shows a parameter: numbers and booleans bare, text in single quotes.
std::string inspected(const std::string& value) {
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool whole = error == std::errc() && end == value.data() + value.size();
  if (whole || value == "true" || value == "false") return value;
  std::string text = "'";
  for (const char c : value) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + "'";
}

bool is_rate(const compare::Row& row) { return row.metric.id == "throughput"; }

std::string node_name(const compare::Row& row) {
  std::string name = row.scenario;
  for (const auto& [key, value] : row.parameters) name += fmt::format(" {}={}", key, inspected(value));
  if (!is_rate(row)) name += fmt::format(" metric='{}'", row.metric.id);
  return name;
}

/// Node shows the improvement of a single sample too, where there is no test.
core::Value improvement(const compare::Row& row) {
  if (row.welch.improvement_percent.present()) return row.welch.improvement_percent;
  if (!row.old_build.mean.present() || !row.new_build.mean.present()) return row.welch.improvement_percent;
  return 100 * (*row.new_build.mean - *row.old_build.mean) / *row.old_build.mean;
}

std::string improvement_cell(const core::Value& percent) {
  return percent.present() ? fmt::format("{:.2f} %", *percent) : "NA";
}

std::string accuracy_cell(const core::Value& percent) {
  return percent.present() ? fmt::format("\u00b1{:.2f}%", *percent) : "NA";
}

std::vector<std::string> node_row(const compare::Row& row) {
  const bool tested = row.old_build.n >= 2 && row.new_build.n >= 2;
  std::vector<std::string> cells{node_name(row),
                                 tested ? std::string(static_cast<std::size_t>(row.welch.stars), '*') : "NA",
                                 improvement_cell(improvement(row))};
  for (const core::Value& accuracy : row.welch.accuracy_percent) {
    cells.push_back(tested ? accuracy_cell(accuracy) : "NA");
  }
  return cells;
}

}  // namespace

Table node(const compare::Comparison& comparison) {
  Table table{{{"", Align::left},
               {"confidence", Align::right},
               {"improvement", Align::right},
               {"accuracy (*)", Align::right},
               {"(**)", Align::right},
               {"(***)", Align::right}},
              {}};
  std::vector<std::tuple<bool, std::string, std::vector<std::string>>> rows;
  for (const compare::Row& row : comparison.rows) {
    std::vector<std::string> cells = node_row(row);
    std::string name = cells.front();
    rows.emplace_back(!is_rate(row), std::move(name), std::move(cells));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
  });
  for (auto& row : rows) table.rows.push_back(std::move(std::get<2>(row)));
  return table;
}

}  // namespace hotlap::table
