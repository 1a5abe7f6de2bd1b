// --set.
#include "harness/cli/choices.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/core/suggest.h"

namespace hotlap::cli {
namespace {

template <class Parameters>
auto find(Parameters& parameters, const std::string& name) {
  return std::find_if(parameters.begin(), parameters.end(), [&](const auto& one) { return one.name == name; });
}

/// What the files have together.
Choices offered_by(const std::vector<const scenario::ScenarioFile*>& files) {
  Choices offered;
  for (const auto* file : files) {
    for (const auto& [name, values] : file->parameters) {
      auto known = find(offered, name);
      if (known == offered.end()) known = offered.insert(offered.end(), {name, {}});
      for (const auto& value : values) {
        if (!contains(known->values, value)) known->values.push_back(value);
      }
    }
  }
  return offered;
}

}  // namespace

Choices choices_of(const std::vector<std::string>& set) {
  Choices choices;
  for (const auto& text : set) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw core::UserError({"'" + text + "' is not NAME=VALUE", "--set", "as --set len=1024"});
    }
    const std::string name = text.substr(0, equals);
    auto known = find(choices, name);
    if (known == choices.end()) known = choices.insert(choices.end(), {name, {}});
    known->values.push_back(text.substr(equals + 1));
  }
  return choices;
}

std::vector<core::Problem> check_choices(const Choices& choices,
                                         const std::vector<const scenario::ScenarioFile*>& files) {
  const Choices offered = offered_by(files);
  std::vector<std::string> names;
  for (const auto& parameter : offered) names.push_back(parameter.name);
  std::vector<core::Problem> problems;
  for (const auto& [name, values] : choices) {
    const auto known = find(offered, name);
    if (known == offered.end()) {
      problems.push_back(
          {"none of the scenarios has a parameter '" + name + "'", "--set",
           names.empty() ? "they have none; hotlap list scenarios shows which have" : core::suggest(name, names)});
      continue;
    }
    for (const auto& value : values) {
      if (contains(known->values, value)) continue;
      problems.push_back(
          {fmt::format("parameter '{}' is never '{}'", name, value), "--set", core::suggest(value, known->values)});
    }
  }
  return problems;
}

bool is_chosen(const scenario::Values& values, const Choices& choices) {
  return std::all_of(values.begin(), values.end(), [&](const auto& one) {
    const auto choice = find(choices, one.first);
    return choice == choices.end() || contains(choice->values, one.second);
  });
}

}  // namespace hotlap::cli
