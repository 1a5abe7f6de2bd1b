// What the rows of a configuration share: how long answers took, and the warm-up.
#include <fmt/format.h>

#include "analysis/report/html_chart.h"
#include "analysis/report/html_parts.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

std::string percentile_name(double percent) { return percent == 100 ? "slowest" : fmt::format("{:g} %", percent); }

Markup latency_table(const compare::Latency& latency) {
  Markup head = element("th", {{"scope", "col"}}, text("of the answers"));
  for (const auto& [arm, values] : latency.nanoseconds) {
    head += element("th", {{"scope", "col"}, {"class", "number"}},
                    text(latency.nanoseconds.size() > 1 ? core::arm_name(arm) : "time"));
  }
  Markup lines;
  for (std::size_t i = 0; i < latency.percent.size(); ++i) {
    Markup line = element("th", {{"scope", "row"}}, text(percentile_name(latency.percent[i])));
    for (const auto& [arm, values] : latency.nanoseconds) {
      line += element("td", {{"class", "number"}}, figure_text(table::format_value(values[i], "ns")));
    }
    lines += element("tr", line);
  }
  return element("table", {{"class", "small"}},
                 element("caption", {{"class", "unseen"}}, text("How long an answer took")) +
                     element("thead", element("tr", head)) + element("tbody", lines));
}

Markup latency_figure(const compare::Latency& latency) {
  const Markup caption = text("How long an answer took at most ");
  if (!latency.absent_reason.empty()) {
    return element("figure",
                   element("figcaption", caption) + element("p", {{"class", "reason"}}, text(latency.absent_reason)));
  }
  Chart chart{.title = "latency percentiles", .unit = "ns", .values = &latency.nanoseconds};
  chart.along = "answers";
  chart.logarithmic = true;
  for (const double percent : latency.percent) chart.names.push_back(percentile_name(percent));
  return element("figure", element("figcaption", caption + arm_key(latency.nanoseconds)) + line_chart(chart)) +
         element("div", latency_table(latency));
}

Markup warm_up_figure(const compare::WarmUp& warm_up) {
  if (!warm_up.absent_reason.empty()) {
    return element("figure", element("figcaption", text("Warm-up")) +
                                 element("p", {{"class", "reason"}}, text(warm_up.absent_reason)));
  }
  Chart chart{.title = "warm-up, " + warm_up.metric.id, .unit = warm_up.metric.unit, .values = &warm_up.values};
  chart.along = "lap";
  chart.logarithmic = true;
  for (std::size_t lap = 1; lap <= warm_up.rounds.size(); ++lap) chart.names.push_back(std::to_string(lap));
  Markup note;
  if (warm_up.capped_rounds > 0) {
    note = element("p", {{"class", "help"}},
                   text(fmt::format("In {} rounds an arm was still getting faster when the warm-up ended.",
                                    warm_up.capped_rounds)));
  }
  const std::string caption = fmt::format("Warm-up: {}, median of the rounds ", warm_up.metric.id);
  return element("figure", element("figcaption", text(caption) + arm_key(warm_up.values)) + line_chart(chart) + note);
}

}  // namespace

Markup configuration_figures(const compare::Configuration& configuration, const std::string& id) {
  const Markup summary = element("summary", element("span", {{"class", "metric"}}, text("Latency and warm-up")));
  return detail_box("row shared", id, false, summary,
                    element("div", {{"class", "figures"}},
                            latency_figure(configuration.latency) + warm_up_figure(configuration.warm_up)));
}

}  // namespace hotlap::report
