// The options of everything that measures: one struct, one set of defaults, one place that explains them.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/compare.h"

namespace hotlap::cli {

/// How to judge and print; shared by all commands that end in a table.
struct JudgeOptions {
  double margin_percent = compare::Policy{}.margin_percent;
  double alpha = compare::Policy{}.alpha;
  std::vector<std::string> metrics;
  std::vector<std::string> decide;
  std::string format = "text";
  std::vector<std::string> fail_on;

  compare::Policy policy() const;
};

/// The control is old once more, or old linked into another order.
inline constexpr const char* kSame = "same";
inline constexpr const char* kRelinked = "relinked";

/// What to measure, how hard, how long.
struct MeasureOptions {
  std::vector<std::string> scenarios;
  std::string old_spec;  ///< also --server of `hotlap run`
  std::string new_spec;
  std::vector<std::string> old_arguments, new_arguments;
  std::vector<std::string> old_environment, new_environment;
  std::string filter;
  std::vector<std::string> set;  ///< NAME=VALUE: only configurations with this value of the parameter
  /// Exactly these, of a run that is resumed; none: as the names and `set` say.
  std::vector<record::ConfigurationInfo> recorded;
  std::string protocol = "laps";
  std::string load = "closed";
  double budget_seconds = 60;
  std::optional<int> rounds;
  std::optional<int> laps;       ///< absent: as the server's manifest says
  std::string learn;             ///< folder of an earlier run, or kLearnNothing; empty: the newest that fits
  std::optional<double> lap_ms;  ///< absent: kLapMs, kWindowMs for protocol rounds, kRowMs for micro
  std::optional<int> connections;
  std::optional<int> pipeline;
  std::string server_cpus, client_cpus;
  bool no_control = false;
  std::string control = kSame;  ///< what the control runs: kSame or kRelinked
  std::optional<std::uint64_t> seed;
  std::string out;
  std::string resume;
  bool quiet = false;
  bool single = false;
  JudgeOptions judge;
};

/// Length of a lap. scripts/figures/lap-length measures what others would cost; see README, "How it measures".
inline constexpr double kLapMs = 10;
/// Length of a window of protocol `rounds`: what Node's benchmarks use.
inline constexpr double kWindowMs = 5000;
/// Least time that a row of protocol `micro` measures: many short processes, since two processes of one build differ.
inline constexpr double kRowMs = 50;
/// The words of --protocol.
inline constexpr const char* kMicro = "micro";
/// --learn: of no run.
inline constexpr const char* kLearnNothing = "none";

/// UserError with a suggestion for every name of --metrics and --decide that is none of `measured`.
void check_metrics(const JudgeOptions& options, const std::vector<core::Metric>& measured);

/// --budget: seconds, or a number with a unit of time.
CLI::Option* add_budget_option(CLI::App& app, double& budget_seconds, const std::string& help);
/// --out: a folder of a record.
CLI::Option* add_out_option(CLI::App& app, std::string& folder, const std::string& help);
/// Margin, alpha and metrics: how to judge.
void add_policy_options(CLI::App& app, JudgeOptions& options);
/// The same, and how to print and fail.
void add_judge_options(CLI::App& app, JudgeOptions& options);
/// `single`: for `hotlap run`, with --server in place of --old and --new.
void add_measure_options(CLI::App& app, MeasureOptions& options, bool single);

}  // namespace hotlap::cli
