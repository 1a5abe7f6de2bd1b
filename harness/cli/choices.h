// --set: which configurations of a grid are meant.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "harness/core/error.h"
#include "harness/scenario/scenario.h"

namespace hotlap::cli {

/// Whether a list of names or values has this one.
inline bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// Parameters and the values that are wanted of them.
using Choices = std::vector<scenario::Parameter>;

/// From NAME=VALUE texts; a name that comes twice may have either value. Throws UserError for what is none.
Choices choices_of(const std::vector<std::string>& set);

/// A problem with a suggestion for every name that none of the files has for a parameter, and every value that the
/// parameter has in none of them.
std::vector<core::Problem> check_choices(const Choices& choices,
                                         const std::vector<const scenario::ScenarioFile*>& files);

/// Whether a configuration with these values is wanted. What a scenario has no parameter for leaves it alone.
bool is_chosen(const scenario::Values& values, const Choices& choices);

}  // namespace hotlap::cli
