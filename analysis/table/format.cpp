// Values, percentages and names as people read them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include "analysis/table/table.h"

namespace hotlap::table {
namespace {

struct Scale {
  double factor;
  std::string_view unit;
};

constexpr std::array<Scale, 4> kTime{{{1, "ns"}, {1e3, "us"}, {1e6, "ms"}, {1e9, "s"}}};
constexpr std::array<Scale, 5> kBytes{{{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}}};
constexpr std::array<Scale, 5> kCount{{{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}}};
constexpr std::array<Scale, 1> kPercent{{{1, "%"}}};

struct Family {
  std::span<const Scale> scales;
  double base = 1;  ///< how many of the first scale one of the metric's unit is
};

Family family_of(std::string_view numerator) {
  for (const Scale& scale : kTime) {
    if (numerator == scale.unit) return {kTime, scale.factor};
  }
  if (numerator == "B" || numerator == "bytes" || numerator == "byte") return {kBytes, 1};
  if (numerator == "%" || numerator == "percent") return {kPercent, 1};
  return {kCount, 1};
}

/// Three significant digits; the exponent form only for what would need more than nine decimals.
std::string digits(double number) {
  const double size = std::fabs(number);
  if (size == 0) return "0";
  if (size < 1e-6) return fmt::format("{:.2e}", number);
  const int exponent = static_cast<int>(std::floor(std::log10(size)));
  const int decimals = std::max(0, 2 - exponent);
  return fmt::format("{:.{}f}", number, decimals);
}

/// The number rounded to three significant digits, so that 999.7 ns becomes 1.00 us and not 1000 ns.
double rounded(double number) {
  if (number == 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(std::fabs(number))) - 2);
  if (unit == 0) return number;
  return std::round(number / unit) * unit;
}

int percent_decimals(double size) { return size < 1 ? 2 : 1; }

std::string signed_percent(double percent, int decimals) {
  if (std::fabs(percent) >= 1e5) return fmt::format("{:+.2e}", percent);
  std::string text = fmt::format("{:+.{}f}", percent, decimals);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return zero ? text.substr(1) : text;
}

}  // namespace

std::string format_value(const core::Value& value, const std::string& unit) {
  if (!value.present()) return "-";
  const std::string_view whole = unit;
  const std::size_t slash = whole.find('/');
  const Family family = family_of(whole.substr(0, slash));
  const double number = rounded(*value * family.base);
  const Scale* scale = &family.scales.front();
  for (const Scale& candidate : family.scales) {
    if (std::fabs(number) >= candidate.factor) scale = &candidate;
  }
  std::string text = digits(number / scale->factor);
  if (!scale->unit.empty()) fmt::format_to(std::back_inserter(text), " {}", scale->unit);
  const std::string_view per = slash == std::string_view::npos ? "" : whole.substr(slash);
  const bool counted = family.scales.data() == kCount.data();
  if (!counted && per != "/request" && per != "/response" && per != "/iteration") text += per;
  return text;
}

std::vector<std::string> format_axis(const std::vector<double>& ticks, const std::string& unit) {
  if (ticks.empty()) return {};
  const Family family = family_of(std::string_view(unit).substr(0, unit.find('/')));
  const auto size = [&](double tick) { return std::fabs(tick * family.base); };
  const double largest =
      size(*std::max_element(ticks.begin(), ticks.end(), [&](double a, double b) { return size(a) < size(b); }));
  const Scale* scale = &family.scales.front();
  for (const Scale& candidate : family.scales) {
    if (largest >= candidate.factor) scale = &candidate;
  }
  double step = largest;
  for (std::size_t i = 1; i < ticks.size(); ++i) step = std::min(step, size(ticks[i] - ticks[i - 1]));
  const double shown_step = step / scale->factor;
  const int decimals =
      shown_step > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(shown_step) - 1e-9)), 0, 9) : 0;
  std::vector<std::string> names;
  for (const double tick : ticks) {
    names.push_back(fmt::format("{:.{}f}", tick * family.base / scale->factor, decimals));
    if (!scale->unit.empty()) fmt::format_to(std::back_inserter(names.back()), " {}", scale->unit);
  }
  return names;
}

std::string format_percent(const core::Value& percent) {
  if (!percent.present()) return "-";
  return signed_percent(*percent, percent_decimals(std::fabs(*percent))) + " %";
}

std::string format_interval(const stats::Interval& percent) {
  if (!percent.low.present() && !percent.high.present()) return "-";
  const double size = std::max(std::fabs(percent.low.value_or(0)), std::fabs(percent.high.value_or(0)));
  const auto end = [&](const core::Value& value) {
    return value.present() ? signed_percent(*value, percent_decimals(size)) : std::string("-");
  };
  return fmt::format("{} .. {} %", end(percent.low), end(percent.high));
}

std::string row_name(const compare::Row& row) {
  std::string name = row.scenario;
  for (const auto& [key, value] : row.parameters) name += fmt::format(" {}={}", key, value);
  return name;
}

std::string verdict_cell(const compare::Row& row) {
  const std::string_view word = compare::name(row.verdict);
  return row.role == core::Role::decides ? std::string(word) : fmt::format("({})", word);
}

}  // namespace hotlap::table
