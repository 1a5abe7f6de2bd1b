// Format `csv`: RFC 4180, one line per row, numbers unrounded, for spreadsheets and scripts.
#include <fmt/format.h>

#include <array>

#include "analysis/report/escape.h"
#include "analysis/report/formats.h"

namespace hotlap::report {
namespace {

/// One line: fields in order, with the names for the first line and why fields are empty.
class Line {
 public:
  void text(std::string_view name, std::string_view value) { add(name, csv_field(value)); }
  void count(std::string_view name, std::size_t value) { add(name, fmt::format("{}", value)); }
  void number(std::string_view name, const core::Value& value) {
    add(name, value.present() ? fmt::format("{}", *value) : "");
    if (!value.present())
      fmt::format_to(std::back_inserter(reasons_), "{}{}: {}", reasons_.empty() ? "" : "; ", name, value.reason());
  }
  void interval(std::string_view name, const stats::Interval& value) {
    number(fmt::format("{}_low_percent", name), value.low);
    number(fmt::format("{}_high_percent", name), value.high);
  }
  const std::string& reasons() const { return reasons_; }
  const std::string& titles() const { return titles_; }
  const std::string& fields() const { return fields_; }

 private:
  void add(std::string_view name, std::string_view field) {
    if (!titles_.empty()) {
      titles_ += ',';
      fields_ += ',';
    }
    titles_ += name;
    fields_ += field;
  }
  std::string titles_;
  std::string fields_;
  std::string reasons_;
};

std::string parameters_of(const compare::Row& row) {
  std::string text;
  for (const auto& [key, value] : row.parameters) text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  return text;
}

std::string codes_of(const compare::Row& row) {
  std::string text;
  for (const core::Warning& warning : row.warnings) text += (text.empty() ? "" : " ") + warning.code;
  return text;
}

void compared(Line& line, const compare::Row& row) {
  line.number("new_mean", row.new_build.mean);
  line.count("new_n", row.new_build.n);
  line.number("change_percent", row.change_percent);
  line.interval("interval", row.interval_percent);
  line.interval("median_interval", row.median_interval_percent);
  line.number("p", row.p);
  line.number("p_adjusted", row.p_adjusted);
  line.number("q_displayed", row.q_displayed);
  line.number("detectable_percent", row.detectable_percent);
  line.number("seconds_for_margin", row.seconds_for_margin);
  line.number("welch_t", row.welch.t);
  line.number("welch_df", row.welch.degrees_of_freedom);
  line.number("welch_p", row.welch.p);
  line.text("welch_stars", std::string(static_cast<std::size_t>(row.welch.stars), '*'));
  line.number("welch_improvement_percent", row.welch.improvement_percent);
  constexpr std::array kNames{"welch_accuracy_95_percent", "welch_accuracy_99_percent", "welch_accuracy_99_9_percent"};
  for (std::size_t i = 0; i < kNames.size(); ++i) line.number(kNames[i], row.welch.accuracy_percent[i]);
  const core::Value none = core::Value::absent("no control for this row");
  line.number("control_change_percent", row.control ? row.control->change_percent : none);
  line.interval("control_interval", row.control ? row.control->interval_percent : stats::Interval{none, none});
  line.number("control_p", row.control ? row.control->p : none);
}

Line line_of(const compare::Row& row, bool single) {
  Line line;
  line.text("scenario", row.scenario);
  line.text("parameters", parameters_of(row));
  line.text("metric", row.metric.id);
  line.text("unit", row.metric.unit);
  line.text("better", core::name(row.metric.better));
  if (!single) {
    line.text("role", core::name(row.role));
    line.text("verdict", compare::name(row.verdict));
  }
  line.count("rounds", row.rounds);
  line.number(single ? "mean" : "old_mean", row.old_build.mean);
  line.count(single ? "n" : "old_n", row.old_build.n);
  if (single) {
    line.interval("spread", row.interval_percent);
  } else {
    compared(line, row);
  }
  line.number("sampling_error_percent", row.sampling_error_percent);
  line.text("warnings", codes_of(row));
  const std::string reasons = row.absent_reason.empty() ? line.reasons() : row.absent_reason;
  line.text("absent_reason", reasons);
  return line;
}

std::string render(const compare::Comparison& comparison) {
  std::string text = line_of(compare::Row{}, comparison.single).titles() + "\r\n";
  for (const compare::Row& row : comparison.rows) text += line_of(row, comparison.single).fields() + "\r\n";
  return text;
}

}  // namespace

Format csv_format() { return {"csv", "one line per row, unrounded numbers, empty where absent (RFC 4180)", render}; }

}  // namespace hotlap::report
