// Members of JSON objects by strangers: each is checked before it is taken.
#include <fmt/format.h>

#include "analysis/foreign/json_elements.h"

namespace hotlap::foreign {

const Json& member_of(const Json& object, const std::string& key, const Collector& collector, std::size_t line) {
  static const Json kNone;
  if (!object.is_object()) collector.refuse(line, fmt::format("there is no object with a \"{}\"", key));
  const auto found = object.find(key);
  return found == object.end() ? kNone : *found;
}

double number_in(const Json& object, const std::string& key, const Collector& collector, std::size_t line) {
  const Json& member = member_of(object, key, collector, line);
  if (!object.contains(key)) collector.refuse(line, fmt::format("there is no \"{}\"", key));
  if (!member.is_number()) collector.refuse(line, fmt::format("\"{}\" is no number", key));
  return member.get<double>();
}

std::string text_in(const Json& object, const std::string& key, const Collector& collector, std::size_t line) {
  const Json& member = member_of(object, key, collector, line);
  if (!object.contains(key)) collector.refuse(line, fmt::format("there is no \"{}\"", key));
  if (!member.is_string()) collector.refuse(line, fmt::format("\"{}\" is no text", key));
  return member.get<std::string>();
}

std::vector<double> numbers_in(const Json& object, const std::string& key, const Collector& collector,
                               std::size_t line) {
  const Json& member = member_of(object, key, collector, line);
  std::vector<double> numbers;
  if (member.is_null()) return numbers;
  if (!member.is_array()) collector.refuse(line, fmt::format("\"{}\" is no array", key));
  for (const Json& number : member) {
    if (!number.is_number()) collector.refuse(line, fmt::format("\"{}\" holds what is no number", key));
    numbers.push_back(number.get<double>());
  }
  return numbers;
}

void tell_surroundings(const Json& object, std::initializer_list<const char*> names, Collector& collector) {
  if (!object.is_object()) return;
  for (const char* name : names) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_structured() || found->is_null()) continue;
    collector.surrounding(name, found->is_string() ? found->get<std::string>() : found->dump());
  }
}

}  // namespace hotlap::foreign
