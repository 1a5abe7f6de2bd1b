// Verdicts: the rules of one row, and what all rows together say.
#pragma once

#include <vector>

#include "analysis/compare/draft.h"

namespace hotlap::compare {

/// Holm's adjustment over the deciding rows and Benjamini and Hochberg's over all; then every row's verdict.
///
/// With margin m (percent of the ratio) a change lies beyond the margin when its whole 1 - alpha interval is above 1 +
/// m or below 1 / (1 + m) and its p (Holm-adjusted for a deciding row) is at most alpha: regression on the bad side,
/// improvement on the good one. Equivalent: the 1 - 2 alpha interval lies inside [1 / (1 + m), 1 + m]. Insufficient:
/// fewer than two rounds, or the smallest p that a sign test of so many rounds can reach, adjusted like the row's own,
/// is above alpha. A deterministic row is judged by its size alone. An unpaired
/// row that drifts is inconclusive: without balanced turns a drift is a change. Intervals and p are those of the look
/// at which the record ends (see `compare`): 1 - alpha over all looks together.
void judge_all(std::vector<Draft>& drafts, const Policy& policy);

/// Whether a deciding row has a verdict that the adjustment over a family of this size cannot take back: p times the
/// size is never below Holm's.
bool has_final_verdict(Draft& draft, const Policy& policy, std::size_t family);

/// Takes back every verdict of an untrusted run, save invalid and insufficient ones.
void take_back(std::vector<Draft>& drafts);

/// The worst verdict of the deciding rows; insufficient when none decides.
Verdict overall(const std::vector<Draft>& drafts);

}  // namespace hotlap::compare
