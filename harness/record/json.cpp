// run.json: one list of fields for each struct, used both ways.
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <type_traits>

#include "harness/core/error.h"
#include "harness/record/record.h"

namespace hotlap::record {
namespace {

constexpr const char* kRestore = "restore it from a copy, or measure again with a new --out";

using Json = nlohmann::ordered_json;
template <class Value>
using Pairs = std::vector<std::pair<std::string, Value>>;

// The fields, in the order of the file. `each` is called with every key and its field.

template <class Header, class Each>
requires std::is_same_v<std::remove_const_t<Header>, RunHeader>
void fields(Header& header, Each&& each) {
  each("schema", header.schema);
  each("hotlap_version", header.hotlap_version);
  each("command_line", header.command_line);
  each("started_at", header.started_at);
  each("protocol", header.protocol);
  each("load", header.load);
  each("load_version", header.load_version);
  each("seed", header.seed);
  each("control", header.control);
  each("single", header.single);
  each("budget_seconds", header.budget_seconds);
  each("rounds", header.rounds);
  each("laps", header.laps);
  each("steady_laps", header.steady_laps);
  each("warm_requests", header.warm_requests);
  each("lap_ms", header.lap_ms);
  each("server_cpus", header.server_cpus);
  each("client_cpus", header.client_cpus);
  each("subjects", header.subjects);
  each("configurations", header.configurations);
  each("metrics", header.metrics);
  each("environment", header.environment);
  each("warnings", header.warnings);
}

template <class Subject, class Each>
requires std::is_same_v<std::remove_const_t<Subject>, SubjectInfo>
void fields(Subject& subject, Each&& each) {
  each("arm", subject.arm);
  each("spec", subject.spec);
  each("server", subject.server);
  each("variant", subject.variant);
  each("executable", subject.executable);
  each("version", subject.version);
  each("hash", subject.hash);
  each("arguments", subject.arguments);
  each("environment", subject.environment);
}

template <class Configuration, class Each>
requires std::is_same_v<std::remove_const_t<Configuration>, ConfigurationInfo>
void fields(Configuration& configuration, Each&& each) {
  each("scenario", configuration.scenario);
  each("parameters", configuration.parameters);
}

template <class Metric, class Each>
requires std::is_same_v<std::remove_const_t<Metric>, core::Metric>
void fields(Metric& metric, Each&& each) {
  each("id", metric.id);
  each("unit", metric.unit);
  each("better", metric.better);
  each("pooling", metric.pooling);
  each("role", metric.role);
  each("exact", metric.exact);
  each("help", metric.help);
}

template <class Warning, class Each>
requires std::is_same_v<std::remove_const_t<Warning>, core::Warning>
void fields(Warning& warning, Each&& each) {
  each("code", warning.code);
  each("text", warning.text);
  each("advice", warning.advice);
  each("numbers", warning.numbers);
}

// Writing.

Json encode(const std::string& text) { return text; }
Json encode(bool value) { return value; }
Json encode(int number) { return number; }
Json encode(std::uint64_t number) { return number; }
Json encode(core::Arm arm) { return core::arm_name(arm); }
template <class Enumeration>
requires std::is_enum_v<Enumeration> Json encode(Enumeration value) { return core::name(value); }

Json encode(double number) {
  if (!std::isfinite(number)) throw std::logic_error("a number of the record is not finite");
  return number;
}

template <class Value>
Json encode(const Pairs<Value>& pairs) {
  Json object = Json::object();
  for (const auto& [key, value] : pairs) object[key] = encode(value);
  return object;
}

template <class Struct>
requires(std::is_class_v<Struct>) Json encode(const Struct& value);

template <class Item>
Json encode(const std::vector<Item>& items) {
  Json array = Json::array();
  for (const Item& item : items) array.push_back(encode(item));
  return array;
}

template <class Struct>
requires(std::is_class_v<Struct>) Json encode(const Struct& value) {
  Json object = Json::object();
  fields(value, [&](const char* key, const auto& field) { object[key] = encode(field); });
  return object;
}

// Reading: each decode fills its target or adds a problem that names the place, as "subjects[0].arm".

class Decoder {
 public:
  explicit Decoder(std::string source) : source_(std::move(source)) {}

  void operator()(const Json& json, const std::string& place, std::string& target) {
    if (!json.is_string()) return wrong(place, "must be a string");
    target = json.get<std::string>();
  }
  void operator()(const Json& json, const std::string& place, bool& target) {
    if (!json.is_boolean()) return wrong(place, "must be true or false");
    target = json.get<bool>();
  }
  void operator()(const Json& json, const std::string& place, std::uint64_t& target) {
    if (!json.is_number_unsigned()) return wrong(place, "must be a whole number, not negative");
    target = json.get<std::uint64_t>();
  }
  void operator()(const Json& json, const std::string& place, int& target) {
    std::uint64_t number = 0;
    (*this)(json, place, number);
    if (number > std::numeric_limits<int>::max()) return wrong(place, "is too large");
    target = static_cast<int>(number);
  }
  void operator()(const Json& json, const std::string& place, double& target) {
    if (!json.is_number()) return wrong(place, "must be a number");
    target = json.get<double>();
  }
  void operator()(const Json& json, const std::string& place, core::Arm& target) {
    named(json, place, target, core::arm_from_name);
  }
  void operator()(const Json& json, const std::string& place, core::Better& target) {
    named(json, place, target, core::better_from_name);
  }
  void operator()(const Json& json, const std::string& place, core::Pooling& target) {
    named(json, place, target, core::pooling_from_name);
  }
  void operator()(const Json& json, const std::string& place, core::Role& target) {
    named(json, place, target, core::role_from_name);
  }
  template <class Value>
  void operator()(const Json& json, const std::string& place, Pairs<Value>& target) {
    if (!json.is_object()) return wrong(place, "must be an object");
    for (const auto& [key, value] : json.items())
      (*this)(value, place + "." + key, target.emplace_back(key, Value()).second);
  }
  template <class Item>
  void operator()(const Json& json, const std::string& place, std::vector<Item>& target) {
    if (!json.is_array()) return wrong(place, "must be an array");
    for (const Json& item : json) {
      const std::string item_place = place + "[" + std::to_string(target.size()) + "]";
      (*this)(item, item_place, target.emplace_back());
    }
  }
  template <class Struct>
  requires(std::is_class_v<Struct>) void operator()(const Json& json, const std::string& place, Struct& target) {
    if (!json.is_object()) return wrong(place, "must be an object");
    fields(target, [&](const std::string& key, auto& field) {
      const std::string field_place = place.empty() ? key : place + "." + key;
      const auto found = json.find(key);
      if (found == json.end()) return wrong(field_place, "is missing");
      (*this)(*found, field_place, field);
    });
  }

  void wrong(const std::string& place, const std::string& what) {
    problems_.push_back({place.empty() ? "the record " + what : "'" + place + "' " + what, source_, kRestore});
  }
  void throw_problems() const {
    if (!problems_.empty()) throw core::UserError(problems_);
  }

 private:
  template <class Enumeration, class FromName>
  void named(const Json& json, const std::string& place, Enumeration& target, FromName from_name) {
    std::string text;
    const std::size_t before = problems_.size();
    (*this)(json, place, text);
    if (problems_.size() != before) return;
    const auto value = from_name(text);
    if (!value) return wrong(place, "is unknown: '" + text + "'");
    target = *value;
  }

  std::string source_;
  std::vector<core::Problem> problems_;
};

Json parse_json(const std::string& text, const std::string& source) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw core::UserError({"malformed JSON at byte " + std::to_string(error.byte), source, kRestore});
  } catch (const Json::exception&) {
    throw core::UserError({"malformed JSON: a number is too large", source, kRestore});
  }
}

/// Before anything else: another version's fields are not to be judged.
void check_schema(const Json& json, const std::string& source) {
  const auto schema = json.is_object() ? json.find("schema") : json.end();
  if (schema != json.end() && *schema == kRunSchema) return;
  const std::string expected = "this program reads " + std::string(kRunSchema);
  if (schema == json.end() || !schema->is_string())
    throw core::UserError({"no 'schema': not a record", source, expected});
  throw core::UserError({"the record is a '" + schema->get<std::string>() + "'", source, expected});
}

}  // namespace

std::string to_json(const RunHeader& header) {
  return encode(header).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

RunHeader header_from_json(const std::string& text, const std::string& source) {
  const Json json = parse_json(text, source);
  check_schema(json, source);
  RunHeader header;
  Decoder decode(source);
  decode(json, "", header);
  decode.throw_problems();
  return header;
}

}  // namespace hotlap::record
