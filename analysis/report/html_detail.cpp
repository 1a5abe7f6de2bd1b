// A row, opened: its sentence, what is doubtful, its rounds and distributions, its numbers.
#include <fmt/format.h>

#include <string_view>

#include "analysis/report/html_chart.h"
#include "analysis/report/html_parts.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

using compare::Row;

/// The number, or why there is none.
Markup shown_or_reason(const core::Value& value, const std::string& shown) {
  return value.present() ? figure_text(shown) : element("span", {{"class", "reason"}}, text(value.reason()));
}

Markup fact(std::string_view name, const Markup& value) {
  return element("div", element("dt", text(name)) + element("dd", value));
}

std::string probability(const core::Value& p) {
  if (!p.present()) return "-";
  return *p < 1e-4 ? "below 0.0001" : fmt::format("{:.2g}", *p);
}

Markup change_facts(const compare::Comparison& comparison, const Row& row) {
  const std::string level = fmt::format("{:g} % interval", 100 * (1 - comparison.policy.alpha));
  Markup facts = fact("change", shown_or_reason(row.change_percent, table::format_percent(row.change_percent))) +
                 fact(level, shown_or_reason(row.interval_percent.low, table::format_interval(row.interval_percent))) +
                 fact("p", shown_or_reason(row.p, probability(row.p)));
  if (row.role == core::Role::decides) {
    facts += fact("p, Holm over the deciding rows", shown_or_reason(row.p_adjusted, probability(row.p_adjusted)));
  }
  std::string detectable = table::format_percent(row.detectable_percent);
  if (detectable.starts_with('+')) detectable.erase(0, 1);
  facts += fact("detectable change", shown_or_reason(row.detectable_percent, detectable));
  if (row.seconds_for_margin.present()) {
    facts += fact("time to resolve the margin", text(fmt::format("about {:.0f} s", *row.seconds_for_margin)));
  }
  if (row.control) {
    const core::Value& moved = row.control->change_percent;
    facts += fact("control against old",
                  shown_or_reason(moved, fmt::format("{}, 99 % interval {}", table::format_percent(moved),
                                                     table::format_interval(row.control->interval_percent))));
  }
  if (row.welch.p.present()) {
    facts += fact(
        "Welch's test, unpaired",
        text(fmt::format("{}{}, p {}", figure_words(table::format_percent(row.welch.improvement_percent)),
                         row.welch.stars > 0 ? " " + std::string(static_cast<std::size_t>(row.welch.stars), '*') : "",
                         probability(row.welch.p))));
  }
  return facts;
}

Markup fact_list(const compare::Comparison& comparison, const Row& row) {
  const auto mean = [&](const compare::ArmSummary& arm) {
    return shown_or_reason(arm.mean,
                           fmt::format("{} over {} rounds", table::format_value(arm.mean, row.metric.unit), arm.n));
  };
  Markup facts = fact(comparison.single ? "mean" : "old", mean(row.old_build));
  if (!comparison.single) facts += fact("new", mean(row.new_build)) + change_facts(comparison, row);
  return element("dl", {{"class", "facts"}}, facts);
}

Markup row_warnings(const Row& row) {
  Markup list;
  for (const core::Warning& warning : row.warnings) {
    Markup item = element("b", text(warning.code)) + text(": " + warning.text);
    if (!warning.advice.empty()) item += element("p", {{"class", "advice"}}, text(warning.advice));
    list += element("li", item);
  }
  return list.empty() ? list : element("ul", {{"class", "warnings"}}, list);
}

/// Beside the numbers, where there is room.
Markup row_figures(const Row& row, const Markup& numbers) {
  Chart chart{.title = row.metric.id + ", round by round", .unit = row.metric.unit, .values = &row.series.values};
  chart.along = "round";
  for (const int round : row.series.rounds) chart.names.push_back(std::to_string(round + 1));
  const Markup rounds = line_chart(chart);
  if (rounds.empty()) return numbers;
  chart.title = row.metric.id + ", all rounds of each arm and their mean";
  const Markup key = arm_key(row.series.values);
  return element("div", {{"class", "figures"}},
                 element("figure", element("figcaption", text("Round by round ") + key) + rounds) +
                     element("figure", element("figcaption", text("All rounds, and their mean")) + strip_chart(chart)) +
                     numbers);
}

Markup row_summary(const compare::Comparison& comparison, const Row& row) {
  Markup line = element("span", {{"class", "metric"}}, text(row.metric.id));
  if (comparison.single) {
    line +=
        element("span", {{"class", "number"}}, figure_text(table::format_value(row.old_build.mean, row.metric.unit)));
  } else {
    line += element("span", {{"class", "number"}}, figure_text(table::format_percent(row.change_percent))) +
            verdict_mark(row);
  }
  return element("summary", line);
}

/// The first rows of a small page stand open, so that it shows at once what it holds.
bool stands_open(const compare::Comparison& comparison, const Row& row) {
  constexpr std::size_t kFewConfigurations = 3;
  return comparison.configurations.size() <= kFewConfigurations && row.role == core::Role::decides;
}

Markup row_box(const compare::Comparison& comparison, const PagePlace& place, std::size_t index) {
  const Row& row = comparison.rows[index];
  // The anchor is inside, so that following a link to it opens the row.
  return detail_box("row", row_anchor(place, index), stands_open(comparison, row), row_summary(comparison, row),
                    row_detail(comparison, row));
}

}  // namespace

Markup detail_box(std::string_view kind, const std::string& id, bool open, const Markup& summary,
                  const Markup& inside) {
  const std::string name(kind);
  if (open) {
    return element("details", {{"class", name}, {"open", ""}},
                   summary + element("div", {{"id", id}, {"class", "opened"}}, inside));
  }
  return element("details", {{"class", name}},
                 summary + element("div", {{"id", id}, {"class", "opened"}}, element("noscript", inside)));
}

Markup row_detail(const compare::Comparison& comparison, const Row& row) {
  Markup detail;
  if (!row.sentence.empty()) detail += element("p", {{"class", "sentence"}}, text(row.sentence));
  if (!row.absent_reason.empty()) detail += element("p", text("Not measured: " + row.absent_reason));
  detail += row_warnings(row) + row_figures(row, fact_list(comparison, row));
  if (!row.metric.help.empty()) {
    detail += element("p", {{"class", "help"}}, text(fmt::format("{}: {}.", row.metric.id, row.metric.help)));
  }
  return detail;
}

Markup details_section(const compare::Comparison& comparison, const PagePlace& place) {
  Markup all;
  for (std::size_t index = 0; index < comparison.rows.size();) {
    const Row& first = comparison.rows[index];
    Markup inside = heading(place.level + 2, text(table::row_name(first)));
    for (; index < comparison.rows.size() && comparison.rows[index].configuration == first.configuration; ++index) {
      inside += row_box(comparison, place, index);
    }
    if (first.configuration < comparison.configurations.size()) {
      const std::string id = fmt::format("{}-configuration{}", place.id, index);
      inside += configuration_figures(comparison.configurations[first.configuration], id);
    }
    all += element("section", {{"class", "configuration"}}, inside);
  }
  return all;
}

}  // namespace hotlap::report
