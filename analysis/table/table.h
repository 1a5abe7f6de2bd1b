// A comparison as rows and columns of text, before any format.
#pragma once

#include <string>
#include <vector>

#include "analysis/compare/compare.h"

namespace hotlap::table {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< each as long as `columns`
};

/// "41.2 k", "24.1 us", "153 B", "-18.6 %": three significant digits, unit scaled, no locale. Absent values print as "-".
std::string format_value(const core::Value& value, const std::string& unit);
/// "+1.2 %", "-18.6 %"; two decimals below 1.
std::string format_percent(const core::Value& percent);
/// "-19.8 .. -17.4 %".
std::string format_interval(const stats::Interval& percent);
/// "set-header connections=50".
std::string row_name(const compare::Row& row);

/// The standard table: scenario, metric, old, new, change, interval, verdict, detectable, control.
Table standard(const compare::Comparison& comparison, bool only_moved = false);
/// `hotlap run`: scenario, metric, value, spread over rounds, n.
Table single(const compare::Comparison& comparison);
/// Node's classic table as data: name, confidence, improvement, accuracy (*), (**), (***); rates and times of all rows.
Table node(const compare::Comparison& comparison);

}  // namespace hotlap::table
