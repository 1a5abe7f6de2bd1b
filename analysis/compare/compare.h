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
  std::vector<std::string> decide;   ///< metric ids that decide; empty: as the metrics declare
  std::vector<std::string> metrics;  ///< metric ids to show; empty: all recorded
};

/// One metric of one arm over rounds, in time order; index = position in `rounds` of the owner.
struct ArmSummary {
  core::Value mean;   ///< of the per-round values
  std::size_t n = 0;  ///< rounds with a value
};

struct ControlContrast {
  core::Value change_percent;  ///< exp(mean C) - 1
  stats::Interval interval_percent;  ///< at 99 %
  core::Value p;
};

/// One scenario configuration x metric.
struct Row {
  std::string scenario;
  std::vector<std::pair<std::string, std::string>> parameters;
  core::Metric metric;
  core::Role role = core::Role::informs;  ///< after the policy
  Verdict verdict = Verdict::insufficient;
  std::string sentence;     ///< "new is 18.6 % cheaper per request (95 % interval 17.4 to 19.8 %)"
  std::size_t rounds = 0;   ///< complete rounds analysed
  ArmSummary old_build;
  ArmSummary new_build;
  core::Value change_percent;        ///< (new - old) / old of the metric itself, from the paired analysis
  stats::Interval interval_percent;  ///< 1 - alpha
  stats::Interval median_interval_percent;  ///< order-statistic check
  core::Value p;
  core::Value p_adjusted;            ///< Holm over the deciding rows; absent for informing rows
  core::Value q_displayed;           ///< Benjamini-Hochberg over all rows
  core::Value detectable_percent;    ///< at 80 % power with the rounds there were
  core::Value seconds_for_margin;    ///< predicted run time of this configuration to resolve the margin (or, margin 0, the change seen)
  core::Value sampling_error_percent;///< what tick sampling adds to a round's value (cpu_user, cpu_sys), mean over rounds
  stats::Welch welch;
  std::optional<ControlContrast> control;
  std::vector<core::Warning> warnings;
  std::string absent_reason;         ///< why there is no figure at all; empty when there is
};

struct VoidArm {
  core::Arm arm = core::Arm::old_build;
  int configuration = 0;
  int round = 0;
  std::string what;
  std::string seen;
};

struct Comparison {
  Verdict verdict = Verdict::insufficient;  ///< over the deciding rows: invalid > regression > inconclusive > insufficient > improvement > equivalent
  bool trusted = true;
  std::string headline;     ///< the sentence of the first deciding row, or why there is none
  bool single = false;      ///< `hotlap run`: values of one arm, nothing compared
  bool interrupted = false;
  Policy policy;
  record::RunHeader header;
  std::string folder;       ///< of the record
  double seconds = 0;       ///< machine time of the record, first sample to last
  std::vector<Row> rows;    ///< configuration order, then metric order, deciding metrics first
  std::vector<VoidArm> void_arms;
  std::vector<core::Warning> warnings;  ///< of the whole run
  /// Expected false positives among `rows` at 5, 1 and 0.1 %.
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

/// The complete rounds of one configuration. Rates and costs: 20 % trimmed mean over blocks of log ratios; counts per round: the
/// log ratio itself. A zero or absent value makes that ratio absent with a reason.
std::vector<RoundFigures> figures(const record::Record& record, int configuration);

/// Judges a record. Pure; never throws for odd data: what cannot be computed is absent with a reason.
Comparison compare(const record::Record& record, const Policy& policy);

}  // namespace hotlap::compare
