// Warnings of one row: saturation, disagreement, drift, autocorrelation.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/compare/warnings.h"

namespace hotlap::compare {
namespace {

constexpr double kDriftAlpha = 0.001;
constexpr double kDriftPercent = 2;
constexpr std::size_t kFewestForAutocorrelation = 10;
/// Steps of more than this share of the margin are coarse: a value is off by a quarter of its step on average.
constexpr double kResolutionShare = 0.25;
/// Modes nearer to each other than this are no news.
constexpr double kModesPercent = 0.5;

int sign(double value) { return (value > 0) - (value < 0); }

/// -1 or 1 when the whole interval lies on that side of zero, else 0.
int side(const stats::Interval& interval) {
  if (!interval.low.present() || !interval.high.present()) return 0;
  return *interval.low > 0 ? 1 : *interval.high < 0 ? -1 : 0;
}

bool tests_disagree(const Row& row) {
  const stats::Welch& welch = row.welch;
  if (!row.p.present() || !welch.p.present() || !row.change_percent.present()) return false;
  if (!welch.improvement_percent.present()) return false;
  if (sign(*row.change_percent) * sign(*welch.improvement_percent) != -1) return false;
  return std::min(*row.p, *welch.p) < 0.01 && std::max(*row.p, *welch.p) < 0.05;
}

void check_agreement(Row& row) {
  const bool medians = side(row.interval_percent) * side(row.median_interval_percent) == -1;
  if (!medians && !tests_disagree(row)) return;
  core::Warning warning{"analyses_disagree",
                        "",
                        "the rounds are not alike: look for drift or two modes, measure again",
                        {{"paired_percent", *row.change_percent}}};
  if (medians) {
    warning.text =
        fmt::format("the mean over rounds says {:+.2f} %, the interval of their median lies on the other side",
                    *row.change_percent);
  } else {
    warning.text = fmt::format("the paired analysis says {:+.2f} %, the unpaired one {:+.2f} %", *row.change_percent,
                               *row.welch.improvement_percent);
    warning.numbers.emplace_back("welch_percent", *row.welch.improvement_percent);
  }
  row.warnings.push_back(std::move(warning));
}

/// @return whether the arm drifts.
bool check_drift(Draft& draft, std::string_view arm, const std::vector<double>& values) {
  const stats::Trend trend = stats::trend(values);
  const core::Value mean = stats::mean(values);
  if (!trend.p.present() || !mean.present() || *mean == 0 || *trend.p >= kDriftAlpha) return false;
  const double percent = 100 * *trend.slope * static_cast<double>(values.size() - 1) / *mean;
  if (std::fabs(percent) <= kDriftPercent) return false;
  draft.drifts = true;
  draft.row.warnings.push_back(
      {"drift",
       fmt::format("{} of {} drifted by {:+.1f} % from the first round to the last", draft.row.metric.id, arm, percent),
       "taking turns cancels it in the paired figures, not in the unpaired ones; let the "
       "machine reach a steady temperature and clock",
       {{"drift_percent", percent}, {"p", *trend.p}}});
  return true;
}

void check_autocorrelation(Draft& draft) {
  const std::size_t n = draft.changes.size();
  if (n < kFewestForAutocorrelation) return;
  const core::Value lag = stats::autocorrelation(draft.changes);
  const double limit = 2 / std::sqrt(static_cast<double>(n));
  if (!lag.present() || std::fabs(*lag) <= limit) return;
  draft.row.warnings.push_back(
      {"autocorrelated",
       fmt::format("neighbouring rounds correlate by {:+.2f} (at most {:.2f} is expected of {} rounds)", *lag, limit,
                   n),
       *lag > 0 ? "the interval is too narrow: measure longer, at another time"
                : "the interval is too wide: every other round differs, look for what alternates",
       {{"lag_1", *lag}, {"limit", limit}, {"rounds", static_cast<double>(n)}}});
}

/// Names the first of the rounds, counted from 1 as everywhere.
std::string rounds_text(const std::vector<std::size_t>& places) {
  constexpr std::size_t kMost = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(places.size(), kMost); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", places[i] + 1);
  }
  return places.size() > kMost ? text + " and others" : text;
}

/// They stay in: to leave out what does not suit is how a figure gets better than it is.
void check_outliers(Draft& draft) {
  const std::vector<std::size_t> places = stats::far_out(draft.changes);
  if (places.empty()) return;
  draft.row.warnings.push_back(
      {"outliers",
       fmt::format("{} of {} ratios lie far outside of the others (number {}); they are kept", places.size(),
                   draft.changes.size(), rounds_text(places)),
       "look at these rounds; the median's interval hardly feels them",
       {{"count", static_cast<double>(places.size())}, {"rounds", static_cast<double>(draft.changes.size())}}});
}

void check_modes(Draft& draft, std::string_view arm, const std::vector<double>& values) {
  constexpr double kUniform = 0.78;  // a drift or an even spread stays below
  const std::optional<stats::Split> split = stats::best_split(values);
  if (!split || split->explained <= std::max(kUniform, stats::split_limit(values.size()))) return;
  const double percent = split->low_mean == 0 ? 0 : 100 * (split->high_mean / split->low_mean - 1);
  if (!(percent > kModesPercent)) return;
  draft.row.warnings.push_back(
      {"two_modes",
       fmt::format("{} of {} has two modes {:.1f} % apart: {} rounds in the lower, {} in the higher",
                   draft.row.metric.id, arm, percent, split->low_count, values.size() - split->low_count),
       "a process lands in one of them by chance: only more rounds even that out",
       {{"apart_percent", percent},
        {"low", static_cast<double>(split->low_count)},
        {"high", static_cast<double>(values.size() - split->low_count)}}});
}

/// The step that all values are whole multiples apart of. Nothing where they are on no grid, or nothing tells: few values,
/// fewer than three different ones, or hardly one that came twice, which on a grid as coarse as matters all do.
std::optional<double> step_of(const std::vector<double>& values) {
  constexpr std::size_t kFewest = 8;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (values.size() < kFewest || sorted.size() < 3) return std::nullopt;
  double step = sorted[1] - sorted[0];
  for (std::size_t i = 1; i < sorted.size(); ++i) step = std::min(step, sorted[i] - sorted[i - 1]);
  if (2 * sorted.size() > values.size()) return std::nullopt;
  const bool on_grid = std::all_of(sorted.begin(), sorted.end(), [&](double value) {
    const double steps = (value - sorted[0]) / step;
    return std::fabs(steps - std::round(steps)) < 0.01;
  });
  return on_grid ? std::optional(step) : std::nullopt;
}

/// Values that are read in steps hide changes of less than a step, and the interval does not know it.
void check_resolution(Draft& draft, const Policy& policy) {
  if (draft.certain || draft.row.metric.exact) return;
  std::vector<double> values = draft.old_values;
  values.insert(values.end(), draft.new_values.begin(), draft.new_values.end());
  const std::optional<double> step = step_of(values);
  const core::Value mean = stats::mean(values);
  if (!step || !mean.present() || *mean == 0) return;
  const double percent = 100 * *step / std::fabs(*mean);
  const double least = kResolutionShare * (policy.margin_percent > 0 ? policy.margin_percent : Policy{}.margin_percent);
  if (percent <= least) return;
  draft.row.warnings.push_back(
      {"coarse_clock",
       fmt::format("{} comes in steps of {:.4g} {}, {:.1f} % of its value", draft.row.metric.id, *step,
                   draft.row.metric.unit, percent),
       "a change of less than a step may be hidden or doubled: measure more at a time, or with a finer clock",
       {{"step", *step}, {"step_percent", percent}}});
}

}  // namespace

void check_saturation(Draft& draft, const Course& course, const Policy& policy) {
  Row& row = draft.row;
  if (row.metric.id != "throughput" || course.rounds.empty()) return;
  if (!course.server_busy.present()) {
    row.warnings.push_back({"server_load_unknown",
                            fmt::format("how busy the server was is not known ({})", course.server_busy.reason()),
                            "the figure may be the limit of the client",
                            {}});
    return;
  }
  if (*course.server_busy >= kSaturated) return;
  if (policy.decide.empty()) row.role = core::Role::informs;
  row.warnings.push_back({"server_not_saturated",
                          fmt::format("the server was {:.0f} % busy: throughput is the client's or the wake-ups', not "
                                      "the server's",
                                      100 * *course.server_busy),
                          "compare cpu, or use more connections",
                          {{"busy_share", *course.server_busy}}});
}

void check_series(Draft& draft, const Policy& policy) {
  check_agreement(draft.row);
  // One arm's tells enough where both took turns.
  if (!check_drift(draft, "old", draft.old_values) && draft.unpaired) check_drift(draft, "new", draft.new_values);
  check_autocorrelation(draft);
  check_outliers(draft);
  check_resolution(draft, policy);
  if (draft.certain) return;
  check_modes(draft, "old", draft.old_values);
  check_modes(draft, "new", draft.new_values);
}

}  // namespace hotlap::compare
