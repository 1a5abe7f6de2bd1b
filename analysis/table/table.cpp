// The standard table of a comparison, and the table of a single run.
#include "analysis/table/table.h"

#include <fmt/format.h>

namespace hotlap::table {
namespace {

bool moved(const compare::Row& row) {
  return row.verdict == compare::Verdict::improvement || row.verdict == compare::Verdict::regression;
}

/// A size, not a direction: no sign.
std::string unsigned_percent(const core::Value& percent) {
  std::string text = format_percent(percent);
  return text.front() == '+' ? text.substr(1) : text;
}

core::Value half_width(const stats::Interval& interval) {
  if (!interval.low.present()) return interval.low;
  if (!interval.high.present()) return interval.high;
  return (*interval.high - *interval.low) / 2;
}

}  // namespace

Table standard(const compare::Comparison& comparison, bool only_moved) {
  const std::string level = fmt::format("{:g} % interval", 100 * (1 - comparison.policy.alpha));
  Table table{{{"scenario", Align::left},
               {"metric", Align::left},
               {"old", Align::right},
               {"new", Align::right},
               {"change", Align::right},
               {level, Align::right},
               {"verdict", Align::left},
               {"detectable", Align::right},
               {"control", Align::right}},
              {}};
  for (const compare::Row& row : comparison.rows) {
    if (only_moved && !moved(row)) continue;
    table.rows.push_back({row_name(row), row.metric.id, format_value(row.old_build.mean, row.metric.unit),
                          format_value(row.new_build.mean, row.metric.unit), format_percent(row.change_percent),
                          format_interval(row.interval_percent), verdict_cell(row),
                          unsigned_percent(row.detectable_percent),
                          row.control ? format_percent(row.control->change_percent) : "-"});
  }
  return table;
}

Table single(const compare::Comparison& comparison) {
  Table table{{{"scenario", Align::left},
               {"metric", Align::left},
               {"value", Align::right},
               {"spread", Align::right},
               {"n", Align::right}},
              {}};
  for (const compare::Row& row : comparison.rows) {
    const core::Value spread = half_width(row.interval_percent);
    table.rows.push_back({row_name(row), row.metric.id, format_value(row.old_build.mean, row.metric.unit),
                          spread.present() ? "+-" + unsigned_percent(spread) : "-",
                          fmt::format("{}", row.old_build.n)});
  }
  return table;
}

}  // namespace hotlap::table
