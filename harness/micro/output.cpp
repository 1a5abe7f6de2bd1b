// Reads the JSON that a Google Benchmark program writes.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/micro/micro.h"

namespace hotlap::micro {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kSeen = 400;  ///< bytes of a text that is no JSON

/// Keys of a row that are the library's own (versions 1.5 to 1.9); every other number is a counter of the benchmark.
constexpr std::array kOwnKeys{"name",
                              "run_name",
                              "run_type",
                              "family_index",
                              "repetitions",
                              "repetition_index",
                              "threads",
                              "per_family_instance_index",
                              "aggregate_name",
                              "aggregate_unit",
                              "error_occurred",
                              "error_message",
                              "skipped",
                              "skip_message",
                              "iterations",
                              "real_time",
                              "cpu_time",
                              "time_unit",
                              "label",
                              "cpu_coefficient",
                              "big_o",
                              "real_coefficient",
                              "rms"};

/// The library writes numbers that are none as NaN and Infinity, which JSON does not have: they become null.
std::string without_nan(const std::string& json) {
  constexpr std::array<std::string_view, 4> kNone{"-Infinity", "Infinity", "-NaN", "NaN"};
  std::string text;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (quoted && json[i] == '\\' && i + 1 < json.size()) {
      text += json[i++];
    } else if (json[i] == '"') {
      quoted = !quoted;
    }
    const auto* none = std::find_if(kNone.begin(), kNone.end(), [&](std::string_view word) {
      return !quoted && json.compare(i, word.size(), word) == 0;
    });
    if (none == kNone.end()) {
      text += json[i];
    } else {
      text += "null";
      i += none->size() - 1;
    }
  }
  return text;
}

Json parse(const std::string& text) {
  try {
    return Json::parse(without_nan(text));
  } catch (const Json::exception&) {
    throw core::ArmFailure("its results are no JSON: truncated or garbled", text.substr(0, kSeen));
  }
}

std::string text_of(const Json& row, const char* key) {
  const auto found = row.find(key);
  return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_true(const Json& row, const char* key) {
  const auto found = row.find(key);
  return found != row.end() && found->is_boolean() && found->get<bool>();
}

void check_errors(const Json& row) {
  if (is_true(row, "error_occurred")) {
    throw core::ArmFailure("the benchmark reported an error: " + text_of(row, "error_message"), "");
  }
  if (is_true(row, "skipped")) {
    throw core::ArmFailure("the benchmark was skipped: " + text_of(row, "skip_message"), "");
  }
}

double nanoseconds_per_unit(const Json& row) {
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
      {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
  const std::string unit = text_of(row, "time_unit");
  for (const auto& [name, factor] : kUnits) {
    if (name == unit) return factor;
  }
  throw core::ArmFailure("its times have the unknown unit '" + unit + "'", row.dump(1));
}

double time_of(const Json& row, const std::string& name) {
  // The author said that CPU time is not what this row is about.
  const bool real = name.find("/real_time") != std::string::npos || name.find("/manual_time") != std::string::npos;
  const char* key = real ? "real_time" : "cpu_time";
  const auto found = row.find(key);
  if (found == row.end() || !found->is_number() || found->get<double>() < 0) {
    throw core::ArmFailure(std::string("its ") + key + " is no time", row.dump(1));
  }
  return found->get<double>() * nanoseconds_per_unit(row);
}

std::uint64_t iterations_of(const Json& row) {
  const auto found = row.find("iterations");
  return found != row.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::vector<std::pair<std::string, core::Value>> counters_of(const Json& row) {
  std::vector<std::pair<std::string, core::Value>> counters;
  for (const auto& [key, value] : row.items()) {
    if (std::find(kOwnKeys.begin(), kOwnKeys.end(), key) != kOwnKeys.end()) continue;
    if (value.is_number()) counters.emplace_back(key, value.get<double>());
    if (value.is_null()) counters.emplace_back(key, core::Value::absent("the benchmark counted no finite number"));
  }
  return counters;
}

/// The mean of all; a counter that one of them lacks is absent.
Result averaged(const std::vector<Result>& results) {
  Result mean = results.front();
  const auto count = static_cast<double>(results.size());
  for (std::size_t i = 1; i < results.size(); ++i) {
    mean.time_ns += results[i].time_ns;
    mean.iterations += results[i].iterations;
    for (auto& [name, value] : mean.counters) {
      const auto same = std::find_if(results[i].counters.begin(), results[i].counters.end(),
                                     [&, &id = name](const auto& counter) { return counter.first == id; });
      if (!value.present()) continue;
      if (same == results[i].counters.end() || !same->second.present()) {
        value = core::Value::absent("a repetition did not count it");
      } else {
        value = *value + *same->second;
      }
    }
  }
  mean.time_ns /= count;
  for (auto& [name, value] : mean.counters) {
    if (value.present()) value = *value / count;
  }
  return mean;
}

}  // namespace

std::optional<Result> find_result(const std::string& json, const std::string& name) {
  const Json file = parse(json);
  const auto rows = file.is_object() ? file.find("benchmarks") : file.end();
  if (rows == file.end() || !rows->is_array()) {
    throw core::ArmFailure("its results have no list of benchmarks", json.substr(0, kSeen));
  }
  std::vector<Result> repetitions;
  std::vector<Result> means;  // what is left of repetitions when the benchmark reports aggregates only
  for (const Json& row : *rows) {
    if (!row.is_object()) continue;
    const std::string run_name = text_of(row, "run_name");
    if (text_of(row, "name") != name && run_name != name) continue;
    check_errors(row);
    const bool aggregate = text_of(row, "run_type") == "aggregate";
    if (aggregate && text_of(row, "aggregate_name") != "mean") continue;
    (aggregate ? means : repetitions).push_back({time_of(row, name), iterations_of(row), counters_of(row)});
  }
  if (!repetitions.empty()) return averaged(repetitions);
  if (!means.empty()) return means.front();
  return std::nullopt;
}

Result result_of(const std::string& json, const std::string& name) {
  if (auto result = find_result(json, name)) return *result;
  throw core::ArmFailure("it gave no result for row " + name, json.substr(0, kSeen));
}

}  // namespace hotlap::micro
