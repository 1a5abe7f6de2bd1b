// Format `json`: the contract "hotlap.comparison/1" (results/schema/comparison.schema.json).
#include <array>
#include <nlohmann/json.hpp>

#include "analysis/report/formats.h"
#include "analysis/report/summary.h"

namespace hotlap::report {
namespace {

using Json = nlohmann::ordered_json;
using Pairs = std::vector<std::pair<std::string, std::string>>;

/// `name`: the number; or null, with the reason in `<name>_reason`.
void put(Json& object, const std::string& name, const core::Value& value) {
  object[name] = value.present() ? Json(*value) : Json(nullptr);
  if (!value.present()) object[name + "_reason"] = value.reason();
}

/// `name`: an array, null where a number is absent, with the first reason in `<name>_reason`.
template <class Values>
void put_all(Json& object, const std::string& name, const Values& values) {
  Json array = Json::array();
  std::string reason;
  for (const core::Value& value : values) {
    array.push_back(value.present() ? Json(*value) : Json(nullptr));
    if (!value.present() && reason.empty()) reason = value.reason();
  }
  object[name] = std::move(array);
  if (!reason.empty()) object[name + "_reason"] = reason;
}

void put(Json& object, const std::string& name, const stats::Interval& interval) {
  put_all(object, name, std::array{interval.low, interval.high});
}

Json map_of(const Pairs& pairs) {
  Json object = Json::object();
  for (const auto& [key, value] : pairs) object[key] = value;
  return object;
}

Json warnings_of(const std::vector<core::Warning>& warnings) {
  Json array = Json::array();
  for (const core::Warning& warning : warnings) {
    Json numbers = Json::object();
    for (const auto& [name, number] : warning.numbers) put(numbers, name, core::Value(number));
    array.push_back({{"code", warning.code}, {"text", warning.text}, {"advice", warning.advice}, {"numbers", numbers}});
  }
  return array;
}

Json subject_of(const record::SubjectInfo& subject) {
  return {{"arm", core::arm_name(subject.arm)},
          {"spec", subject.spec},
          {"server", subject.server},
          {"variant", subject.variant},
          {"executable", subject.executable},
          {"version", subject.version},
          {"hash", subject.hash},
          {"arguments", subject.arguments},
          {"environment", map_of(subject.environment)}};
}

Json arm_of(const compare::ArmSummary& arm) {
  Json object;
  put(object, "mean", arm.mean);
  object["n"] = arm.n;
  return object;
}

Json welch_of(const stats::Welch& welch) {
  Json object;
  put(object, "t", welch.t);
  put(object, "df", welch.degrees_of_freedom);
  put(object, "p", welch.p);
  object["stars"] = std::string(static_cast<std::size_t>(welch.stars), '*');
  put(object, "improvement_percent", welch.improvement_percent);
  put_all(object, "accuracy_percent", welch.accuracy_percent);
  put(object, "fieller_percent", welch.fieller_percent);
  return object;
}

Json rank_of(const stats::RankTest& rank) {
  Json object;
  put(object, "u", rank.u);
  put(object, "p", rank.p);
  object["smallest_p"] = rank.smallest_p;
  object["method"] = rank.exact ? "exact" : "normal";
  return object;
}

/// `<arm><suffix>` for every arm that there is.
void put_arms(Json& object, const std::map<core::Arm, std::vector<core::Value>>& values, const std::string& suffix) {
  for (const auto& [arm, list] : values) put_all(object, std::string(core::arm_name(arm)) + suffix, list);
}

/// Rounds count from 1 wherever a person reads them.
Json series_of(const compare::Series& series) {
  Json object{{"round", Json::array()}};
  for (const int round : series.rounds) object["round"].push_back(round + 1);
  put_arms(object, series.values, "");
  if (!series.change_percent.empty()) put_all(object, "change_percent", series.change_percent);
  return object;
}

Json latency_of(const compare::Latency& latency) {
  Json object{{"percent", latency.percent}};
  put_arms(object, latency.nanoseconds, "_ns");
  return object;
}

Json warm_up_of(const compare::WarmUp& warm_up) {
  Json object{{"metric", warm_up.metric.id}, {"unit", warm_up.metric.unit}, {"lap", Json::array()}};
  for (std::size_t lap = 1; lap <= warm_up.rounds.size(); ++lap) object["lap"].push_back(lap);
  object["rounds"] = warm_up.rounds;
  put_arms(object, warm_up.values, "");
  object["capped_rounds"] = warm_up.capped_rounds;
  return object;
}

Json configuration_of(const compare::Configuration& configuration) {
  Json object{{"scenario", configuration.info.scenario}, {"parameters", map_of(configuration.info.parameters)}};
  const auto put_part = [&](const char* name, const std::string& reason, const auto& make) {
    object[name] = reason.empty() ? make() : Json(nullptr);
    if (!reason.empty()) object[std::string(name) + "_reason"] = reason;
  };
  put_part("latency", configuration.latency.absent_reason, [&] { return latency_of(configuration.latency); });
  put_part("warm_up", configuration.warm_up.absent_reason, [&] { return warm_up_of(configuration.warm_up); });
  return object;
}

void put_control(Json& object, const compare::Row& row, bool measured) {
  if (!row.control) {
    object["control"] = nullptr;
    object["control_reason"] = measured ? "no control figure for this row" : "the run had no control";
    return;
  }
  Json control;
  put(control, "change_percent", row.control->change_percent);
  put(control, "interval_percent", row.control->interval_percent);
  put(control, "p", row.control->p);
  object["control"] = std::move(control);
}

/// Only where alpha is spent over several looks, or ended before the last of them.
void put_looks(Json& object, const compare::Row& row, double alpha) {
  if (!row.nominal_p.present() || (row.looks == 1 && *row.nominal_p == alpha)) return;
  object["looks"] = {{"made", row.looks}, {"nominal_p", *row.nominal_p}};
}

Json row_of(const compare::Row& row, double alpha, bool control_measured) {
  Json object{{"configuration", row.configuration},
              {"scenario", row.scenario},
              {"parameters", map_of(row.parameters)},
              {"metric", row.metric.id},
              {"unit", row.metric.unit},
              {"better", core::name(row.metric.better)},
              {"exact", row.metric.exact},
              {"role", core::name(row.role)},
              {"verdict", compare::name(row.verdict)},
              {"sentence", row.sentence},
              {"rounds", row.rounds},
              {"old", arm_of(row.old_build)},
              {"new", arm_of(row.new_build)}};
  put(object, "change_percent", row.change_percent);
  put(object, "interval_percent", row.interval_percent);
  put(object, "median_interval_percent", row.median_interval_percent);
  put(object, "p", row.p);
  put_looks(object, row, alpha);
  put(object, "p_adjusted", row.p_adjusted);
  put(object, "q_displayed", row.q_displayed);
  put(object, "detectable_percent", row.detectable_percent);
  put(object, "seconds_for_margin", row.seconds_for_margin);
  put(object, "sampling_error_percent", row.sampling_error_percent);
  object["welch"] = welch_of(row.welch);
  object["rank"] = rank_of(row.rank);
  put_control(object, row, control_measured);
  object["series"] = series_of(row.series);
  if (!row.absent_reason.empty()) object["absent_reason"] = row.absent_reason;
  object["warnings"] = warnings_of(row.warnings);
  return object;
}

Json void_arm_of(const compare::VoidArm& arm) {
  return {{"arm", core::arm_name(arm.arm)},
          {"configuration", arm.configuration},
          {"round", arm.round},
          {"what", arm.what},
          {"seen", arm.seen}};
}

Json head_of(const compare::Comparison& comparison) {
  const record::RunHeader& header = comparison.header;
  return {{"schema", "hotlap.comparison/1"},
          {"verdict", compare::name(comparison.verdict)},
          {"trusted", comparison.trusted},
          {"headline", comparison.headline},
          {"single", comparison.single},
          {"interrupted", comparison.interrupted},
          {"policy",
           {{"alpha", comparison.policy.alpha},
            {"margin_percent", comparison.policy.margin_percent},
            {"decide", comparison.policy.decide},
            {"metrics", comparison.policy.metrics}}},
          {"expected_false_positives", comparison.expected_false_positives},
          {"warnings", warnings_of(run_warnings(comparison))},
          {"folder", comparison.folder},
          {"seconds", comparison.seconds},
          {"seed", header.seed},
          {"command_line", header.command_line},
          {"started_at", header.started_at},
          {"hotlap_version", header.hotlap_version},
          {"protocol", header.protocol},
          {"load", header.load},
          {"load_version", header.load_version},
          {"environment", map_of(header.environment)}};
}

std::string render(const compare::Comparison& comparison) {
  Json object = head_of(comparison);
  object["subjects"] = Json::array();
  for (const record::SubjectInfo& subject : comparison.header.subjects)
    object["subjects"].push_back(subject_of(subject));
  object["void_arms"] = Json::array();
  for (const compare::VoidArm& arm : comparison.void_arms) object["void_arms"].push_back(void_arm_of(arm));
  object["configurations"] = Json::array();
  for (const compare::Configuration& configuration : comparison.configurations)
    object["configurations"].push_back(configuration_of(configuration));
  object["rows"] = Json::array();
  for (const compare::Row& row : comparison.rows)
    object["rows"].push_back(row_of(row, comparison.policy.alpha, comparison.header.control));
  // A name that is no UTF-8 shows U+FFFD where it is broken: a report is not refused because of it.
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

Format json_format() { return {"json", "everything, for programs: one object of schema hotlap.comparison/1", render}; }

}  // namespace hotlap::report
