// Puts an audit into words and into JSON.
#include "harness/cli/audit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/report/escape.h"

namespace hotlap::cli {
namespace {

using audit::RowAudit;
using audit::TableAudit;
using AuditJson = nlohmann::ordered_json;

constexpr std::size_t kNameLimit = 160;  ///< code points

std::string row_text(const audit::PostedRow& row) {
  return row.name.empty() ? std::string("a row without a name") : report::shorten(report::plain(row.name), kNameLimit);
}

std::string count_text(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string stars_line(const TableAudit& table) {
  const auto& expected = table.expected_false_stars;
  return fmt::format(
      "  stars: {} of {} tested rows at 5 %, {} at 1 %, {} at 0.1 %; chance alone gives {:.2f}, {:.2f} and {:.2f}\n",
      table.starred[0], table.tested, table.starred[1], table.starred[2], expected[0], expected[1], expected[2]);
}

std::string degrees_line(const TableAudit& table) {
  if (!table.degrees) return "";
  std::string text = "  degrees of freedom: ";
  text += std::isinf(table.degrees->high)
              ? fmt::format("the rows tell at least {:.1f}", table.degrees->low)
              : fmt::format("the rows tell {:.1f} to {:.1f}", table.degrees->low, table.degrees->high);
  if (table.runs) {
    const auto [least, most] = *table.runs;
    text += least == most ? fmt::format(", which is {} runs of each build", least)
                          : fmt::format(", which {} to {} runs of each build allow", least, most);
  } else if (!std::isinf(table.degrees->high)) {
    text += "; no one number of runs of both builds is behind all rows";
  }
  return text + '\n';
}

std::string effect_line(const TableAudit& table) {
  if (!table.median_detectable_percent.present()) {
    return fmt::format("  effect: what it could have seen is not known ({}{})\n",
                       table.median_detectable_percent.reason(),
                       table.table.layout == audit::Layout::p_value ? ": --runs" : "");
  }
  return fmt::format(
      "  effect: with 80 % power the median row would have shown a change of {:.2f} %, the worst one of {:.2f} % ({}); "
      "smaller ones may be there unseen\n",
      *table.median_detectable_percent, *table.worst_detectable_percent, row_text(table.table.rows[table.worst_row]));
}

std::string rounding_line(const TableAudit& table) {
  const auto open =
      std::count_if(table.rows.begin(), table.rows.end(), [](const RowAudit& row) { return row.rounding_decides; });
  if (open == 0) return "";
  return fmt::format(
      "  rounding: in {} the digits printed leave the number of stars open; it was not held against {}\n",
      count_text(static_cast<std::size_t>(open), "row"), open == 1 ? "it" : "them");
}

std::string finding_lines(const std::string& file, const TableAudit& table) {
  std::string text;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const audit::PostedRow& row = table.table.rows[i];
    for (const std::string& finding : table.rows[i].findings) {
      text += fmt::format("  {}:{}: {}\n    {}\n", report::plain(file), row.line, row_text(row), finding);
    }
  }
  return text;
}

std::string table_text(const std::string& file, const TableAudit& table) {
  const auto wrong =
      std::count_if(table.rows.begin(), table.rows.end(), [](const RowAudit& row) { return !row.findings.empty(); });
  std::string text = fmt::format("{}:{}: a {} table of {}: ", report::plain(file), table.table.line,
                                 audit::name(table.table.layout), count_text(table.rows.size(), "row"));
  text += wrong == 0 ? "its figures fit together\n"
                     : fmt::format("{} not fit together\n",
                                   wrong == 1 ? std::string("one row does") : fmt::format("{} rows do", wrong));
  return text + finding_lines(file, table) + rounding_line(table) + stars_line(table) + degrees_line(table) +
         effect_line(table);
}

AuditJson json_of(const core::Value& value) { return value.present() ? AuditJson(*value) : AuditJson(nullptr); }

AuditJson json_of(const std::optional<audit::Degrees>& degrees) {
  if (!degrees) return nullptr;
  const AuditJson high = std::isinf(degrees->high) ? AuditJson(nullptr) : AuditJson(degrees->high);
  return AuditJson::array({degrees->low, high});
}

AuditJson json_of(const std::optional<audit::Figure>& figure) {
  return figure ? AuditJson(figure->value) : AuditJson(nullptr);
}

AuditJson row_json(const audit::PostedRow& row, const RowAudit& judged) {
  AuditJson object{{"line", row.line},
                   {"name", row.name},
                   {"stars", row.stars},
                   {"improvement_percent", json_of(row.improvement_percent)},
                   {"accuracy_percent", nullptr},
                   {"p", json_of(row.p)},
                   {"consistent", judged.findings.empty()},
                   {"rounding_decides", judged.rounding_decides},
                   {"degrees_of_freedom", json_of(judged.degrees)},
                   {"detectable_percent", json_of(judged.detectable_percent)},
                   {"findings", judged.findings}};
  if (row.accuracy_percent) {
    object["accuracy_percent"] = AuditJson::array();
    for (const audit::Figure& figure : *row.accuracy_percent) object["accuracy_percent"].push_back(figure.value);
  }
  return object;
}

AuditJson table_json(const TableAudit& table) {
  AuditJson object{{"line", table.table.line},
                   {"layout", audit::name(table.table.layout)},
                   {"consistent", table.consistent()},
                   {"tested", table.tested},
                   {"starred", table.starred},
                   {"expected_false_stars", table.expected_false_stars},
                   {"degrees_of_freedom", json_of(table.degrees)},
                   {"runs", nullptr},
                   {"median_detectable_percent", json_of(table.median_detectable_percent)},
                   {"worst_detectable_percent", json_of(table.worst_detectable_percent)},
                   {"worst_row", nullptr},
                   {"rows", AuditJson::array()}};
  if (table.runs) object["runs"] = AuditJson::array({table.runs->first, table.runs->second});
  if (table.worst_detectable_percent.present()) object["worst_row"] = table.worst_row;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    object["rows"].push_back(row_json(table.table.rows[i], table.rows[i]));
  }
  return object;
}

}  // namespace

std::string audit_text(const std::string& file, const std::vector<TableAudit>& tables) {
  std::string text;
  for (const TableAudit& table : tables) text += (text.empty() ? "" : "\n") + table_text(file, table);
  return text;
}

std::string audit_json(const std::string& file, const std::vector<TableAudit>& tables) {
  const bool consistent = std::all_of(tables.begin(), tables.end(), [](const auto& one) { return one.consistent(); });
  AuditJson object{
      {"schema", "hotlap.audit/1"}, {"file", file}, {"consistent", consistent}, {"tables", AuditJson::array()}};
  for (const TableAudit& table : tables) object["tables"].push_back(table_json(table));
  // Names hold any byte: U+FFFD where they are no UTF-8.
  return object.dump(2, ' ', false, AuditJson::error_handler_t::replace) + '\n';
}

}  // namespace hotlap::cli
