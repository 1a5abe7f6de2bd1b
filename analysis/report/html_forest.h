// The forest plot: one line of a table's rows each, on an axis that all rows share.
#pragma once

#include <vector>

#include "analysis/compare/compare.h"
#include "analysis/report/markup.h"

namespace hotlap::report {

struct ForestAxis {
  double limit = 1;  ///< per cent, on both sides of 0; what lies beyond is drawn as an arrow
  std::vector<double> ticks;
};

/// Wide enough for the margin, for nine tenths of the intervals that decide and for half of the others: one wild row
/// must not flatten all others.
ForestAxis forest_axis(const compare::Comparison& comparison);
/// The axis with its numbers, for the head of the table.
Markup forest_head(const ForestAxis& axis, double margin_percent);
/// Change and interval in the margin's band, the control below; empty without a change.
Markup forest_line(const compare::Row& row, const ForestAxis& axis, double margin_percent);

}  // namespace hotlap::report
