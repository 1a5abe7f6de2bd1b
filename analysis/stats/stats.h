// Numbers in, numbers out: estimates, intervals, tests. No I/O. Quantiles come from Boost.Math.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "harness/core/value.h"

namespace hotlap::stats {

/// A closed interval; either end absent when it cannot be computed.
struct Interval {
  core::Value low;
  core::Value high;
  bool operator==(const Interval&) const = default;
};

/// Arithmetic mean; absent for no values.
core::Value mean(std::span<const double> values);
/// Sample variance (divisor n - 1); absent below two values.
core::Value variance(std::span<const double> values);
core::Value standard_deviation(std::span<const double> values);
core::Value median(std::span<const double> values);
/// Mean after cutting floor(fraction * n) values at each end; 0 <= fraction < 0.5.
core::Value trimmed_mean(std::span<const double> values, double fraction);

/// Quantile of Student's t; p in (0, 1), degrees of freedom > 0 (real).
double t_quantile(double p, double degrees_of_freedom);
/// Two-sided p of |t|.
double t_two_sided_p(double t, double degrees_of_freedom);

/// Welch's unpaired test exactly as Node's compare.R prints it.
struct Welch {
  core::Value t;
  core::Value degrees_of_freedom;   ///< Welch-Satterthwaite
  core::Value p;                    ///< two-sided
  int stars = 0;                    ///< p < 0.05: 1, < 0.01: 2, < 0.001: 3
  core::Value improvement_percent;  ///< 100 (mean new - mean old) / mean old
  /// Half width of the interval of the difference relative to the old mean, percent, at 95, 99 and 99.9 %.
  std::array<core::Value, 3> accuracy_percent;
  /// Fieller's 95 % interval of the same ratio, percent: honours the error of the old mean. Absent when unbounded.
  Interval fieller_percent;
};
/// What cannot be computed is absent: t, degrees of freedom, p and accuracies when either side has fewer than two
/// values; the percentages when the old mean is 0. Zero variance on both sides: degrees of freedom absent ("both arms
/// are constant"), accuracies 0; equal means give t = 0, p = 1; different means give t absent, p = 0, stars 3.
Welch welch(std::span<const double> old_values, std::span<const double> new_values);
/// Fieller's interval of (new - old) / old in percent at any level (0.95). It excludes 0 exactly when Welch's two-sided
/// test rejects. Ends are absent where `Welch::fieller_percent` has none.
Interval fieller_percent(std::span<const double> old_values, std::span<const double> new_values, double level);

/// Mann and Whitney's test (Annals of Mathematical Statistics 18, 1947): whether one sample tends to larger values.
struct RankTest {
  core::Value u;          ///< pairs in which new is larger than old, ties by half
  core::Value p;          ///< two-sided: twice the smaller tail, at most 1
  bool exact = false;     ///< from all ways to deal out the ranks; else the normal approximation, corrected for ties and
                          ///< continuity
  double smallest_p = 1;  ///< what p can come down to with so many values, however clear the data
};
/// Exact without ties below 50 values a side, with ties up to 24 values together (given the ties). Absent without values,
/// and when many values are all equal.
RankTest mann_whitney(std::span<const double> old_values, std::span<const double> new_values);

/// The paired analysis of log ratios, one a round.
struct Paired {
  std::size_t n = 0;
  core::Value mean;       ///< of the log ratios
  core::Value deviation;  ///< their standard deviation
  core::Value p;  ///< two-sided t test against 0; absent below two values; 1 for all-zero, 0 for a constant non-zero
};
Paired paired(std::span<const double> log_ratios);
/// mean +- t * deviation / sqrt(n) at the given level (0.95), in log units; absent ends below two values.
Interval paired_interval(const Paired& paired, double level);
/// The exact order-statistic interval of the median at the given level or better; absent when n is too small for one (n
/// < 6 at 95 %).
Interval median_interval(std::span<const double> values, double level);

/// The smallest two-sided p that a test on n pairs can reach however clear the data (sign test, 2 / 2^n). 1 for n = 0.
double smallest_p(std::size_t n);
/// The same of two unpaired samples (rank test: 2 / C(old + new, old)). 1 when either is empty.
double smallest_unpaired_p(std::size_t old_n, std::size_t new_n);

/// The noncentrality at which a two-sided t test at alpha has the given power (alpha < power < 1). Of n values it is
/// effect / deviation * sqrt(n), with n - 1 degrees of freedom; of two arms of n each, * sqrt(n / 2), with 2 n - 2.
double detectable_noncentrality(double degrees_of_freedom, double alpha, double power);
/// Smallest |effect| (same unit as deviation) that a two-sided t test at alpha finds with the given power on n values;
/// absent below two. Noncentral t.
core::Value detectable_effect(core::Value deviation, std::size_t n, double alpha, double power);
/// How many values are needed to find `effect` > 0; absent when deviation is, and when it would be more than 1,000,000.
core::Value values_needed(core::Value deviation, double effect, double alpha, double power);

/// Holm's step-down adjusted p-values, in the order given.
std::vector<double> holm(std::span<const double> p_values);
/// Benjamini-Hochberg adjusted p-values, in the order given.
std::vector<double> benjamini_hochberg(std::span<const double> p_values);

/// Clopper-Pearson interval of a share.
Interval binomial_interval(std::size_t successes, std::size_t trials, double level);
/// The smallest k with P(X > k) <= 1 - level for X ~ Binomial(trials, p): more than k is suspicious.
std::size_t binomial_limit(std::size_t trials, double p, double level);

/// Lag-1 autocorrelation; absent below four values or without variance.
core::Value autocorrelation(std::span<const double> values);
/// Slope of a least-squares line over 0..n-1 with its two-sided p; absent below four values.
struct Trend {
  core::Value slope;
  core::Value p;
};
Trend trend(std::span<const double> values);

/// Variance of a measurement by where it comes from.
struct Components {
  core::Value within;   ///< between the repetitions of one round
  core::Value between;  ///< between rounds, beyond what their repetitions explain; 0 when that is less than nothing
};
/// Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013, section 6: S_1^2 is the mean variance within
/// a round, T_2^2 = S_2^2 - S_1^2 / n is unbiased for the rounds. Rounds of unequal size weigh by their degrees of
/// freedom; empty ones are left out. Absent below two rounds, and when none has two repetitions.
Components variance_components(std::span<const std::vector<double>> rounds);
/// The repetitions a round at which a given time tells most: sqrt(round_cost / repetition_cost * within / between) (the
/// same, section 6.4). `round_cost` is what a round takes besides its repetitions. Absent when `between` is 0: the more
/// the better.
core::Value repetitions_that_pay(const Components& components, double repetition_cost, double round_cost);

/// The two groups, divided at one place, whose means explain most of the values' variance.
struct Split {
  double explained =
      0;  ///< share of the variance between the groups; about 2 / pi for many normal values, 3 / 4 uniform
  std::size_t low_count = 0;  ///< values in the lower group; each has at least two and a tenth of all
  double low_mean = 0;
  double high_mean = 0;
};
/// Nothing below eight values, without variance, or for what is not finite.
std::optional<Split> best_split(std::span<const double> values);
/// What best_split() explains of one normal sample in a hundred of this size, from simulation: 2 / pi + 0.85 / sqrt(n)
/// is right to 0.01 from 9 values to 60.
double split_limit(std::size_t n);

/// The places of values more than three times the middle half's width outside of it (Tukey, Exploratory Data Analysis,
/// 1977, ch. 2: far out), in order. None below eight values.
std::vector<std::size_t> far_out(std::span<const double> values);

}  // namespace hotlap::stats
