// {name} in the strings of a scenario.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/config/toml_reader.h"
#include "harness/scenario/scenario.h"

namespace hotlap::scenario {

/// The name in the text's first placeholder, which is a parameter's name in braces; empty when it has none. Other
/// braces, as JSON's, are just braces.
std::string_view first_placeholder(std::string_view text);

/// What the placeholders of a file were used for, over all its configurations.
struct Uses {
  std::set<std::string> names;
  std::set<toml::source_position> blocks;  ///< of [[response.also]] that apply to a configuration
  /// Where a value stands that is not known, since its parameter is wrong: what is wrong there says nothing.
  std::vector<toml::source_position> doubtful;
};

/// Replaces the placeholders of one configuration. An unknown one is a finding and stays as it is. What is put in is
/// not looked at again.
class Placeholders {
 public:
  /// References outlive this.
  Placeholders(Values values, const std::set<std::string>& doubtful, config::Findings& findings, Uses& uses)
      : values_(std::move(values)), doubtful_(doubtful), findings_(findings), uses_(uses) {}

  /// These and one more.
  Placeholders with(const std::string& name, const std::string& value) const;
  /// The text with its placeholders replaced; `at` is where it stands.
  std::string fill(const config::LocatedText& text) const;
  /// An integer, or a string with placeholders that becomes one, or a sum ("{n}+4"); within [least, most]. What is
  /// wrong goes to the findings.
  std::optional<config::Located<std::int64_t>> whole(config::TableReader& table, std::string_view key,
                                                     std::int64_t least, std::int64_t most) const;
  const Values& values() const { return values_; }

 private:
  const std::string* value(std::string_view name) const;

  Values values_;
  const std::set<std::string>& doubtful_;
  config::Findings& findings_;
  Uses& uses_;
};

}  // namespace hotlap::scenario
