// Two series side by side: records in, comparisons and verdicts out.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/stats/stats.h"
#include "harness/core/metric.h"
#include "harness/core/value.h"
#include "harness/core/warning.h"
#include "harness/record/record.h"

namespace hotlap::compare {

enum class Verdict { regression, improvement, equivalent, inconclusive, insufficient, invalid };
std::string_view name(Verdict verdict);

/// How to judge; changeable after the fact (`hotlap judge`).
struct Policy {
  double margin_percent = 2;  ///< smaller changes do not matter
  double alpha = 0.05;
  /// Metric ids that decide; empty: as the metrics declare, throughput only where the server's core was saturated
  /// (median of `server_busy` at least 0.95). Named here it decides anyhow, with the warning.
  std::vector<std::string> decide;
  std::vector<std::string> metrics;  ///< metric ids to show besides those in `decide`; empty: all recorded
};

/// One metric over the complete rounds, in time order: what the figures of a row come from.
struct Series {
  std::vector<int> rounds;  ///< their numbers, from 0 as in the record; all other lists are as long
  std::map<core::Arm, std::vector<core::Value>> values;  ///< of the arms that the run has, in the metric's unit
  std::vector<core::Value> change_percent;               ///< new against old (and control) within the round; empty for
                                                         ///< a single build
};

struct ArmSummary {
  core::Value mean;   ///< of the per-round values
  std::size_t n = 0;  ///< rounds with a value
};

struct ControlContrast {
  core::Value change_percent;        ///< exp(mean C) - 1
  stats::Interval interval_percent;  ///< at 99 %
  core::Value p;
};

/// One scenario configuration x metric.
struct Row {
  std::size_t configuration = 0;  ///< index into the configurations of the comparison
  std::string scenario;
  std::vector<std::pair<std::string, std::string>> parameters;
  core::Metric metric;
  core::Role role = core::Role::informs;  ///< after the policy
  Verdict verdict = Verdict::insufficient;
  std::string sentence;    ///< "new is 18.6 % cheaper per request (95 % interval 17.4 to 19.8 %)"
  std::size_t rounds = 0;  ///< complete rounds analysed
  ArmSummary old_build;
  ArmSummary new_build;
  Series series;
  core::Value change_percent;               ///< (new - old) / old of the metric itself, from the paired analysis
  stats::Interval interval_percent;         ///< 1 - alpha, over all looks together
  stats::Interval median_interval_percent;  ///< order-statistic check, of this look alone
  core::Value p;          ///< over all looks together: at most alpha exactly when the look's own p is at most nominal_p
  std::size_t looks = 1;  ///< at the paired figures, this one included
  core::Value nominal_p;  ///< what the paired t test's own p must reach at this look; alpha for a single one
  core::Value p_adjusted;          ///< Holm over the deciding rows; absent for informing rows
  core::Value q_displayed;         ///< Benjamini-Hochberg over all rows
  core::Value detectable_percent;  ///< at 80 % power with the rounds there were
  core::Value seconds_for_margin;  ///< predicted run time of this configuration to resolve the margin (or, margin 0,
                                   ///< the change seen)
  core::Value
      sampling_error_percent;  ///< what tick sampling adds to a round's value (cpu_user, cpu_sys), mean over rounds
  stats::Welch welch;
  stats::RankTest rank;  ///< of the same values as Welch's; informs
  std::optional<ControlContrast> control;
  std::vector<core::Warning> warnings;
  std::string absent_reason;  ///< why there is no figure at all; empty when there is
};

/// Percentiles of the time an answer took, each the mean of the rounds' own percentiles.
struct Latency {
  std::vector<double> percent;                                ///< 50, 90, ...; 100 is the slowest answer
  std::map<core::Arm, std::vector<core::Value>> nanoseconds;  ///< as long as `percent`
  std::string absent_reason;                                  ///< why there are none; empty when there are
};

/// What a request cost in the laps before the timed ones.
struct WarmUp {
  core::Metric metric;  ///< a cost per request that decides, if the warm-up laps carry one
  /// The median over the rounds, lap by lap, as far as at least half of the rounds came.
  std::map<core::Arm, std::vector<core::Value>> values;
  std::vector<std::size_t> rounds;  ///< how many rounds had that lap
  std::size_t capped_rounds = 0;    ///< rounds in which an arm was still getting faster when the warm-up ended
  std::string absent_reason;        ///< why there is none; empty when there is
};

/// What the record shows of one configuration beside its rows.
struct Configuration {
  record::ConfigurationInfo info;
  Latency latency;
  WarmUp warm_up;
};

struct VoidArm {
  core::Arm arm = core::Arm::old_build;
  int configuration = 0;
  int round = 0;
  std::string what;
  std::string seen;
};

struct Comparison {
  Verdict verdict = Verdict::insufficient;  ///< over the deciding rows: invalid > regression > inconclusive >
                                            ///< insufficient > improvement > equivalent
  bool trusted = true;
  std::string headline;  ///< the sentence of the first deciding row, or why there is none
  bool single = false;   ///< `hotlap run`: values of one arm, nothing compared
  bool interrupted = false;
  Policy policy;
  record::RunHeader header;
  std::string folder;                         ///< of the record
  double seconds = 0;                         ///< machine time of the record, first sample to last
  std::vector<Configuration> configurations;  ///< of the header, in its order
  std::vector<Row> rows;                      ///< configuration order, then metric order, deciding metrics first
  std::vector<VoidArm> void_arms;
  std::vector<core::Warning> warnings;  ///< of the whole run
  /// Expected false positives among the `rows` that have a p, at 5, 1 and 0.1 %.
  std::array<double, 3> expected_false_positives{};
};

/// A round's figures of one configuration: metric id -> per-arm value and log ratio, from the laps.
struct RoundFigures {
  int round = 0;
  std::map<std::string, std::map<core::Arm, core::Value>> value;
  /// ln(new) - (ln old + ln control) / 2, or ln(new) - ln(old) without control.
  std::map<std::string, core::Value> change;
  /// ln(control) - ln(old).
  std::map<std::string, core::Value> control;
};

/// The complete rounds of one configuration: those with a `round_done` event. Warm-up laps are never looked at; marked
/// laps are kept (trimming removes them when they are extreme). When a round was begun twice, the later line of a lap
/// counts.
///
/// Rates and costs: an arm's value is the mean of its laps, weighted by time (rates) or answers (costs); a ratio
/// of two arms is the 20 % trimmed mean over the blocks' log ratios, over the blocks that have one; the change is the
/// mean of the ratios of new to old and of new to control. Rates and costs that no lap
/// carries, and what is taken once a round: the `round` samples' values and their log ratio. A zero or absent value
/// makes its ratio absent with a reason. With one lap a round (protocol `rounds`) both ways agree.
std::vector<RoundFigures> figures(const record::Record& record, int configuration);

/// Judges a record. Pure; never throws for odd data: what cannot be computed is absent with a reason.
///
/// - Paired figures need a balanced order (each arm at each place equally often, to within one: launches over the
/// rounds, laps
///   within each round). Otherwise they are absent, the verdict is insufficient and the row warns `order_imbalance`.
///   Of an imported record Welch's test decides in their place, with Fieller's interval, and the row says so.
/// - Rounds without a ratio are left out of the paired figures and named in `rounds_without_value`.
/// - A metric declared exact that is constant in every arm, and any metric that is 0 in both builds in every round, is
///   equal or a change, without a test or a margin, whatever the number of rounds and the order.
/// - A metric that informs and that no sample of a configuration carries is none of its: it gets no row.
/// - Informing rows are judged alike without Holm's adjustment and never enter the overall verdict.
/// - The control takes back all verdicts but invalid and insufficient ones when it moved in a deciding row (1 %), or
/// when more
///   A/A rows are starred than the 99 % binomial limit allows.
///
/// A run from a budget is looked at while it goes on, and ends a configuration early when `is_decided`. So alpha is
/// spent over the looks that the record tells of, with the O'Brien-Fleming type function of the share of the planned
/// rounds; p is the repeated p-value and the intervals are the repeated confidence intervals of the last look
/// (stats/sequential.h). Both hold whatever made the run end there: a verdict of this or another row, the budget, an
/// interruption, an equivalence; also under an alpha, a margin and deciding metrics other than those it ran with.
/// Welch's columns and the interval of the median are of the last look alone. What the looks do not account for: a run
/// that is cut short because of what its progress line showed picks its own look, and its error is a little above
/// alpha.
Comparison compare(const record::Record& record, const Policy& policy);

/// Whether every deciding row of the configuration has its verdict (regression, improvement, equivalent) at the look
/// that the end of the record is. False when no row decides.
///
/// Each row's p is multiplied with the number of all deciding rows of the run, of other configurations too, whose
/// results are not in yet: Holm's adjustment of the final judgement is never larger, so what stopped a configuration
/// stays its verdict. The control has no say in stopping: to go on until it is quiet would be to hide that it moved.
bool is_decided(const record::Record& record, int configuration, const Policy& policy);

}  // namespace hotlap::compare
