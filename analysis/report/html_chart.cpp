// Scales values to pixels and draws them.
#include "analysis/report/html_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

constexpr double kGutter = 62;  ///< pixels for the numbers of the vertical axis
constexpr double kTop = 8;
constexpr double kBottom = 150;  ///< of the plot; the names along stand below
constexpr double kHeight = 172;
constexpr double kLineWidth = 400;
constexpr double kStripWidth = 240;
constexpr std::size_t kMostPlaces = 240;  ///< more points than that along an axis show no more

struct Range {
  double low;
  double high;
};

/// Of all values that are there; nothing when there is none, or one that a logarithmic axis cannot show.
std::optional<Range> range_of(const Chart& chart) {
  std::optional<Range> range;
  for (const auto& [arm, values] : *chart.values) {
    for (const core::Value& value : values) {
      if (!value.present()) continue;
      if (!range) range = Range{*value, *value};
      range = Range{std::min(range->low, *value), std::max(range->high, *value)};
    }
  }
  return range;
}

/// The vertical axis: what is shown and where it is.
class Vertical {
 public:
  Vertical(const Range& range, bool logarithmic) : logarithmic_(logarithmic && range.low > 0) {
    low_ = scaled(range.low);
    high_ = scaled(range.high);
    const double room = high_ > low_ ? 0.06 * (high_ - low_) : std::max(std::fabs(high_) * 0.01, 0.5);
    low_ -= room;
    high_ += room;
    set_ticks();
  }

  double pixels(double value) const { return kBottom - (kBottom - kTop) * (scaled(value) - low_) / (high_ - low_); }
  const std::vector<double>& ticks() const { return ticks_; }

 private:
  double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

  void set_ticks() {
    if (!logarithmic_) {
      ticks_ = round_ticks(low_, high_, 4);
      return;
    }
    for (int power = static_cast<int>(std::floor(low_)); power <= static_cast<int>(std::ceil(high_)); ++power) {
      for (const double step : {1.0, 2.0, 5.0}) {
        const double tick = step * std::pow(10.0, power);
        if (scaled(tick) >= low_ && scaled(tick) <= high_) ticks_.push_back(tick);
      }
    }
    if (ticks_.size() < 3) ticks_ = round_ticks(std::pow(10.0, low_), std::pow(10.0, high_), 4);
  }

  bool logarithmic_;
  double low_ = 0;
  double high_ = 0;
  std::vector<double> ticks_;
};

Markup label(double x, double y, std::string_view anchor, std::string_view shown) {
  return element("text", {{"x", pixel(x)}, {"y", pixel(y)}, {"class", std::string(anchor)}}, text(shown));
}

/// Lines across at the ticks, their numbers in the gutter.
Markup grid(const Vertical& axis, const std::string& unit, double width) {
  const std::vector<std::string> names = table::format_axis(axis.ticks(), unit);
  std::string lines;
  Markup numbers;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double y = axis.pixels(axis.ticks()[i]);
    lines += fmt::format("M{} {}H{}", pixel(kGutter), pixel(y), pixel(width));
    numbers += label(kGutter - 6, y + 4, "end", figure_words(names[i]));
  }
  return element("path", {{"class", "grid"}, {"d", lines}}) + numbers;
}

/// "old: 12 values from 13.0 to 13.4 us, mean 13.2 us".
std::string words_of(const Chart& chart) {
  std::string words;
  for (const auto& [arm, values] : *chart.values) {
    std::vector<double> present;
    double sum = 0;
    for (const core::Value& value : values) {
      if (!value.present()) continue;
      present.push_back(*value);
      sum += *value;
    }
    if (present.empty()) continue;
    const auto [least, most] = std::minmax_element(present.begin(), present.end());
    const auto shown = [&](double value) { return figure_words(table::format_value(value, chart.unit)); };
    words += fmt::format("{}{}: {} values from {} to {}, mean {}", words.empty() ? "" : "; ", core::arm_name(arm),
                         present.size(), shown(*least), shown(*most), shown(sum / static_cast<double>(present.size())));
  }
  return words;
}

/// Its size is the style's, by the kind.
Markup drawing(std::string_view kind, double width, const Markup& about, const Markup& inside) {
  return element("svg",
                 {{"class", fmt::format("chart {}", kind)},
                  {"viewBox", fmt::format("0 0 {} {}", width, kHeight)},
                  {"role", "img"}},
                 about + inside);
}

/// Which places are drawn: all, or every so many.
std::vector<std::size_t> shown_places(std::size_t count) {
  const std::size_t step = 1 + (count > 0 ? count - 1 : 0) / kMostPlaces;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < count; i += step) places.push_back(i);
  return places;
}

double along(std::size_t place, std::size_t count) {
  constexpr double kNameHalf = 20;  // room for the names of the first and the last
  const double first = kGutter + kNameHalf;
  const double last = kLineWidth - kNameHalf;
  if (count < 2) return (first + last) / 2;
  return first + (last - first) * static_cast<double>(place) / static_cast<double>(count - 1);
}

Markup arm_along(const Chart& chart, core::Arm arm, const std::vector<core::Value>& values, const Vertical& axis) {
  std::string line;
  std::string dots;
  bool joined = false;
  for (const std::size_t place : shown_places(values.size())) {
    if (!values[place].present()) {
      joined = false;
      continue;
    }
    const std::string at =
        fmt::format("{} {}", pixel(along(place, chart.names.size())), pixel(axis.pixels(*values[place])));
    line += (joined ? "L" : "M") + at;
    dots += "M" + at + "h0";
    joined = true;
  }
  const bool crowded = values.size() > 60;
  return element("g", {{"class", std::string(core::arm_name(arm))}},
                 element("path", {{"class", "line"}, {"d", line}}) +
                     (crowded ? Markup() : element("path", {{"class", "dots"}, {"d", dots}})));
}

/// The first, the last, and some between.
Markup names_along(const Chart& chart) {
  constexpr std::size_t kMostNames = 8;
  const std::size_t count = chart.names.size();
  const std::size_t step = count <= kMostNames ? 1 : (count + kMostNames - 2) / (kMostNames - 1);
  Markup names = label(kGutter - 6, kHeight - 4, "end", chart.along);
  for (std::size_t i = 0; i < count; i += step) {
    const bool crowds_last = i + 1 != count && i + step >= count && (count - 1 - i) * 2 <= step;
    if (!crowds_last) names += label(along(i, count), kHeight - 4, "middle", chart.names[i]);
  }
  if (count > 1 && (count - 1) % step != 0)
    names += label(along(count - 1, count), kHeight - 4, "middle", chart.names.back());
  return names;
}

Markup column(core::Arm arm, const std::vector<core::Value>& values, const Vertical& axis, double middle) {
  constexpr double kStep = 4.5;  // neighbours in time stand apart, so that equal values are seen as several
  constexpr double kMeanHalf = 20;
  std::string dots;
  double sum = 0;
  int count = 0;
  for (const core::Value& value : values) {
    if (!value.present()) continue;
    dots += fmt::format("M{} {}h0", pixel(middle + kStep * (count % 5 - 2)), pixel(axis.pixels(*value)));
    sum += *value;
    ++count;
  }
  if (count == 0) return {};
  const std::string mean =
      fmt::format("M{} {}h{}", pixel(middle - kMeanHalf), pixel(axis.pixels(sum / count)), pixel(2 * kMeanHalf));
  return element("g", {{"class", std::string(core::arm_name(arm))}},
                 element("path", {{"class", "dots"}, {"d", dots}}) + element("path", {{"class", "mean"}, {"d", mean}}));
}

}  // namespace

std::string pixel(double coordinate) {
  std::string shown = fmt::format("{:.1f}", coordinate);
  if (shown.ends_with(".0")) shown.resize(shown.size() - 2);
  return shown == "-0" ? "0" : shown;
}

std::vector<double> round_ticks(double low, double high, int count) {
  std::vector<double> ticks;
  const double raw = (high - low) / count;
  if (!(raw > 0)) return ticks;
  const double magnitude = std::pow(10.0, std::floor(std::log10(raw)));
  const double share = raw / magnitude;
  const double step = magnitude * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
  for (double number = std::ceil(low / step); number * step <= high; ++number) {
    ticks.push_back(number == 0 ? 0.0 : number * step);
  }
  return ticks;
}

Markup line_chart(const Chart& chart) {
  const std::optional<Range> range = range_of(chart);
  if (!range) return {};
  const Vertical axis(*range, chart.logarithmic);
  Markup inside = grid(axis, chart.unit, kLineWidth) + names_along(chart);
  for (const core::Arm arm : {core::Arm::control, core::Arm::old_build, core::Arm::new_build}) {
    const auto values = chart.values->find(arm);
    if (values != chart.values->end()) inside += arm_along(chart, arm, values->second, axis);
  }
  return drawing("along", kLineWidth, element("title", text(chart.title)) + element("desc", text(words_of(chart))),
                 inside);
}

Markup strip_chart(const Chart& chart) {
  const std::optional<Range> range = range_of(chart);
  if (!range) return {};
  const Vertical axis(*range, chart.logarithmic);
  Markup inside = grid(axis, chart.unit, kStripWidth);
  // The control beside old, which it repeats.
  const core::Arm order[] = {core::Arm::control, core::Arm::old_build, core::Arm::new_build};
  const double room = (kStripWidth - kGutter) / static_cast<double>(chart.values->size());
  double middle = kGutter + room / 2;
  for (const core::Arm arm : order) {
    const auto values = chart.values->find(arm);
    if (values == chart.values->end()) continue;
    inside += column(arm, values->second, axis, middle);
    if (chart.values->size() > 1) inside += label(middle, kHeight - 4, "middle", core::arm_name(arm));
    middle += room;
  }
  return drawing("strips", kStripWidth, element("title", text(chart.title)), inside);
}

Markup arm_key(const ArmValues& values) {
  Markup key;
  if (values.size() < 2) return key;
  for (const auto& [arm, list] : values) {
    const std::string name(core::arm_name(arm));
    key += element("span", {{"class", "key " + name}}, text(name));
  }
  return key;
}

}  // namespace hotlap::report
