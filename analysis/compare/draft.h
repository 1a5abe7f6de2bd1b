// A row while it is being judged: the row itself and the series behind its figures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/compare.h"
#include "analysis/compare/rounds.h"
#include "analysis/stats/sequential.h"

namespace hotlap::compare {

/// Power at which detectable effects and run times are given.
inline constexpr double kPower = 0.8;
/// Level at which the control is judged.
inline constexpr double kControlLevel = 0.99;

/// Everything about one configuration that its rows share.
struct Course {
  std::size_t configuration = 0;
  std::string name;  ///< "set-header connections=50"
  record::ConfigurationInfo info;
  std::vector<Round> rounds;
  std::vector<RoundFigures> figures;
  std::vector<stats::Look> looks;
  std::optional<core::Warning> order_imbalance;
  std::optional<VoidArm> void_arm;
  core::Value round_seconds;  ///< mean over the rounds
  core::Value server_busy;    ///< median over all arms' rounds, share 0..1
  core::Value client_busy;
};

struct Draft {
  Row row;
  std::string course;  ///< name of the configuration
  std::optional<VoidArm> void_arm;
  bool order_refused = false;
  bool unpaired = false;           ///< another tool's samples in no balanced order: Welch's test decides
  bool drifts = false;             ///< over the rounds; unpaired, that may be all there is to see
  bool single = false;             ///< `hotlap run`: nothing to compare with
  bool certain = false;            ///< deterministic in every arm: equal or not, without a test
  std::vector<double> old_values;  ///< per-round values, in time order
  std::vector<double> new_values;
  std::vector<double> changes;  ///< log ratios
  std::vector<double> controls;
  stats::Paired change;  ///< of `changes`
  double level = 0;      ///< nominal alpha of this look: the interval's, and of the alpha twice: equivalence's
  double level_twice = 0;
  std::size_t family = 1;  ///< rows that Holm's adjustment counts
  bool moved = false;      ///< the run is untrusted: a verdict was taken back
};

Course survey(const Part& part);

/// The figures of a row; verdict, sentence and what depends on other rows are still to come.
Draft measure(const Course& course, const core::Metric& metric, const record::RunHeader& header, const Policy& policy);

/// 100 (e^x - 1).
core::Value percent_of_log(const core::Value& log_ratio);
stats::Interval percent_of_log(const stats::Interval& interval);

/// The interval of the change that decides at this level, in log units: of the paired mean or, unpaired, Fieller's.
stats::Interval change_interval(const Draft& draft, double level);
/// The smallest p that the row's test can reach with the values there are.
double smallest_p(const Draft& draft);

/// Fewest rounds at which a row of a family can reach alpha (sign test, Holm).
std::size_t fewest_rounds(std::size_t family, double alpha);

}  // namespace hotlap::compare
