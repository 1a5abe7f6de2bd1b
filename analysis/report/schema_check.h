// For tests only: checks JSON against the schemas of results/schema, with just the keywords that they use.
//
// Debian 12 has no C++ validator for JSON Schema. This one knows type, properties, required, enum, items,
// additionalProperties, const, minimum, minItems, maxItems, oneOf and $ref into $defs of the same file; any other
// keyword is a problem of its own, so that a schema never promises what is not checked.
#pragma once

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace hotlap::report {

class SchemaCheck {
 public:
  using Json = nlohmann::json;

  /// Throws std::runtime_error when the file cannot be read, nlohmann's parse error when it is no JSON.
  static SchemaCheck from_file(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    return SchemaCheck(Json::parse(file));
  }
  explicit SchemaCheck(Json schema) : schema_(std::move(schema)) {}

  /// What is wrong, each as "place: problem"; empty for a value that fits.
  std::vector<std::string> problems(const Json& value) const {
    std::vector<std::string> found;
    check(schema_, value, "$", found);
    return found;
  }

 private:
  using Problems = std::vector<std::string>;

  void check(const Json& schema, const Json& value, const std::string& place, Problems& found) const {
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) found.push_back(place + ": not allowed");
      return;
    }
    for (const auto& [keyword, rule] : schema.items()) check_keyword(schema, keyword, rule, value, place, found);
  }

  void check_keyword(const Json& schema, const std::string& keyword, const Json& rule, const Json& value,
                     const std::string& place, Problems& found) const {
    const auto want = [&](bool fine, const std::string& problem) {
      if (!fine) found.push_back(place + ": " + problem);
    };
    if (keyword == "type") {
      want(is_of_type(rule, value), "is not of type " + rule.dump());
    } else if (keyword == "const") {
      want(value == rule, "is not " + rule.dump());
    } else if (keyword == "enum") {
      want(std::find(rule.begin(), rule.end(), value) != rule.end(), value.dump() + " is none of " + rule.dump());
    } else if (keyword == "minimum") {
      want(!value.is_number() || value >= rule, value.dump() + " is below " + rule.dump());
    } else if (keyword == "minItems") {
      want(!value.is_array() || value.size() >= rule.get<std::size_t>(), "has too few items");
    } else if (keyword == "maxItems") {
      want(!value.is_array() || value.size() <= rule.get<std::size_t>(), "has too many items");
    } else if (keyword == "required") {
      for (const Json& name : rule) want(!value.is_object() || value.contains(name), "lacks " + name.dump());
    } else if (keyword == "properties" || keyword == "additionalProperties") {
      check_members(schema, keyword, value, place, found);
    } else if (keyword == "items") {
      for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
        check(rule, value[i], place + "[" + std::to_string(i) + "]", found);
      }
    } else if (keyword == "$ref") {
      check(referred(rule.get<std::string>()), value, place, found);
    } else if (keyword == "oneOf") {
      check_one_of(rule, value, place, found);
    } else if (!says_nothing(keyword)) {
      found.push_back(place + ": the schema uses '" + keyword + "', which this check does not know");
    }
  }

  /// Both keywords look at the members of an object: the named ones, or all others.
  void check_members(const Json& schema, const std::string& keyword, const Json& value, const std::string& place,
                     Problems& found) const {
    if (!value.is_object()) return;
    const Json named = schema.value("properties", Json::object());
    for (const auto& [name, member] : value.items()) {
      std::string inner = place;
      inner.append(".").append(name);
      if (keyword == "properties" && named.contains(name)) check(named[name], member, inner, found);
      if (keyword == "additionalProperties" && !named.contains(name)) check(schema[keyword], member, inner, found);
    }
  }

  void check_one_of(const Json& choices, const Json& value, const std::string& place, Problems& found) const {
    std::size_t fitting = 0;
    Problems all;
    for (const Json& choice : choices) {
      Problems inner;
      check(choice, value, place, inner);
      if (inner.empty()) ++fitting;
      all.insert(all.end(), inner.begin(), inner.end());
    }
    if (fitting == 1) return;
    found.push_back(place + ": fits " + std::to_string(fitting) + " of the choices instead of one");
    if (fitting == 0) found.insert(found.end(), all.begin(), all.end());
  }

  const Json& referred(const std::string& reference) const {
    return schema_.at(Json::json_pointer(reference.substr(1)));
  }

  static bool says_nothing(const std::string& keyword) {
    return keyword == "$schema" || keyword == "$id" || keyword == "$defs" || keyword == "title" ||
           keyword == "description";
  }

  static bool is_of_type(const Json& rule, const Json& value) {
    if (rule.is_array()) {
      return std::any_of(rule.begin(), rule.end(), [&](const Json& type) { return is_of_type(type, value); });
    }
    const auto type = rule.get<std::string>();
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "number") return value.is_number();
    return type == "integer" && value.is_number_integer();
  }

  Json schema_;
};

}  // namespace hotlap::report
