// A parse that reports instead of throwing, so that the problems of many files can be told at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/error.h"
#include "harness/scenario/scenario.h"

namespace hotlap::scenario {

struct Parsed {
  ScenarioFile file;  ///< complete only when there are no problems
  std::vector<core::Problem> problems;
};

/// @param stem the name that the scenario must have; none: any.
Parsed parse(std::string_view toml, const std::string& source, const std::optional<std::string>& stem);

}  // namespace hotlap::scenario
