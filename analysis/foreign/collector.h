// Where a reader puts what it finds in a file.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/core/error.h"
#include "harness/record/record.h"

namespace hotlap::foreign {

/// What all files of an import hold together: samples in the order of the files, not yet in rounds.
struct Collection {
  std::vector<core::Metric> metrics;
  std::vector<record::ConfigurationInfo> configurations;
  std::map<std::string, int> indices;  ///< a configuration's name -> its place
  std::vector<core::Sample> samples;
  std::vector<record::Event> void_arms;
  std::vector<core::Warning> warnings;
  /// Of each file: what it says of the machine and the tool, name -> value.
  std::vector<std::map<std::string, std::string>> surroundings;
};

/// The values of a sample: metric id and number.
using Values = std::vector<std::pair<std::string, double>>;

class Collector {
 public:
  /// @param arm what the whole file is of; nothing: it is the only file.
  Collector(Collection& into, std::string source, std::optional<core::Arm> arm)
      : into_(into), source_(std::move(source)), arm_(arm) {
    into_.surroundings.emplace_back();
  }

  /// Whether this is the only file, so that it must hold both builds.
  bool alone() const { return !arm_; }
  const std::string& source() const { return source_; }

  /// What the values of this id are. The same id with another unit is refused.
  void metric(const core::Metric& metric, std::size_t line);
  /// The place of a configuration among all, for readers that meet the same ones often.
  int index_of(const record::ConfigurationInfo& configuration);
  /// One measurement. The arm is the file's unless the format tells it; where neither does, or they disagree, it is
  /// refused.
  void sample(std::size_t line, const record::ConfigurationInfo& configuration, const Values& values,
              std::optional<core::Arm> arm = {}, core::Nanoseconds elapsed = core::Nanoseconds(0)) {
    sample(line, index_of(configuration), values, arm, elapsed);
  }
  void sample(std::size_t line, int configuration, const Values& values, std::optional<core::Arm> arm,
              core::Nanoseconds elapsed);
  /// The tool says that this arm answered wrongly or failed: its verdict is `invalid`.
  void broken(std::size_t line, const record::ConfigurationInfo& configuration, std::string what,
              std::optional<core::Arm> arm = {});
  void warn(core::Warning warning);
  /// What the file says of where it was measured ("cpu"): builds that were measured in different places are warned of.
  void surrounding(const std::string& name, std::string value) {
    into_.surroundings.back()[name] = std::move(value);
  }
  /// Throws UserError for this line.
  [[noreturn]] void refuse(std::size_t line, std::string what, std::string hint = "") const;
  /// How many samples this file has given.
  std::size_t count() const { return count_; }

 private:
  core::Arm arm_of(std::size_t line, std::optional<core::Arm> told) const;

  Collection& into_;
  std::string source_;
  std::optional<core::Arm> arm_;
  std::size_t count_ = 0;
};

/// "http/simple.js c=50": what tells configurations apart.
std::string name_of(const record::ConfigurationInfo& configuration);

}  // namespace hotlap::foreign
