// Builds the sentences of rows: direction, size, interval, and what is missing for a verdict.
#include "analysis/compare/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hotlap::compare {
namespace {

/// How a change of a metric reads in English.
struct Phrase {
  std::string_view metric;
  std::string_view subject;
  std::string_view more;
  std::string_view less;
};

constexpr std::array kPhrases{
    Phrase{"throughput", "new answers", "more requests per second", "fewer requests per second"},
    Phrase{"cpu", "new is", "dearer per request", "cheaper per request"},
    Phrase{"time", "new takes", "more time per iteration", "less time per iteration"},
};

/// Decimals at which an interval of this width still shows its ends apart.
int decimals_for(double width, double size) {
  const double scale = width > 0 ? width : std::fabs(size);
  return scale >= 1 ? 1 : scale >= 0.1 ? 2 : 3;
}

int decimals_of(const core::Value& change, const stats::Interval& interval) {
  const bool known = interval.low.present() && interval.high.present();
  return decimals_for(known ? *interval.high - *interval.low : 0, change.value_or(0));
}

/// "+0.5", "-1.3"; "0.0" without a sign when that is all that is left after rounding.
std::string signed_number(double value, int decimals) {
  const std::string text = fmt::format("{:+.{}f}", value, decimals);
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

std::string percent_level(double level) { return fmt::format("{:.4g} %", 100 * level); }

/// "new is 18.6 % cheaper per request"; the interval, of one sign, without it.
std::string directed_change(const Row& row, double alpha) {
  const double change = *row.change_percent;
  const int decimals = decimals_of(row.change_percent, row.interval_percent);
  const auto* phrase = std::find_if(kPhrases.begin(), kPhrases.end(),
                                    [&](const Phrase& candidate) { return candidate.metric == row.metric.id; });
  const std::string size = fmt::format("{:.{}f} %", std::fabs(change), decimals);
  std::string text = phrase == kPhrases.end()
                         ? fmt::format("{} is {} {}", row.metric.id, size, change > 0 ? "higher" : "lower")
                         : fmt::format("{} {} {}", phrase->subject, size, change > 0 ? phrase->more : phrase->less);
  if (!row.interval_percent.low.present() || !row.interval_percent.high.present()) return text;
  const double low = std::fabs(*row.interval_percent.low);
  const double high = std::fabs(*row.interval_percent.high);
  return text + fmt::format(" ({} interval {:.{}f} to {:.{}f} %)", percent_level(1 - alpha), std::min(low, high),
                            decimals, std::max(low, high), decimals);
}

std::string duration(double seconds) {
  if (seconds < 600) return fmt::format("{:.0f} s", seconds < 100 ? seconds : std::round(seconds / 10) * 10);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

bool excludes_zero(const stats::Interval& interval) {
  return interval.low.present() && interval.high.present() && (*interval.low > 0 || *interval.high < 0);
}

bool significant(const Row& row, double alpha) {
  const core::Value& p = row.role == core::Role::decides ? row.p_adjusted : row.p;
  return p.present() && *p <= alpha && excludes_zero(row.interval_percent);
}

std::string of_certain(const Draft& draft) {
  const Row& row = draft.row;
  const double before = draft.old_values.front();
  const double after = draft.new_values.front();
  if (before == after) return fmt::format("{} is equal: {:.6g} in every round", row.metric.id, before);
  if (before == 0) return fmt::format("{} went from 0 to {:.6g}", row.metric.id, after);
  return fmt::format("{} is exactly {:.{}f} % {} ({:.6g} to {:.6g})", row.metric.id, std::fabs(*row.change_percent),
                     std::fabs(*row.change_percent) >= 0.1 ? 2 : 4, after > before ? "higher" : "lower", before, after);
}

std::string of_equivalent(const Draft& draft, const Policy& policy) {
  const Row& row = draft.row;
  if (policy.margin_percent == 0) return "no difference: every round is equal";
  const std::string start = fmt::format("no difference beyond {:g} %: ", policy.margin_percent);
  if (significant(row, policy.alpha)) {
    return start + directed_change(row, policy.alpha) + ", significant but smaller than the margin";
  }
  // The interval that decided: it lies inside the margin, the wider one may not.
  const double level = 1 - 2 * policy.alpha;
  return start + "change " +
         signed_change(row.change_percent, percent_of_log(change_interval(draft, 1 - draft.level_twice)), level);
}

std::string of_inconclusive(const Draft& draft, const Policy& policy) {
  const Row& row = draft.row;
  if (draft.moved) {
    const std::string seen =
        draft.certain ? of_certain(draft)
                      : "change " + signed_change(row.change_percent, row.interval_percent, 1 - policy.alpha);
    return "no verdict, the A/A control moved: " + seen;
  }
  if (draft.unpaired && draft.drifts) {
    return "no verdict: the machine drifted while the builds did not take turns in balanced order; change " +
           signed_change(row.change_percent, row.interval_percent, 1 - policy.alpha);
  }
  if (significant(row, policy.alpha)) {
    return fmt::format("{}: significant, but not clearly beyond the margin of {:g} %",
                       directed_change(row, policy.alpha), policy.margin_percent);
  }
  std::string text = "no verdict: change " + signed_change(row.change_percent, row.interval_percent, 1 - policy.alpha);
  if (row.detectable_percent.present()) {
    text += fmt::format("; a change of {:.{}f} % would be seen with 80 % power", *row.detectable_percent,
                        decimals_for(*row.detectable_percent, 0));
  }
  if (row.seconds_for_margin.present()) {
    const double goal = policy.margin_percent > 0 ? policy.margin_percent : std::fabs(*row.change_percent);
    text += fmt::format("; about {} would resolve {:.2g} %", duration(*row.seconds_for_margin), goal);
  }
  return text;
}

std::string of_insufficient(const Draft& draft, const Policy& policy) {
  const Row& row = draft.row;
  if (!row.absent_reason.empty()) return "no figure: " + row.absent_reason;
  if (draft.order_refused) return "no verdict: " + row.change_percent.reason();
  std::string text = draft.unpaired ? fmt::format("too few samples for a verdict: {} of old, {} of new",
                                                  draft.old_values.size(), draft.new_values.size())
                                    : fmt::format("too few rounds for a verdict: {} of the {} it needs", draft.change.n,
                                                  fewest_rounds(draft.family, policy.alpha));
  if (row.change_percent.present()) {
    text += "; change " + signed_change(row.change_percent, row.interval_percent, 1 - policy.alpha);
  }
  return text;
}

std::string of_single(const Row& row, double alpha) {
  if (!row.old_build.mean.present()) return "no figure: " + row.absent_reason;
  std::string text = fmt::format("{} {:.5g} {}", row.metric.id, *row.old_build.mean, row.metric.unit);
  if (!row.interval_percent.high.present()) return text + fmt::format(" ({} rounds)", row.old_build.n);
  const double half = *row.interval_percent.high;
  return text + fmt::format(" ({} interval +-{:.{}f} %, {} rounds)", percent_level(1 - alpha), half,
                            decimals_for(2 * half, 0), row.old_build.n);
}

}  // namespace

std::string signed_change(const core::Value& change, const stats::Interval& interval, double level) {
  if (!change.present()) return "unknown (" + change.reason() + ")";
  const int decimals = decimals_of(change, interval);
  std::string text = signed_number(*change, decimals) + " %";
  if (!interval.low.present() || !interval.high.present()) return text;
  return text + fmt::format(" ({} interval {} to {} %)", percent_level(level), signed_number(*interval.low, decimals),
                            signed_number(*interval.high, decimals));
}

std::string sentence(const Draft& draft, const Policy& policy) {
  if (draft.void_arm) {
    return fmt::format("invalid: {} broke in round {}: {}", core::arm_name(draft.void_arm->arm),
                       draft.void_arm->round + 1, draft.void_arm->what);
  }
  if (draft.single) return of_single(draft.row, policy.alpha);
  switch (draft.row.verdict) {
    case Verdict::insufficient:
      return of_insufficient(draft, policy);
    case Verdict::inconclusive:
      return of_inconclusive(draft, policy);
    default:
      break;
  }
  if (draft.certain) return of_certain(draft);
  if (draft.row.verdict == Verdict::equivalent) return of_equivalent(draft, policy);
  return directed_change(draft.row, policy.alpha);
}

}  // namespace hotlap::compare
