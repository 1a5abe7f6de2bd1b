// How laps become a round's figures.
#pragma once

#include <vector>

#include "analysis/compare/compare.h"
#include "analysis/compare/rounds.h"

namespace hotlap::compare {

/// Share cut off at each end of a round's block ratios.
inline constexpr double kTrimmedShare = 0.2;

/// Whether a metric's figures come from the laps: rates and costs that some lap carries. Everything else, a rate or a
/// cost that is only taken once a round included, comes from the `round` samples.
bool comes_from_laps(const std::vector<Round>& rounds, const core::Metric& metric);

/// The log ratios of new to old (and control) of a round, one for each block that has one.
std::vector<double> block_changes(const Round& round, const core::Metric& metric, const record::RunHeader& header);

/// As the public `figures`, from rounds already grouped.
std::vector<RoundFigures> figures(const std::vector<Round>& rounds, const record::RunHeader& header);

}  // namespace hotlap::compare
