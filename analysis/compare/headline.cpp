// Picks and frames the headline.
#include "analysis/compare/headline.h"

#include <fmt/format.h>

#include <algorithm>

namespace hotlap::compare {
namespace {

bool decides(const Draft& draft) { return draft.row.role == core::Role::decides; }

std::string of_single(const Comparison& comparison, const std::vector<Draft>& drafts) {
  if (drafts.empty()) return "nothing was measured";
  const bool any = std::any_of(drafts.begin(), drafts.end(), decides);
  std::string text;
  for (const Draft& draft : drafts) {
    if (draft.course != drafts.front().course || decides(draft) != any) continue;
    text += (text.empty() ? "" : ", ") + draft.row.sentence;
    if (!any) break;
  }
  const std::size_t more = comparison.header.configurations.size() - 1;
  if (more == 0) return text;
  return fmt::format("{}: {}; {} more configuration{}", drafts.front().course, text, more, more == 1 ? "" : "s");
}

/// "cpu: no verdict: ..." where the sentence itself does not tell the metric.
std::string with_metric(const Draft& draft) {
  const bool told = draft.row.verdict == Verdict::regression || draft.row.verdict == Verdict::improvement ||
                    draft.row.verdict == Verdict::invalid || (draft.certain && !draft.moved);
  return told ? draft.row.sentence : draft.row.metric.id + ": " + draft.row.sentence;
}

std::string tally(const std::vector<Draft>& drafts) {
  std::string text;
  for (const Verdict verdict : {Verdict::invalid, Verdict::regression, Verdict::inconclusive, Verdict::insufficient,
                                Verdict::improvement, Verdict::equivalent}) {
    const auto count = std::count_if(drafts.begin(), drafts.end(), [&](const Draft& draft) {
      return decides(draft) && draft.row.verdict == verdict;
    });
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(verdict));
  }
  return text;
}

std::string of_void(const Comparison& comparison) {
  const VoidArm& arm = comparison.void_arms.front();
  const auto index = static_cast<std::size_t>(arm.configuration);
  const auto& configurations = comparison.header.configurations;
  const std::string where = index < configurations.size() ? " of " + name(configurations[index]) : "";
  return fmt::format("invalid: {} broke in round {}{}: {}", core::arm_name(arm.arm), arm.round + 1, where, arm.what);
}

std::string of_rows(const Comparison& comparison, const std::vector<Draft>& drafts) {
  const auto chosen = std::find_if(drafts.begin(), drafts.end(), [&](const Draft& draft) {
    return decides(draft) && draft.row.verdict == comparison.verdict;
  });
  if (chosen == drafts.end()) return "no verdict: no metric of this record decides";
  if (comparison.header.configurations.size() == 1) return with_metric(*chosen);
  return fmt::format("{}: {} (deciding rows: {})", chosen->course, with_metric(*chosen), tally(drafts));
}

}  // namespace

std::string headline(const Comparison& comparison, const std::vector<Draft>& drafts) {
  if (!comparison.void_arms.empty()) return of_void(comparison);
  if (comparison.single) return of_single(comparison, drafts);
  if (comparison.trusted) return of_rows(comparison, drafts);
  const auto veto = std::find_if(comparison.warnings.begin(), comparison.warnings.end(),
                                 [](const core::Warning& warning) { return warning.code == "control_moved"; });
  return "untrusted: " + (veto == comparison.warnings.end() ? std::string() : veto->text);
}

}  // namespace hotlap::compare
