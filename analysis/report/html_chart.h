// Small charts as static SVG: values of the arms along something, and side by side.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/report/markup.h"
#include "harness/core/arm.h"
#include "harness/core/value.h"

namespace hotlap::report {

using ArmValues = std::map<core::Arm, std::vector<core::Value>>;

struct Chart {
  std::string title;                  ///< what it shows: its accessible name
  std::string unit;                   ///< of the values
  const ArmValues* values = nullptr;  ///< absent values are gaps
  std::string along;                  ///< what the values follow: "round", "lap"; empty for `strip_chart`
  std::vector<std::string> names;     ///< of the places along, in their order
  bool logarithmic = false;
};

/// Values along an axis, joined within an arm.
Markup line_chart(const Chart& chart);
/// A column of dots for each arm with its mean: control, old, new.
Markup strip_chart(const Chart& chart);
/// Which mark is which arm; empty for a single one.
Markup arm_key(const ArmValues& values);

/// Round numbers between low and high, about `count` of them.
std::vector<double> round_ticks(double low, double high, int count);
/// "12.5", at most one decimal: a coordinate in pixels.
std::string pixel(double coordinate);

}  // namespace hotlap::report
