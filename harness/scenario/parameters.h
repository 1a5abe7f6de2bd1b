// The table [parameters]: what a scenario stands for more than once.
#pragma once

#include <toml++/toml.h>

#include <set>
#include <string>
#include <vector>

#include "harness/config/toml_reader.h"
#include "harness/scenario/scenario.h"

namespace hotlap::scenario {

/// Parameters that change together: one name, or several that are given in tuples ("n,len" = [[10, 1], [10, 5]]).
struct Axis {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;  ///< each as long as `names`
  toml::source_position at;
};

struct ParameterTable {
  std::vector<Axis> axes;          ///< in the order written
  std::set<std::string> doubtful;  ///< parameters whose values are wrong: what follows from them is not worth telling

  /// The values of every configuration, the last axis fastest; one without values when there are no axes. When
  /// something is doubtful, the first alone.
  std::vector<Values> points() const;
  /// Each name with its values, in the order in which they first stand.
  std::vector<Parameter> parameters() const;
};

/// Reads the table of the file, if it has one. What is wrong goes to the findings: names that are not [a-z][a-z0-9_]*,
/// taken or twice, values that are no strings or integers, none or twice, more than kMostConfigurations of them.
ParameterTable read_parameters(const toml::table& file, config::Findings& findings);

}  // namespace hotlap::scenario
