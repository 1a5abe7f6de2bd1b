// Puts findings and an A/A run into words and into JSON.
#include "harness/cli/doctor_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/report/escape.h"
#include "analysis/table/table.h"

namespace hotlap::cli {
namespace {

using DoctorJson = nlohmann::ordered_json;
using machine::Finding;
using machine::Level;

std::size_t count(const std::vector<Finding>& findings, Level level) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [&](const Finding& one) { return one.level == level; }));
}

std::string finding_lines(const Finding& finding) {
  std::string text = fmt::format("{:<16}{:<17}{}\n", name(finding.level), finding.id, report::plain(finding.seen));
  if (finding.level == Level::good) return text;
  text += fmt::format("{:33}harm: {}\n", "", finding.harm);
  if (!finding.advice.empty()) text += fmt::format("{:33}do: {}\n", "", report::plain(finding.advice));
  return text;
}

std::string horizon_name(double seconds) {
  return seconds < 120 ? fmt::format("{:.0f} s", seconds) : fmt::format("{:.0f} min", seconds / 60);
}

std::string detectable_line(const Detectable& one) {
  return one.percent.present()
             ? fmt::format("  in {:<7} a change of {:.2g} % or more would be seen\n", horizon_name(one.seconds),
                           *one.percent)
             : fmt::format("  in {:<7} not known: {}\n", horizon_name(one.seconds), one.percent.reason());
}

DoctorJson doctor_value(const core::Value& value) { return value.present() ? DoctorJson(*value) : DoctorJson(nullptr); }

DoctorJson self_json(const SelfComparison& self) {
  DoctorJson object{{"server", self.server},
                    {"scenario", self.scenario},
                    {"metric", self.metric.empty() ? DoctorJson(nullptr) : DoctorJson(self.metric)},
                    {"rounds", self.rounds},
                    {"seconds_per_round", doctor_value(self.seconds_per_round)},
                    {"deviation_percent", doctor_value(self.deviation_percent)},
                    {"power", kDetectablePower},
                    {"alpha", kDetectableAlpha},
                    {"within", DoctorJson::array()},
                    {"change_percent", doctor_value(self.change_percent)},
                    {"p", doctor_value(self.p)},
                    {"starred", self.starred},
                    {"control_moved", self.control_moved},
                    {"interrupted", self.interrupted},
                    {"absent_reason", self.failure.empty() ? DoctorJson(nullptr) : DoctorJson(self.failure)}};
  for (const Detectable& one : self.detectable) {
    object["within"].push_back({{"seconds", one.seconds}, {"detectable_percent", doctor_value(one.percent)}});
  }
  return object;
}

}  // namespace

std::string findings_text(const std::vector<Finding>& findings) {
  std::string text = fmt::format("{} noisy, {} cannot be measured, {} good\n\n", count(findings, Level::noisy),
                                 count(findings, Level::unknown), count(findings, Level::good));
  for (const Level level : {Level::noisy, Level::unknown, Level::good}) {
    for (const Finding& finding : findings) {
      if (finding.level == level) text += finding_lines(finding);
    }
  }
  return text;
}

std::string self_comparison_text(const SelfComparison& self) {
  const std::string what = fmt::format("A/A of {}, {}", self.server, self.scenario);
  if (!self.failure.empty()) return fmt::format("{}: not known: {}\n", what, report::plain(self.failure));
  std::string text = fmt::format(
      "{}: {} differs by {:.2g} % from round to round (standard deviation of the log ratio, {} "
      "rounds of {:.2g} s)\n",
      what, self.metric, *self.deviation_percent, self.rounds, self.seconds_per_round.value_or(0));
  for (const Detectable& one : self.detectable) text += detectable_line(one);
  // The relative standard error of a standard deviation, for normal values.
  const double error = 100 / std::sqrt(2.0 * static_cast<double>(self.rounds - 1));
  text += fmt::format("  with 80 % power at alpha 5 %; figures from {} rounds are known to about {:.0f} %\n",
                      self.rounds, error);
  if (self.interrupted) text += "  interrupted before its budget was used\n";
  if (self.starred) {
    text += fmt::format("  starred: a change of {} was seen where there is none (p {:.2g})\n",
                        table::format_percent(self.change_percent), self.p.value_or(1));
  }
  if (self.control_moved) text += "  untrusted: the control moved, which is the old build once more\n";
  if (self.starred || self.control_moved) {
    text +=
        "  by chance that happens in one of twenty runs: run it again, and if it comes back do not trust this "
        "machine\n";
  }
  return text;
}

std::string doctor_json(const std::vector<Finding>& findings, const std::optional<SelfComparison>& self) {
  DoctorJson object{{"schema", "hotlap.doctor/1"}, {"findings", DoctorJson::array()}, {"detectable", nullptr}};
  for (const Finding& one : findings) {
    object["findings"].push_back(
        {{"id", one.id}, {"level", name(one.level)}, {"seen", one.seen}, {"harm", one.harm}, {"advice", one.advice}});
  }
  if (self) object["detectable"] = self_json(*self);
  // Files hold any byte: U+FFFD where they are no UTF-8.
  return object.dump(2, ' ', false, DoctorJson::error_handler_t::replace) + '\n';
}

}  // namespace hotlap::cli
