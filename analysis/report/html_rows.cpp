// The table of all rows: figures, verdicts and the forest plot in one, so that it sorts as a whole.
#include <fmt/format.h>

#include "analysis/report/html_forest.h"
#include "analysis/report/html_parts.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

using compare::Comparison;
using compare::Row;

/// Named on each row, shown where it begins: a table that is sorted keeps its rows whole.
Markup scenario_cell(const Comparison& comparison, std::size_t index) {
  const std::string name = table::row_name(comparison.rows[index]);
  const bool again = index > 0 && table::row_name(comparison.rows[index - 1]) == name;
  return element("td", {{"class", again ? "scenario again" : "scenario"}}, text(name));
}

Markup column_head(std::string_view sort_kind, const Markup& content, std::string_view kind = "") {
  return element("th", {{"scope", "col"}, {"class", std::string(kind)}, {"data-sort", std::string(sort_kind)}},
                 content);
}

/// The metric, a link to the row's details; which way is better, as a sign and in words.
Markup metric_cell(const Row& row, const PagePlace& place, std::size_t index) {
  const bool lower = row.metric.better == core::Better::lower;
  // The style shows it as an arrow.
  const Markup sign =
      element("span", {{"class", lower ? "lower" : "higher"}}, text(lower ? "lower is better" : "higher is better"));
  return element("th", {{"scope", "row"}, {"class", "metric"}},
                 element("a", {{"href", "#" + row_anchor(place, index)}}, text(row.metric.id)) + text(" ") + sign);
}

core::Value half_of(const stats::Interval& interval) {
  if (!interval.low.present()) return interval.low;
  if (!interval.high.present()) return interval.high;
  return (*interval.high - *interval.low) / 2;
}

Markup compared_line(const Comparison& comparison, const ForestAxis& axis, const PagePlace& place, std::size_t index) {
  const Row& row = comparison.rows[index];
  const std::string& unit = row.metric.unit;
  return element("tr",
                 {{"class", std::string(compare::name(row.verdict))}, {"data-role", std::string(core::name(row.role))}},
                 scenario_cell(comparison, index) + metric_cell(row, place, index) +
                     number_cell(table::format_value(row.old_build.mean, unit), row.old_build.mean) +
                     number_cell(table::format_value(row.new_build.mean, unit), row.new_build.mean) +
                     number_cell(table::format_percent(row.change_percent), row.change_percent) +
                     element("td", {{"class", "plot"}}, forest_line(row, axis, comparison.policy.margin_percent)) +
                     number_cell(table::format_interval(row.interval_percent), half_of(row.interval_percent)) +
                     element("td", {{"class", "judged mark"}}, text(table::verdict_cell(row))));
}

Markup compared_head(const Comparison& comparison, const ForestAxis& axis) {
  const double margin = comparison.policy.margin_percent;
  const std::string level = fmt::format("{:g} % interval", 100 * (1 - comparison.policy.alpha));
  return element(
      "tr", column_head("text", text("Scenario")) + column_head("text", text("Metric")) +
                column_head("number", text("Old"), "number") + column_head("number", text("New"), "number") +
                column_head("number", text("Change"), "number") +
                element("th", {{"scope", "col"}, {"class", "plot"}},
                        element("span", {{"class", "unseen"}}, text("Change, drawn. ")) + forest_head(axis, margin)) +
                column_head("number", text(level), "number") + column_head("text", text("Verdict")));
}

Markup single_line(const Comparison& comparison, const PagePlace& place, std::size_t index) {
  const Row& row = comparison.rows[index];
  const core::Value spread = half_of(row.interval_percent);
  std::string shown = table::format_percent(spread);
  if (spread.present()) shown.replace(0, shown.front() == '+' ? 1 : 0, "+-");
  return element("tr", {{"data-role", std::string(core::name(row.role))}},
                 scenario_cell(comparison, index) + metric_cell(row, place, index) +
                     number_cell(table::format_value(row.old_build.mean, row.metric.unit), row.old_build.mean) +
                     number_cell(shown, spread) +
                     number_cell(fmt::format("{}", row.old_build.n), static_cast<double>(row.old_build.n)));
}

Markup single_head() {
  return element("tr", column_head("text", text("Scenario")) + column_head("text", text("Metric")) +
                           column_head("number", text("Value"), "number") +
                           column_head("number", text("Spread over rounds"), "number") +
                           column_head("number", text("Rounds"), "number"));
}

}  // namespace

Markup number_cell(std::string_view shown, const core::Value& sort_key) {
  if (!sort_key.present()) return element("td", {{"class", "number"}}, figure_text(shown));
  return element("td", {{"class", "number"}, {"data-key", fmt::format("{:.6g}", *sort_key)}}, figure_text(shown));
}

Markup verdict_mark(const Row& row) {
  return element("span", {{"class", "mark " + std::string(compare::name(row.verdict))}},
                 text(table::verdict_cell(row)));
}

std::string row_anchor(const PagePlace& place, std::size_t row) { return fmt::format("{}-row{}", place.id, row + 1); }

Markup rows_section(const Comparison& comparison, const PagePlace& place) {
  if (comparison.rows.empty()) return {};
  const ForestAxis axis = forest_axis(comparison);
  Markup lines;
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    lines += comparison.single ? single_line(comparison, place, i) : compared_line(comparison, axis, place, i);
  }
  const std::string caption =
      comparison.single
          ? "The mean over the rounds and its interval."
          : fmt::format(
                "Change of new against old. A diamond is the change, the line its interval, the thin line below "
                "the control; {}. Verdicts in parentheses inform, they do not decide.",
                comparison.policy.margin_percent > 0 ? "inside the band a change does not matter"
                                                     : "every change matters");
  return element("div", {{"class", "tools"}, {"hidden", ""}}) +
         element("table", {{"class", comparison.single ? "rows single" : "rows"}},
                 element("caption", text(caption)) +
                     element("thead", comparison.single ? single_head() : compared_head(comparison, axis)) +
                     element("tbody", lines));
}

}  // namespace hotlap::report
