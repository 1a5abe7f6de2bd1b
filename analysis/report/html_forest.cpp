// Draws intervals in pixels.
#include "analysis/report/html_forest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/html_chart.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

constexpr double kWidth = 260;
constexpr double kMiddle = kWidth / 2;
constexpr double kHalf = 122;  ///< pixels from 0 to the limit; the rest is for arrows
constexpr double kHeight = 28;
constexpr double kLine = 10;         ///< where the interval runs
constexpr double kControlLine = 20;  ///< and the control's

double position(double percent, const ForestAxis& axis) {
  return kMiddle + kHalf * std::clamp(percent / axis.limit, -1.0, 1.0);
}

Markup path(std::string_view kind, const std::string& data) {
  return element("path", {{"class", std::string(kind)}, {"d", data}});
}

Markup band(const ForestAxis& axis, double margin_percent, double height) {
  Markup drawn;
  if (margin_percent > 0) {
    const double half = position(margin_percent, axis) - kMiddle;
    drawn += element("rect", {{"class", "band"},
                              {"x", pixel(kMiddle - half)},
                              {"y", "0"},
                              {"width", pixel(2 * half)},
                              {"height", pixel(height)}});
  }
  return drawn + path("zero", fmt::format("M{} 0v{}", pixel(kMiddle), pixel(height)));
}

/// From low to high, with a cap where the end is on the axis and an arrow where it is beyond.
std::string interval_path(double low, double high, const ForestAxis& axis, double at, double cap) {
  const std::string line = pixel(at);
  const auto end = [&](double percent) {
    const std::string x = pixel(position(percent, axis));
    if (std::fabs(percent) <= axis.limit) return fmt::format("M{} {}v{}", x, pixel(at - cap), pixel(2 * cap));
    const double back = percent > 0 ? -4 : 4;
    return fmt::format("M{0} {1}L{2} {3}L{0} {4}", pixel(position(percent, axis) + back), pixel(at - cap), x, line,
                       pixel(at + cap));
  };
  return fmt::format("M{} {}H{}", pixel(position(low, axis)), line, pixel(position(high, axis))) + end(low) + end(high);
}

/// Its interval and, as a tick, its change.
Markup control_line(const compare::ControlContrast& control, const ForestAxis& axis) {
  std::string line;
  if (control.interval_percent.low.present() && control.interval_percent.high.present()) {
    line += interval_path(*control.interval_percent.low, *control.interval_percent.high, axis, kControlLine, 1.5);
  }
  if (control.change_percent.present() && std::fabs(*control.change_percent) <= axis.limit) {
    line += fmt::format("M{} {}v6", pixel(position(*control.change_percent, axis)), pixel(kControlLine - 3));
  }
  return line.empty() ? Markup() : path("control", line);
}

/// Its size is the style's.
Markup forest_drawing(double height, const Markup& inside) {
  return element("svg", {{"class", "forest"}, {"viewBox", fmt::format("0 0 {} {}", kWidth, height)}, {"role", "img"}},
                 inside);
}

std::string words_of(const compare::Row& row, double margin_percent) {
  std::string words = fmt::format("change {}, interval {}", figure_words(table::format_percent(row.change_percent)),
                                  figure_words(table::format_interval(row.interval_percent)));
  if (margin_percent > 0) words += fmt::format(", margin \u00b1{:g} %", margin_percent);
  if (row.control && row.control->change_percent.present()) {
    words += fmt::format("; control {}, interval {}", figure_words(table::format_percent(row.control->change_percent)),
                         figure_words(table::format_interval(row.control->interval_percent)));
  }
  return words;
}

/// The smallest of the sizes that at least this share of them does not exceed; 0 of none.
double smallest_above(std::vector<double>& sizes, double share) {
  if (sizes.empty()) return 0;
  const auto place = static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(sizes.size()))) - 1;
  std::nth_element(sizes.begin(), sizes.begin() + place, sizes.end());
  return sizes[static_cast<std::size_t>(place)];
}

/// A diamond; beyond the axis an arrowhead at its end.
std::string point_path(double percent, const ForestAxis& axis) {
  const std::string x = pixel(position(percent, axis));
  if (std::fabs(percent) <= axis.limit) return fmt::format("M{} {}l5 5l-5 5l-5-5z", x, pixel(kLine - 5));
  const int back = percent > 0 ? -8 : 8;
  return fmt::format("M{0} {1}l{2}-5v10z", pixel(position(percent, axis) + (percent > 0 ? 8 : -8)), pixel(kLine), back);
}

}  // namespace

ForestAxis forest_axis(const compare::Comparison& comparison) {
  constexpr double kRoom = 1.2;
  constexpr double kMargins = 2.5;
  std::vector<double> deciding;
  std::vector<double> informing;
  for (const compare::Row& row : comparison.rows) {
    if (!row.change_percent.present()) continue;
    double size = std::fabs(*row.change_percent);
    for (const core::Value& end : {row.interval_percent.low, row.interval_percent.high}) {
      size = std::max(size, std::fabs(end.value_or(0)));
    }
    (row.role == core::Role::decides ? deciding : informing).push_back(size);
  }
  ForestAxis axis;
  axis.limit = std::max({kMargins * comparison.policy.margin_percent, kRoom * smallest_above(deciding, 0.9),
                         kRoom * smallest_above(informing, 0.5), 0.01});
  axis.ticks = round_ticks(-axis.limit, axis.limit, 4);
  return axis;
}

Markup forest_head(const ForestAxis& axis, double margin_percent) {
  constexpr double kHeadHeight = 22;
  Markup drawn;
  std::string marks;
  for (const double tick : axis.ticks) {
    const double at = position(tick, axis);
    marks += fmt::format("M{} {}v5", pixel(at), pixel(kHeadHeight - 5));
    const std::string shown = tick == 0 ? "0" : figure_words(fmt::format("{:+g}", tick));
    drawn += element("text", {{"x", pixel(at)}, {"y", "12"}, {"class", "middle"}}, text(shown));
  }
  drawn += path("tick", marks);
  const std::string about = fmt::format(
      "axis from {} to {} %{}", figure_words(fmt::format("{:.3g}", -axis.limit)), fmt::format("+{:.3g}", axis.limit),
      margin_percent > 0 ? fmt::format(", the band is the margin of {:g} %", margin_percent) : "");
  return forest_drawing(kHeadHeight, element("title", text(about)) + drawn);
}

Markup forest_line(const compare::Row& row, const ForestAxis& axis, double margin_percent) {
  if (!row.change_percent.present()) return {};
  Markup drawn = element("title", text(words_of(row, margin_percent))) + band(axis, margin_percent, kHeight);
  if (row.control) drawn += control_line(*row.control, axis);
  if (row.interval_percent.low.present() && row.interval_percent.high.present()) {
    drawn += path("whisker", interval_path(*row.interval_percent.low, *row.interval_percent.high, axis, kLine, 4));
  }
  drawn += path("point", point_path(*row.change_percent, axis));
  return forest_drawing(kHeight, drawn);
}

}  // namespace hotlap::report
