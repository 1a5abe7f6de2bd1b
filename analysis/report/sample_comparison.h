// For tests only: comparisons that show everything a report may have to show, built by hand.
#pragma once

#include <array>
#include <string>

#include "analysis/compare/compare.h"

namespace hotlap::report {

inline core::Metric sample_metric(const std::string& id) {
  using core::Better;
  using core::Pooling;
  using core::Role;
  if (id == "throughput") {
    return {"throughput", "req/s", Better::higher, Pooling::per_time, Role::informs, false, "answers per second"};
  }
  if (id == "allocations") {
    return {"allocations", "1/request", Better::lower, Pooling::per_round, Role::informs, true, "calls of malloc"};
  }
  return {"cpu", "ns/request", Better::lower, Pooling::per_request, Role::decides, false, "CPU clock per answer"};
}

inline compare::Row sample_row(const std::string& scenario, const std::string& metric) {
  compare::Row row;
  row.scenario = scenario;
  row.parameters = {{"connections", "50"}, {"type", "bytes"}};
  row.metric = sample_metric(metric);
  row.role = row.metric.role;
  row.rounds = 12;
  row.p_adjusted = core::Value::absent("the row informs only");
  row.sampling_error_percent = core::Value::absent("not a sampled clock");
  return row;
}

/// Twelve rounds around these means, by whole steps of a scatter; new has no value in the fifth.
inline compare::Series sample_series(double old_mean, double new_mean, double scatter) {
  constexpr std::array kSteps{1, -2, 0, 3, -1, 2, -3, 1, 0, -1, 2, -2};
  compare::Series series;
  for (std::size_t i = 0; i < kSteps.size(); ++i) {
    const bool missing = i == 4;
    const core::Value absent = core::Value::absent("the clock stood still");
    const double old_value = old_mean + scatter * kSteps[i];
    const double new_value = new_mean + scatter * kSteps[(i + 5) % kSteps.size()];
    series.rounds.push_back(static_cast<int>(i));
    series.values[core::Arm::old_build].emplace_back(old_value);
    series.values[core::Arm::new_build].push_back(missing ? absent : core::Value(new_value));
    series.values[core::Arm::control].emplace_back(old_mean + scatter * kSteps[(i + 7) % kSteps.size()]);
    series.change_percent.push_back(missing ? absent : core::Value(100 * (new_value / old_value - 1)));
  }
  return series;
}

/// A clear improvement with all its figures.
inline compare::Row improved_row() {
  compare::Row row = sample_row("set-header", "cpu");
  row.verdict = compare::Verdict::improvement;
  row.sentence = "new is 18.6 % cheaper per request (95 % interval 17.4 to 19.8 %)";
  row.old_build = {24412.5, 12};
  row.new_build = {19871.75, 12};
  row.series = sample_series(24412.5, 19871.75, 120.25);
  row.change_percent = -18.6;
  row.interval_percent = {-19.8, -17.4};
  row.median_interval_percent = {-20.1, -17.2};
  row.p = 1.25e-9;
  row.p_adjusted = 2.5e-9;
  row.q_displayed = 5e-9;
  row.detectable_percent = 1.25;
  row.seconds_for_margin = 12.0;
  row.welch = {-25.5, 20.5, 3.5e-10, 3, -18.6, {1.52, 2.07, 2.81}, {-20.0, -17.2}};
  row.rank = {0.0, 7.4e-7, true, 7.4e-7};
  row.control = compare::ControlContrast{0.3, {-0.9, 1.5}, 0.55};
  return row;
}

inline compare::Row inconclusive_row() {
  compare::Row row = sample_row("write-head", "cpu");
  row.configuration = 1;
  row.verdict = compare::Verdict::inconclusive;
  row.sentence = "no verdict: change -0.8 % (95 % interval -3.1 to +1.5 %); about 290 s would resolve 2 %";
  row.old_build = {20000.0, 12};
  row.new_build = {19840.0, 12};
  row.series = sample_series(20000, 19840, 210.5);
  row.change_percent = -0.8;
  row.interval_percent = {-3.1, 1.5};
  row.median_interval_percent = {-3.6, 2.2};
  row.p = 0.46;
  row.p_adjusted = 0.46;
  row.q_displayed = 0.46;
  row.detectable_percent = 3.4;
  row.seconds_for_margin = 290.0;
  row.welch = {-0.7, 21.9, 0.49, 0, -0.8, {2.37, 3.22, 4.36}, {-3.1, 1.6}};
  row.control = compare::ControlContrast{-0.45, {-2.2, 1.3}, 0.48};
  row.warnings = {
      {"drift", "the rounds drifted by 4.2 % from first to last", "run again on a quiet machine", {{"percent", 4.2}}}};
  return row;
}

inline compare::Row informing_row() {
  compare::Row row = improved_row();
  row.metric = sample_metric("throughput");
  row.role = core::Role::informs;
  row.verdict = compare::Verdict::inconclusive;
  row.sentence = "no verdict: change +0.8 % (95 % interval -0.4 to +1.9 %)";
  row.old_build = {40912.0, 12};
  row.new_build = {41234.0, 12};
  row.series = sample_series(40912, 41234, 300);
  row.change_percent = 0.79;
  row.interval_percent = {-0.4, 1.9};
  row.p_adjusted = core::Value::absent("the row informs only");
  row.welch = {1.4, 21.0, 0.17, 0, 0.79, {1.17, 1.6, 2.16}, {-0.4, 2.0}};
  row.warnings = {{"client_saturated",
                   "the client's core was 99 % busy in 14 of 60 laps",
                   "compare cpu, or give the client more cores with --client-cpus",
                   {{"busy_share", 0.99}, {"laps", 14}}}};
  return row;
}

inline compare::Row absent_row() {
  compare::Row row = sample_row("set-header", "allocations");
  row.rounds = 0;
  row.absent_reason = "the server is linked statically, so no counter can be preloaded";
  for (const core::Arm arm : core::kArms) row.series.values[arm];
  const core::Value none = core::Value::absent(row.absent_reason);
  row.old_build.mean = row.new_build.mean = row.change_percent = row.p = row.q_displayed = none;
  return row;
}

inline record::SubjectInfo sample_subject(core::Arm arm, const std::string& variant) {
  return {arm,
          "reference:" + variant,
          "reference",
          variant,
          "/opt/hotlap/reference",
          "reference 0.1.0",
          "xxh3:00112233445566778899aabbccddeeff",
          {},
          {}};
}

/// Percentiles and a warm-up of six laps.
inline compare::Configuration sample_configuration(const record::ConfigurationInfo& info) {
  using core::Arm;
  compare::Configuration configuration;
  configuration.info = info;
  configuration.latency.percent = {50, 90, 99, 99.9, 100};
  configuration.latency.nanoseconds = {{Arm::old_build, {583000.0, 750000.0, 1310000.0, 2400000.0, 5250000.0}},
                                       {Arm::new_build, {501000.0, 640000.0, 1150000.0, 2380000.0, 6100000.0}},
                                       {Arm::control, {584000.0, 748000.0, 1325000.0, 2290000.0, 4800000.0}}};
  configuration.warm_up.metric = sample_metric("cpu");
  configuration.warm_up.values = {{Arm::old_build, {61000.0, 33500.0, 27000.0, 25100.0, 24500.0, 24450.0}},
                                  {Arm::new_build, {58500.0, 29000.0, 22100.0, 20400.0, 19950.0, 19900.0}},
                                  {Arm::control, {60200.0, 34000.0, 26800.0, 25200.0, 24400.0, 24480.0}}};
  configuration.warm_up.rounds = {12, 12, 12, 12, 12, 7};
  configuration.warm_up.capped_rounds = 1;
  return configuration;
}

/// The standard table: an improvement, an inconclusive row, an informing one, an absent one; control; warnings.
inline compare::Comparison sample_comparison() {
  compare::Comparison comparison;
  comparison.verdict = compare::Verdict::inconclusive;
  comparison.rows = {improved_row(), informing_row(), absent_row(), inconclusive_row()};
  comparison.headline = comparison.rows.front().sentence;
  comparison.folder = "results/runs/2026-10-01T12-00-00-set-header";
  comparison.seconds = 61.5;
  comparison.expected_false_positives = {0.15, 0.03, 0.003};
  comparison.warnings = {
      {"steal", "0.8 % of the time was stolen by the hypervisor", "use a machine of your own", {{"share", 0.008}}}};
  record::RunHeader& header = comparison.header;
  header.hotlap_version = "0.1.0";
  header.command_line = {"hotlap", "compare", "set-header", "--old", "reference:before", "--new", "reference:after"};
  header.started_at = "2026-10-01T12:00:00Z";
  header.protocol = "laps";
  header.load = "closed";
  header.load_version = "hotlap 0.1.0";
  header.seed = 18446744073709551615U;
  header.budget_seconds = 60;
  header.laps = 60;
  header.lap_ms = 20;
  header.server_cpus = {0};
  header.client_cpus = {1};
  header.subjects = {sample_subject(core::Arm::old_build, "before"), sample_subject(core::Arm::new_build, "after"),
                     sample_subject(core::Arm::control, "before")};
  for (const char* name : {"set-header", "write-head"}) {
    header.configurations.push_back({name, {{"connections", "50"}, {"type", "bytes"}}});
  }
  comparison.configurations = {sample_configuration(header.configurations[0]), {header.configurations[1], {}, {}}};
  comparison.configurations[1].latency.absent_reason = "wrk has no raw latencies";
  comparison.configurations[1].warm_up.absent_reason = "the record holds no warm-up laps";
  for (const char* id : {"cpu", "throughput", "allocations"}) header.metrics.push_back(sample_metric(id));
  header.environment = {{"cpu_model", "Example CPU @ 2.00GHz"}, {"kernel", "6.1.0"}, {"governor", "performance"}};
  header.warnings = {{"shared_core", "server and client share a core", "leave a core free", {}}};
  return comparison;
}

/// Names as an attacker would choose them.
inline compare::Comparison hostile_comparison() {
  compare::Comparison comparison = sample_comparison();
  const std::string names[] = {"a|b`c``d\ne\r\nf",
                               "<script>alert(1)</script>&amp;<!-- x -->",
                               "::error file=x,line=1::owned",
                               "=HYPERLINK(\"http://example.com\",\"x\")",
                               "@everyone fixes #123 https://example.com www.example.com [x](y) **b** _i_ $m$",
                               "\xC2\xA0::warning::no-break space ##[error]x ##vso[task.x]y",
                               "\x1b[31mred\x07 \u202Eoverride \xFF\xC0\x80 broken",
                               "+1,2;\"quoted\""};
  comparison.rows.clear();
  comparison.configurations.clear();
  for (const std::string& name : names) {
    comparison.rows.push_back(improved_row());
    compare::Row& row = comparison.rows.back();
    row.scenario = name;
    row.sentence = name;
    row.parameters = {{"k|<b>", name}};
    row.configuration = comparison.configurations.size();
    comparison.configurations.push_back(sample_configuration({row.scenario, row.parameters}));
    row.warnings = {{"code|`", name, name, {}}};
  }
  comparison.rows.push_back(inconclusive_row());
  comparison.rows.back().scenario = std::string(5000, 'x') + "|";
  comparison.rows.back().configuration = comparison.configurations.size();
  comparison.configurations.push_back({{comparison.rows.back().scenario, comparison.rows.back().parameters}, {}, {}});
  comparison.configurations.back().latency.absent_reason = names[1];
  comparison.configurations.back().warm_up.absent_reason = names[2];
  comparison.expected_false_positives = {0.45, 0.09, 0.009};
  comparison.headline = "::error::" + std::string(names[1]) + names[4];
  comparison.folder = names[0];
  comparison.header.command_line = {"hotlap", names[0], "it's", names[1], ""};
  comparison.header.environment = {{names[0], names[1]}, {names[4], std::string(5000, '#')}};
  comparison.header.subjects.front().spec = names[4];
  comparison.header.subjects.front().version = names[0];
  comparison.void_arms = {{core::Arm::new_build, 7, 0, names[2], "line\n::error::x\n</pre><script>\n```\n| a |"}};
  return comparison;
}

/// An arm broke: nothing of it is a figure.
inline compare::Comparison void_comparison() {
  compare::Comparison comparison = sample_comparison();
  comparison.verdict = compare::Verdict::invalid;
  comparison.headline = "invalid: new broke in round 3 of set-header: exited with status 139 before it was ready";
  comparison.rows = {absent_row()};
  comparison.rows.front().verdict = compare::Verdict::invalid;
  comparison.rows.front().absent_reason = "new is void";
  comparison.expected_false_positives = {0, 0, 0};
  std::string seen;
  for (int i = 0; i < 50; ++i) seen += "stderr line " + std::to_string(i) + "\n";
  comparison.void_arms = {{core::Arm::new_build, 0, 3, "exited with status 139 before it was ready", seen}};
  return comparison;
}

/// The A/A arm differs from the old one: no verdict holds.
inline compare::Comparison untrusted_comparison() {
  compare::Comparison comparison = sample_comparison();
  comparison.trusted = false;
  comparison.headline = "untrusted: the control differs from old by 3.1 % (99 % interval 1.2 to 5.0 %)";
  comparison.interrupted = true;
  for (compare::Row& row : comparison.rows) row.verdict = compare::Verdict::inconclusive;
  comparison.rows.front().control = compare::ControlContrast{3.1, {1.2, 5.0}, 0.0002};
  return comparison;
}

/// Nothing at all.
inline compare::Comparison empty_comparison() { return {}; }

/// `hotlap run`.
inline compare::Comparison single_comparison() {
  compare::Comparison comparison = sample_comparison();
  comparison.single = true;
  comparison.expected_false_positives = {};
  comparison.header.single = true;
  comparison.header.control = false;
  comparison.header.subjects.resize(1);
  comparison.headline = "24.4 us of CPU per request";
  compare::Configuration& measured = comparison.configurations.front();
  for (auto* values : {&measured.latency.nanoseconds, &measured.warm_up.values}) {
    values->erase(core::Arm::new_build);
    values->erase(core::Arm::control);
  }
  const core::Value none = core::Value::absent("one server was measured, nothing was compared");
  for (compare::Row& row : comparison.rows) {
    compare::Row bare = sample_row(row.scenario, row.metric.id);
    bare.old_build = row.old_build;
    bare.absent_reason = row.absent_reason;
    bare.configuration = row.configuration;
    bare.series = row.series;
    bare.series.values.erase(core::Arm::new_build);
    bare.series.values.erase(core::Arm::control);
    bare.series.change_percent.clear();
    if (row.old_build.mean.present()) bare.interval_percent = {-1.2, 1.3};
    bare.new_build.mean = bare.change_percent = bare.p = bare.q_displayed = none;
    row = bare;
  }
  return comparison;
}

/// `count` rows, every other one moved.
inline compare::Comparison large_comparison(int count) {
  compare::Comparison comparison = sample_comparison();
  comparison.rows.clear();
  for (int i = 0; i < count; ++i) {
    comparison.rows.push_back(i % 2 == 0 ? improved_row() : inconclusive_row());
    comparison.rows.back().scenario = "scenario-" + std::to_string(i);
    comparison.rows.back().warnings = {{"drift", "the rounds drifted by " + std::to_string(i) + " %", "run again", {}}};
  }
  return comparison;
}

}  // namespace hotlap::report
