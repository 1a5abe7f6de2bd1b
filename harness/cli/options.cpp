// Names, help and limits of the options.
#include "harness/cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "analysis/report/report.h"
#include "harness/core/error.h"
#include "harness/core/suggest.h"
#include "harness/load/load.h"

namespace hotlap::cli {
namespace {

CLI::AsNumberWithUnit seconds() {
  return CLI::AsNumberWithUnit(
      std::map<std::string, double>{{"ms", 0.001}, {"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}},
      CLI::AsNumberWithUnit::CASE_INSENSITIVE, "TIME");
}

/// "2%" and "2" mean the same.
CLI::Validator percent() {
  return {[](std::string& text) {
            if (text.ends_with('%')) text.pop_back();
            return std::string();
          },
          "PERCENT"};
}

/// A number from `low` to `high`. CLI::Range lets "nan" through.
CLI::Validator within(double low, double high) {
  return {[low, high](std::string& text) {
            double number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            const bool whole = error == std::errc() && end == text.data() + text.size();
            if (whole && number >= low && number <= high) return std::string();
            return fmt::format("'{}' must be a number from {} to {}", text, low, high);
          },
          ""};
}

CLI::Validator not_empty() {
  return {[](std::string& text) { return text.empty() ? "must not be empty" : std::string(); }, ""};
}

/// CLI11 wraps "-1" around to the largest number.
CLI::Validator not_negative() {
  return {[](std::string& text) {
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            const bool whole = error == std::errc() && end == text.data() + text.size();
            return whole ? std::string() : fmt::format("'{}' must be a whole number from 0 to 2^64 - 1", text);
          },
          ""};
}

template <class Rows>
std::string ids(const Rows& rows) {
  std::string text;
  for (const auto& row : rows) text += (text.empty() ? "" : "|") + row.id;
  return text;
}

void add_subject_options(CLI::App& app, MeasureOptions& options) {
  app.add_option("--old", options.old_spec,
                 "the build to compare with: NAME[:VARIANT], NAME=PATH, PATH or cmd:COMMAND LINE")
      ->type_name("SUBJECT");
  app.add_option("--new", options.new_spec, "the build with the change")->type_name("SUBJECT");
  app.add_option("--old-arg", options.old_arguments, "one more argument for old (repeatable)")->allow_extra_args(false);
  app.add_option("--new-arg", options.new_arguments, "one more argument for new (repeatable)")->allow_extra_args(false);
  app.add_option("--old-env", options.old_environment, "a variable for old only: NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--new-env", options.new_environment, "a variable for new only: NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
}

/// Protocol `micro` has no load: what would press a server harder is refused, not passed over.
void refuse_load_options(const CLI::App& app, const MeasureOptions& options) {
  if (options.protocol != kMicro) return;
  std::vector<core::Problem> problems;
  for (const char* name : {"--load", "--connections", "--pipeline", "--set", "--laps", "--learn", "--client-cpus"}) {
    if (app.get_option(name)->count() == 0) continue;
    problems.push_back({"protocol micro has no load and no client", name, "leave it out"});
  }
  if (!problems.empty()) throw core::UserError(problems);
}

}  // namespace

compare::Policy JudgeOptions::policy() const {
  compare::Policy policy;
  policy.margin_percent = margin_percent;
  policy.alpha = alpha;
  policy.decide = decide;
  policy.metrics = metrics;
  return policy;
}

void check_metrics(const JudgeOptions& options, const std::vector<core::Metric>& measured) {
  std::vector<std::string> ids;
  for (const auto& metric : measured) ids.push_back(metric.id);
  std::vector<core::Problem> problems;
  const auto check = [&](const std::vector<std::string>& asked, const char* option) {
    for (const auto& id : asked) {
      if (std::find(ids.begin(), ids.end(), id) != ids.end()) continue;
      problems.push_back({"metric '" + id + "' is not measured", option, core::suggest(id, ids)});
    }
  };
  check(options.metrics, "--metrics");
  check(options.decide, "--decide");
  if (!problems.empty()) throw core::UserError(problems);
}

CLI::Option* add_budget_option(CLI::App& app, double& budget_seconds, const std::string& help) {
  return app.add_option("--budget", budget_seconds, help)
      ->transform(seconds())
      ->check(within(0.1, 1e6))
      ->capture_default_str();
}

CLI::Option* add_out_option(CLI::App& app, std::string& folder, const std::string& help) {
  return app.add_option("--out", folder, help)->check(not_empty())->type_name("DIR");
}

void add_policy_options(CLI::App& app, JudgeOptions& options) {
  app.add_option("--margin", options.margin_percent, "changes smaller than this do not matter; 0: every change does")
      ->transform(percent())
      ->check(within(0, 1000))
      ->capture_default_str();
  app.add_option("--alpha", options.alpha, "chance of a false verdict")
      ->check(within(1e-6, 0.5))
      ->capture_default_str();
  app.add_option("--metrics", options.metrics, "metrics to measure and show (default: all)")
      ->delimiter(',')
      ->type_name("LIST");
  app.add_option("--decide", options.decide,
                 "metrics that decide (default: cpu, and throughput where the server was saturated; of micro: time)")
      ->delimiter(',')
      ->type_name("LIST");
}

void add_judge_options(CLI::App& app, JudgeOptions& options) {
  add_policy_options(app, options);
  app.add_option("--format", options.format, ids(report::formats()))->type_name("FORMAT")->capture_default_str();
  app.add_option("--fail-on", options.fail_on, "exit 1 on a regression, 3 when inconclusive: regression[,inconclusive]")
      ->delimiter(',')
      ->check(CLI::IsMember({"regression", "inconclusive"}))
      ->type_name("LIST");
}

void add_measure_options(CLI::App& app, MeasureOptions& options, bool single) {
  options.single = single;
  app.add_option("scenarios", options.scenarios,
                 "scenarios to run (default: the server's own set); of micro: rows, or parts of their names")
      ->type_name("SCENARIO");
  if (single) {
    app.add_option("--server", options.old_spec, "the server: NAME[:VARIANT], NAME=PATH, PATH or cmd:COMMAND LINE")
        ->type_name("SUBJECT");
  } else {
    add_subject_options(app, options);
    CLI::Option* none = app.add_flag("--no-control", options.no_control, "without the A/A arm");
    app.add_option(
           "--control", options.control,
           "what the A/A arm runs: same, old once more; relinked, old linked into another order, which shows the "
           "noise of code layout (reference only)")
        ->check(CLI::IsMember({kSame, kRelinked}))
        ->excludes(none)
        ->type_name("CONTROL")
        ->capture_default_str();
  }
  app.add_option("--filter", options.filter, "only scenarios, or rows, whose name contains this")->type_name("TEXT");
  app.add_option("--set", options.set,
                 "only configurations with this value of a scenario's parameter (repeatable; one name twice: either)")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  app.add_option(
         "--protocol", options.protocol,
         "laps: many short laps in turns; rounds: one window per fresh process; micro: rows of Google Benchmark "
         "programs, SUBJECT is HOT_PATH/VARIANT, PATH or PATH:PART of the rows' names")
      ->check(CLI::IsMember({"laps", "rounds", kMicro}))
      ->capture_default_str();
  app.add_option("--load", options.load, ids(load::generators()))->type_name("LOAD")->capture_default_str();
  add_budget_option(app, options.budget_seconds, "time for each configuration, as 60s or 2m");
  app.add_option("--rounds,--runs", options.rounds, "a fixed number of rounds in place of a budget")
      ->check(within(1, 1'00000));
  app.add_option("--laps", options.laps, "laps per arm and round (default: what suits the server's start-up)")
      ->check(within(1, 1'00000));
  app.add_option("--learn", options.learn,
                 "an earlier run of these scenarios, whose noise says how many laps a round pay; none: of no run (default: "
                 "the newest in results/runs that fits)")
      ->type_name("RUN");
  app.add_option(
         "--lap-ms", options.lap_ms,
         "length of a lap, of a window of protocol rounds, least time of a row of micro (default: 10, 5000, 50)")
      ->check(within(0.5, 600'000));
  app.add_option("--connections", options.connections, "kept-alive connections (default: as the scenario says)")
      ->check(within(1, 1'0000));
  app.add_option("--pipeline", options.pipeline,
                 "requests in flight on each connection (default: as the scenario says)")
      ->check(within(1, 1000));
  app.add_option("--server-cpus", options.server_cpus, "CPUs of the servers, as 0-2,4 (default: chosen)")
      ->type_name("LIST");
  app.add_option("--client-cpus", options.client_cpus, "CPUs of the client (default: chosen)")->type_name("LIST");
  app.add_option("--seed", options.seed, "of all random orders (default: drawn; it is in the record)")
      ->check(not_negative());
  add_out_option(app, options.out, "folder of the record (default: a new one in results/runs)");
  const std::vector<CLI::Option*> decided_by_the_record = app.get_options();
  CLI::Option* resume =
      app.add_option("--resume", options.resume, "go on with an interrupted run; its record says all the rest")
          ->check(not_empty())
          ->type_name("DIR");
  for (CLI::Option* option : decided_by_the_record) {
    if (option->get_name() != "--help") resume->excludes(option);
  }
  app.add_flag("--quiet", options.quiet, "no plan line, no progress");
  add_judge_options(app, options.judge);
  app.parse_complete_callback([&app, &options] { refuse_load_options(app, options); });
}

}  // namespace hotlap::cli
