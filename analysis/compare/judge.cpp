// The verdict rules.
#include "analysis/compare/judge.h"

#include <algorithm>
#include <cmath>

namespace hotlap::compare {
namespace {

bool decides(const Draft& draft) { return draft.row.role == core::Role::decides; }

Verdict of_direction(bool higher, core::Better better) {
  return higher == (better == core::Better::higher) ? Verdict::improvement : Verdict::regression;
}

/// Equal or not: a margin is for what scatters, and one byte more is one byte more.
Verdict judge_certain(const Row& row, double before, double after) {
  if (before == after) return Verdict::equivalent;
  return of_direction(after > before, row.metric.better);
}

/// @param smallest the smallest p that so many rounds can reach, adjusted.
Verdict judge(const Draft& draft, const Policy& policy, double smallest) {
  const Row& row = draft.row;
  if (draft.void_arm) return Verdict::invalid;
  if (draft.certain) return judge_certain(row, draft.old_values.front(), draft.new_values.front());
  if (draft.order_refused || !row.p.present()) return Verdict::insufficient;
  if (smallest > policy.alpha) return Verdict::insufficient;
  if (draft.unpaired && draft.drifts) return Verdict::inconclusive;
  const double bound = std::log1p(policy.margin_percent / 100);
  const double p = decides(draft) ? *row.p_adjusted : *row.p;
  const stats::Interval interval = change_interval(draft, 1 - draft.level);
  if (p <= policy.alpha && interval.low.present() && interval.high.present()) {
    if (*interval.low > bound) return of_direction(true, row.metric.better);
    if (*interval.high < -bound) return of_direction(false, row.metric.better);
  }
  const stats::Interval inner = change_interval(draft, 1 - draft.level_twice);
  const bool inside = inner.low.present() && inner.high.present() && *inner.low >= -bound && *inner.high <= bound;
  return inside ? Verdict::equivalent : Verdict::inconclusive;
}

std::vector<Draft*> with_p(std::vector<Draft>& drafts, bool deciding_only) {
  std::vector<Draft*> result;
  for (Draft& draft : drafts) {
    if (draft.row.p.present() && (decides(draft) || !deciding_only)) result.push_back(&draft);
  }
  return result;
}

std::vector<double> p_values(const std::vector<Draft*>& drafts) {
  std::vector<double> values;
  for (const Draft* draft : drafts) values.push_back(*draft->row.p);
  return values;
}

}  // namespace

void judge_all(std::vector<Draft>& drafts, const Policy& policy) {
  const std::vector<Draft*> shown = with_p(drafts, false);
  const std::vector<double> q = stats::benjamini_hochberg(p_values(shown));
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i]->row.q_displayed = q[i];

  const std::vector<Draft*> family = with_p(drafts, true);
  const std::vector<double> adjusted = stats::holm(p_values(family));
  std::vector<double> smallest;
  for (const Draft* draft : family) smallest.push_back(smallest_p(*draft));
  smallest = stats::holm(smallest);

  for (Draft& draft : drafts) {
    if (decides(draft)) draft.row.p_adjusted = draft.row.p;
    draft.row.verdict = judge(draft, policy, smallest_p(draft));
  }
  for (std::size_t i = 0; i < family.size(); ++i) {
    family[i]->family = family.size();
    family[i]->row.p_adjusted = adjusted[i];
    family[i]->row.verdict = judge(*family[i], policy, smallest[i]);
  }
}

bool has_final_verdict(Draft& draft, const Policy& policy, std::size_t family) {
  const auto times = static_cast<double>(family);
  if (draft.row.p.present()) draft.row.p_adjusted = std::min(1.0, times * *draft.row.p);
  const Verdict verdict = judge(draft, policy, times * smallest_p(draft));
  return verdict == Verdict::regression || verdict == Verdict::improvement || verdict == Verdict::equivalent;
}

void take_back(std::vector<Draft>& drafts) {
  for (Draft& draft : drafts) {
    if (draft.row.verdict == Verdict::invalid || draft.row.verdict == Verdict::insufficient) continue;
    draft.row.verdict = Verdict::inconclusive;
    draft.moved = true;
  }
}

Verdict overall(const std::vector<Draft>& drafts) {
  constexpr std::array kWorstFirst{Verdict::invalid,      Verdict::regression,  Verdict::inconclusive,
                                   Verdict::insufficient, Verdict::improvement, Verdict::equivalent};
  for (const Verdict verdict : kWorstFirst) {
    const bool any = std::any_of(drafts.begin(), drafts.end(),
                                 [&](const Draft& draft) { return decides(draft) && draft.row.verdict == verdict; });
    if (any) return verdict;
  }
  return Verdict::insufficient;
}

}  // namespace hotlap::compare
