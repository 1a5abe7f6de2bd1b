// The figures of one row: means, paired change, Welch, control, detectable effect.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/compare/draft.h"

namespace hotlap::compare {
namespace {

using core::Arm;

/// The present values of an arm over the rounds.
std::vector<double> series(const Course& course, const std::string& metric, Arm arm, std::string& reason) {
  std::vector<double> values;
  for (const RoundFigures& round : course.figures) {
    const core::Value& value = round.value.at(metric).at(arm);
    if (value.present()) {
      values.push_back(*value);
    } else {
      reason = value.reason();
    }
  }
  return values;
}

std::vector<double> ratios(const Course& course, const std::string& metric,
                           const std::map<std::string, core::Value> RoundFigures::*member, std::string& reason) {
  std::vector<double> values;
  for (const RoundFigures& round : course.figures) {
    const core::Value& value = (round.*member).at(metric);
    if (value.present()) {
      values.push_back(*value);
    } else {
      reason = value.reason();
    }
  }
  return values;
}

Series series_of(const Course& course, const std::string& metric, const record::RunHeader& header) {
  Series series;
  for (const Arm arm : arms_of(header)) series.values[arm];
  for (const RoundFigures& round : course.figures) {
    series.rounds.push_back(round.round);
    for (const auto& [arm, value] : round.value.at(metric)) series.values[arm].push_back(value);
    if (header.single) continue;
    series.change_percent.push_back(course.order_imbalance ? core::Value::absent(course.order_imbalance->text)
                                                           : percent_of_log(round.change.at(metric)));
  }
  return series;
}

ArmSummary summary(const std::vector<double>& values, const std::string& reason) {
  return {values.empty() ? core::Value::absent(reason) : stats::mean(values), values.size()};
}

bool constant(const std::vector<double>& values) {
  return !values.empty() && std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
}

core::Value sampling_error(const Course& course, const std::string& metric) {
  std::vector<double> errors;
  core::Value missing = core::Value::absent("not sampled");
  for (const Round& round : course.rounds) {
    for (const auto& [arm, sample] : round.whole) {
      const core::Value* error = find_value(*sample, metric + "_sampling_error");
      if (error == nullptr) continue;
      if (error->present()) {
        errors.push_back(100 * **error);
      } else {
        missing = *error;
      }
    }
  }
  return errors.empty() ? missing : stats::mean(errors);
}

void set_absent(Row& row, const std::string& reason) {
  const core::Value absent = core::Value::absent(reason);
  row.change_percent = row.p = row.detectable_percent = row.seconds_for_margin = absent;
  row.interval_percent = row.median_interval_percent = {absent, absent};
}

/// Deterministic in every arm: a change of known size. Zero in both builds counts as such for any metric, since a
/// ratio of zeros says nothing.
bool is_certain(const Draft& draft, const std::vector<double>& control_values, bool with_control) {
  if (!constant(draft.old_values) || !constant(draft.new_values)) return false;
  if (with_control && !constant(control_values)) return false;
  const bool both_zero = draft.old_values.front() == 0 && draft.new_values.front() == 0;
  return draft.row.metric.exact || both_zero;
}

void set_certain(Draft& draft) {
  Row& row = draft.row;
  const double before = draft.old_values.front();
  const double after = draft.new_values.front();
  set_absent(row, "deterministic: no test is needed");
  const core::Value change = before == after ? core::Value(0.0)
                             : before == 0   ? core::Value::absent("no percentage: old is 0")
                                             : core::Value(100 * (after - before) / before);
  row.change_percent = change;
  row.interval_percent = row.median_interval_percent = {change, change};
  row.detectable_percent = 0.0;
}

core::Value detectable(const Draft& draft) {
  // The noncentral t is of no use further out, and a look that early can see next to nothing.
  constexpr double kEarliest = 1e-9;
  if (draft.level < kEarliest) return core::Value::absent("too early: this look may spend next to nothing of alpha");
  return percent_of_log(stats::detectable_effect(draft.change.deviation, draft.change.n, draft.level, kPower));
}

void set_paired(Draft& draft, const Course& course, const Policy& policy) {
  Row& row = draft.row;
  draft.change = stats::paired(draft.changes);
  row.change_percent = percent_of_log(draft.change.mean);
  draft.level = stats::nominal_level(course.looks, policy.alpha);
  draft.level_twice = stats::nominal_level(course.looks, 2 * policy.alpha);
  row.looks = course.looks.size();
  row.nominal_p = draft.level;
  row.interval_percent = percent_of_log(stats::paired_interval(draft.change, 1 - draft.level));
  row.median_interval_percent = percent_of_log(stats::median_interval(draft.changes, 1 - policy.alpha));
  row.p = draft.change.p.present() ? core::Value(stats::repeated_p(course.looks, *draft.change.p)) : draft.change.p;
  row.detectable_percent = detectable(draft);
  const double effect =
      policy.margin_percent > 0 ? std::log1p(policy.margin_percent / 100) : std::fabs(draft.change.mean.value_or(0));
  const core::Value needed = stats::values_needed(draft.change.deviation, effect, policy.alpha, kPower);
  if (!needed.present() || !course.round_seconds.present()) {
    row.seconds_for_margin = needed.present() ? course.round_seconds : needed;
    return;
  }
  const double rounds = std::max(*needed, static_cast<double>(fewest_rounds(1, policy.alpha)));
  row.seconds_for_margin = rounds * *course.round_seconds;
}

core::Value detectable_unpaired(const stats::Welch& welch, double alpha) {
  const core::Value& half = welch.accuracy_percent[0];
  if (!half.present() || *half == 0) return half;
  const double degrees = *welch.degrees_of_freedom;
  return *half / stats::t_quantile(0.975, degrees) * stats::detectable_noncentrality(degrees, alpha, kPower);
}

/// Welch's test in place of the paired analysis: what the figures of another tool allow.
void set_unpaired(Draft& draft, const Policy& policy) {
  Row& row = draft.row;
  draft.unpaired = true;
  draft.level = policy.alpha;
  draft.level_twice = 2 * policy.alpha;
  draft.changes.clear();
  row.change_percent = row.welch.improvement_percent;
  row.interval_percent = percent_of_log(change_interval(draft, 1 - policy.alpha));
  row.p = row.welch.p;
  row.nominal_p = policy.alpha;
  row.detectable_percent = detectable_unpaired(row.welch, policy.alpha);
  row.seconds_for_margin = core::Value::absent("another tool measured");
  const core::Value none = core::Value::absent("not paired");
  row.median_interval_percent = {none, none};
  if (!row.change_percent.present()) row.absent_reason = row.change_percent.reason();
}

/// What the order of the record does to a row of another tool's.
core::Warning unpaired_warning(const core::Warning& order_imbalance) {
  core::Warning warning = order_imbalance;
  warning.text += "; Welch's test decides";
  warning.advice = "a drift of the machine would look like a change; take turns in balanced order: `hotlap compare`";
  return warning;
}

void set_control(Draft& draft) {
  if (draft.controls.empty()) return;
  const stats::Paired contrast = stats::paired(draft.controls);
  draft.row.control = ControlContrast{percent_of_log(contrast.mean),
                                      percent_of_log(stats::paired_interval(contrast, kControlLevel)), contrast.p};
}

/// `hotlap run`: the mean's own interval, relative to it.
void set_single(Draft& draft, const Policy& policy) {
  set_absent(draft.row, "one build only");
  const stats::Paired own = stats::paired(draft.old_values);
  const stats::Interval interval = stats::paired_interval(own, 1 - policy.alpha);
  if (!interval.low.present()) {
    draft.row.interval_percent = interval;
  } else if (*own.mean == 0) {
    const core::Value absent = core::Value::absent("the mean is 0");
    draft.row.interval_percent = {absent, absent};
  } else {
    const double half = std::fabs(100 * (*interval.high - *own.mean) / *own.mean);
    draft.row.interval_percent = {-half, half};
  }
}

void warn_of_missing(Draft& draft, std::size_t present, const std::string& reason) {
  if (present == 0 || present == draft.row.rounds) return;
  const std::size_t missing = draft.row.rounds - present;
  draft.row.warnings.push_back(
      {"rounds_without_value",
       fmt::format("{} of {} rounds have no ratio of {} ({}) and are left out", missing, draft.row.rounds,
                   draft.row.metric.id, reason),
       "look at these rounds before you believe the rest",
       {{"missing", static_cast<double>(missing)}, {"rounds", static_cast<double>(draft.row.rounds)}}});
}

void set_comparison(Draft& draft, const Course& course, const record::RunHeader& header, const Policy& policy) {
  Row& row = draft.row;
  const std::string& id = row.metric.id;
  std::string new_reason = "no complete round";
  draft.new_values = series(course, id, Arm::new_build, new_reason);
  row.new_build = summary(draft.new_values, new_reason);
  row.welch = stats::welch(draft.old_values, draft.new_values);
  row.rank = stats::mann_whitney(draft.old_values, draft.new_values);

  std::string ratio_reason = "no complete round";
  draft.changes = ratios(course, id, &RoundFigures::change, ratio_reason);
  std::string control_reason;
  std::vector<double> control_values;
  if (header.control) {
    control_values = series(course, id, Arm::control, control_reason);
    draft.controls = ratios(course, id, &RoundFigures::control, control_reason);
  }
  draft.certain = is_certain(draft, control_values, header.control);
  if (row.metric.exact && !draft.certain && !draft.changes.empty()) {
    row.warnings.push_back({"not_deterministic",
                            fmt::format("{} is declared deterministic but differs between rounds of one build", id),
                            "it is judged with a test like any other metric",
                            {}});
  }
  const bool unpaired = course.order_imbalance && record::is_imported(header);
  if (draft.certain) {
    set_certain(draft);
    set_control(draft);
  } else if (unpaired && !draft.old_values.empty() && !draft.new_values.empty()) {
    set_unpaired(draft, policy);
  } else if (draft.changes.empty()) {
    set_absent(row, ratio_reason);
    row.absent_reason = ratio_reason;
  } else if (course.order_imbalance) {
    draft.order_refused = true;
    set_absent(row, course.order_imbalance->text);
  } else {
    set_paired(draft, course, policy);
    set_control(draft);
    warn_of_missing(draft, draft.changes.size(), ratio_reason);
  }
  if (!course.order_imbalance) return;
  row.warnings.push_back(draft.unpaired ? unpaired_warning(*course.order_imbalance) : *course.order_imbalance);
}

core::Role role_of(const core::Metric& metric, const Policy& policy) {
  if (policy.decide.empty()) return metric.role;
  const bool decides = std::find(policy.decide.begin(), policy.decide.end(), metric.id) != policy.decide.end();
  return decides ? core::Role::decides : core::Role::informs;
}

}  // namespace

core::Value percent_of_log(const core::Value& log_ratio) {
  return log_ratio.present() ? core::Value(100 * std::expm1(*log_ratio)) : log_ratio;
}

stats::Interval percent_of_log(const stats::Interval& interval) {
  return {percent_of_log(interval.low), percent_of_log(interval.high)};
}

stats::Interval change_interval(const Draft& draft, double level) {
  if (!draft.unpaired) return stats::paired_interval(draft.change, level);
  const auto log_of = [](const core::Value& percent) {
    if (!percent.present() || *percent > -100) {
      return percent.present() ? core::Value(std::log1p(*percent / 100)) : percent;
    }
    return core::Value::absent("the interval reaches below zero");
  };
  const stats::Interval percent = stats::fieller_percent(draft.old_values, draft.new_values, level);
  return {log_of(percent.low), log_of(percent.high)};
}

double smallest_p(const Draft& draft) {
  if (draft.unpaired) return stats::smallest_unpaired_p(draft.old_values.size(), draft.new_values.size());
  return stats::smallest_p(draft.change.n);
}

std::size_t fewest_rounds(std::size_t family, double alpha) {
  std::size_t n = 2;
  while (n < 1000 && static_cast<double>(family) * stats::smallest_p(n) > alpha) ++n;
  return n;
}

Draft measure(const Course& course, const core::Metric& metric, const record::RunHeader& header, const Policy& policy) {
  Draft draft;
  draft.course = course.name;
  draft.void_arm = course.void_arm;
  Row& row = draft.row;
  row.configuration = course.configuration;
  row.scenario = course.info.scenario;
  row.parameters = course.info.parameters;
  row.metric = metric;
  row.role = role_of(metric, policy);
  row.rounds = course.rounds.size();
  row.p_adjusted = core::Value::absent("informs only");
  row.q_displayed = core::Value::absent("no p-value");
  row.sampling_error_percent = sampling_error(course, metric.id);
  row.series = series_of(course, metric.id, header);
  std::string old_reason = "no complete round";
  draft.old_values = series(course, metric.id, Arm::old_build, old_reason);
  row.old_build = summary(draft.old_values, old_reason);
  if (header.single) {
    row.new_build.mean = core::Value::absent("one build only");
    draft.single = true;
    set_single(draft, policy);
    if (draft.old_values.empty()) row.absent_reason = old_reason;
  } else {
    set_comparison(draft, course, header, policy);
  }
  return draft;
}

}  // namespace hotlap::compare
