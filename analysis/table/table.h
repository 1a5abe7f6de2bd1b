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

/// "41.2 k", "24.1 us", "153 B", "-18.6 %": three significant digits, unit scaled, no locale. Absent values print as
/// "-". Times (ns, us, ms, s) and bytes keep their scaled unit, everything else only its magnitude; what a cost is
/// counted by
/// ("/request", "/response", "/iteration") is left to the metric's name.
std::string format_value(const core::Value& value, const std::string& unit);
/// The numbers of an axis, as `format_value` but all with one unit and as many decimals as tell neighbours apart.
std::vector<std::string> format_axis(const std::vector<double>& ticks, const std::string& unit);
/// "+1.2 %", "-18.6 %"; two decimals below 1. Absent values print as "-".
std::string format_percent(const core::Value& percent);
/// "-19.8 .. -17.4 %"; two decimals when both ends are below 1; an absent end prints as "-", "-" alone without both.
std::string format_interval(const stats::Interval& percent);
/// "set-header connections=50".
std::string row_name(const compare::Row& row);

/// What a row has come to: the word of its verdict, in parentheses when the row only informs.
std::string verdict_cell(const compare::Row& row);

/// The standard table: scenario, metric, old, new, change, interval, verdict, detectable, control.
/// `only_moved` keeps the rows that are an improvement or a regression.
Table standard(const compare::Comparison& comparison, bool only_moved = false);
/// `hotlap run`: scenario, metric, value, spread over rounds, n. The spread is half of `interval_percent`: for a single
/// run the interval of the mean around itself.
Table single(const compare::Comparison& comparison);
/// Node's classic table as data: name, confidence, improvement, accuracy (*), (**), (***); rates and times of all rows.
///
/// Node knows rates only, so the rows of `throughput` come first under their plain name `scenario key='value'
/// number=1`, and the other metrics after them with one more key, `metric='cpu'`; each part sorted by name. The
/// improvement is Node's formula for every metric, 100 (mean new - mean old) / mean old, so that a cheaper build shows
/// a negative one where lower is better. With fewer than two rounds on a side, confidence and accuracies are "NA", as
/// in Node.
Table node(const compare::Comparison& comparison);

}  // namespace hotlap::table
