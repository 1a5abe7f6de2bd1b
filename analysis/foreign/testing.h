// For the tests of this room: text or a file of testdata through a format.
#pragma once

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/foreign/collector.h"
#include "analysis/foreign/foreign.h"

namespace hotlap::foreign::testing {

inline std::string path_of(const std::string& name) { return HOTLAP_SOURCE_DIR "/analysis/foreign/testdata/" + name; }

inline std::string text_of(const std::string& name) {
  std::ifstream file(path_of(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Reads text as the file "f" of old; with `alone` as the only file.
inline Collection read(const std::string& id, const std::string& text, bool alone = false) {
  Collection collection;
  std::istringstream stream(text);
  Collector collector(collection, "f", alone ? std::nullopt : std::optional(core::Arm::old_build));
  format(id).read(stream, collector);
  return collection;
}

/// The first value of each sample of a configuration's name, in the order of the file.
inline std::vector<double> values(const Collection& collection, const std::string& name, std::size_t which = 0) {
  std::vector<double> numbers;
  for (const core::Sample& sample : collection.samples) {
    if (name_of(collection.configurations[static_cast<std::size_t>(sample.configuration)]) != name) continue;
    if (which < sample.values.size()) numbers.push_back(*sample.values[which].second);
  }
  return numbers;
}

inline std::vector<std::string> names(const Collection& collection) {
  std::vector<std::string> all;
  for (const auto& configuration : collection.configurations) all.push_back(name_of(configuration));
  return all;
}

/// What broke, one text an arm: "f:3: the benchmark gave up: ...".
inline std::vector<std::string> broken(const Collection& collection) {
  std::vector<std::string> all;
  for (const record::Event& event : collection.void_arms) all.push_back(event.seen + ": " + event.what);
  return all;
}

/// What the user is told, or "" when nothing is wrong.
template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

inline std::string error_in(const std::string& id, const std::string& text, bool alone = false) {
  return error_of([&] { read(id, text, alone); });
}

}  // namespace hotlap::foreign::testing
