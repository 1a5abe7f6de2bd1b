// Judges the A/A rows.
#include "analysis/compare/control.h"

#include <fmt/format.h>

#include "analysis/compare/sentence.h"

namespace hotlap::compare {
namespace {

constexpr double kStar = 0.05;

bool has_control_p(const Draft& draft) { return draft.row.control && draft.row.control->p.present(); }

std::string moved_text(const Draft& draft) {
  const ControlContrast& control = *draft.row.control;
  return fmt::format("{} of {} by {}", draft.row.metric.id, draft.course,
                     signed_change(control.change_percent, control.interval_percent, kControlLevel));
}

}  // namespace

std::optional<core::Warning> control_veto(const std::vector<Draft>& drafts) {
  std::string moved;
  std::string starred;
  std::size_t moved_count = 0;
  std::size_t starred_count = 0;
  std::size_t rows = 0;
  for (const Draft& draft : drafts) {
    // Only rows that decide: the other metrics of a configuration move with them, and the limit takes rows as
    // independent.
    if (!has_control_p(draft) || draft.row.role != core::Role::decides) continue;
    ++rows;
    const double p = *draft.row.control->p;
    if (p < kStar) starred += (starred_count++ == 0 ? "" : ", ") + draft.row.metric.id + " of " + draft.course;
    if (p >= 1 - kControlLevel) continue;
    moved += (moved_count++ == 0 ? "" : ", ") + moved_text(draft);
  }
  const std::size_t limit = stats::binomial_limit(rows, kStar, kControlLevel);
  if (moved_count == 0 && starred_count <= limit) return std::nullopt;
  core::Warning warning{"control_moved",
                        "",
                        "nothing can be concluded: quiet the machine and measure again",
                        {{"moved", static_cast<double>(moved_count)},
                         {"starred", static_cast<double>(starred_count)},
                         {"rows", static_cast<double>(rows)},
                         {"limit", static_cast<double>(limit)}}};
  if (moved_count > 0) {
    warning.text = "the A/A control, the same build as old, moved: " + moved;
  } else {
    warning.text = fmt::format("{} of {} A/A rows are starred at 5 %, at most {} are expected: {}", starred_count, rows,
                               limit, starred);
  }
  return warning;
}

}  // namespace hotlap::compare
