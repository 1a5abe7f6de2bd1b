// Axes of a grid, read and multiplied.
#include "harness/scenario/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

#include "harness/scenario/placeholders.h"
#include "harness/scenario/rules.h"

namespace hotlap::scenario {
namespace {

using config::Findings;
using Row = std::vector<std::string>;

/// Names with a meaning of their own: {kind} and {i} are counted, the others stand beside the parameters in tables.
constexpr std::array<std::string_view, 4> kTaken{"kind", "i", "connections", "pipeline"};
/// Stands in for a value that cannot be read, so that the rest of the file can be.
constexpr const char* kAnyValue = "1";

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  for (;;) {
    const std::size_t comma = text.find(',');
    words.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return words;
    text.remove_prefix(comma + 1);
  }
}

/// Reads one key of the table.
class AxisReader {
 public:
  AxisReader(const toml::key& key, const toml::node& node, Findings& findings)
      : axis_{split(key.str()), {}, key.source().begin}, findings_(findings) {
    read(node);
    if (axis_.rows.empty()) axis_.rows.emplace_back(axis_.names.size(), kAnyValue);
  }
  const Axis& axis() const { return axis_; }
  bool right() const { return right_; }

 private:
  void read(const toml::node& node) {
    const toml::array* array = node.as_array();
    if (array == nullptr) return wrong(node, "must be an array of strings or integers");
    if (array->empty()) return wrong(node, "has no values", "state at least one, or take it out");
    for (const toml::node& element : *array) {
      Row row;
      if (axis_.names.size() == 1 ? read_value(element, row) : read_tuple(element, row)) add(std::move(row), element);
    }
  }

  bool read_tuple(const toml::node& node, Row& row) {
    const toml::array* tuple = node.as_array();
    if (tuple == nullptr || tuple->size() != axis_.names.size()) {
      wrong(node, fmt::format("must be an array of arrays of {} values", axis_.names.size()));
      return false;
    }
    return std::all_of(tuple->begin(), tuple->end(), [&](const toml::node& value) { return read_value(value, row); });
  }

  bool read_value(const toml::node& node, Row& row) {
    if (const auto* integer = node.as_integer()) {
      row.push_back(std::to_string(integer->get()));
    } else if (const auto* text = node.as_string(); text == nullptr) {
      wrong(node, "must be an array of strings or integers");
      return false;
    } else if (text->get().empty() || has_control_character(text->get()) || has_outer_white_space(text->get())) {
      wrong(node, "has a value that is empty, or holds a control character or white space at an end",
            "it is printed in tables");
      return false;
    } else {
      row.push_back(text->get());
    }
    return true;
  }

  void add(Row row, const toml::node& node) {
    if (std::count(axis_.rows.begin(), axis_.rows.end(), row) > 0) return wrong(node, "has this value twice");
    axis_.rows.push_back(std::move(row));
  }

  void wrong(const toml::node& node, const std::string& what, const std::string& hint = "") {
    right_ = false;
    findings_.add(node, fmt::format("parameter '{}' {}", fmt::join(axis_.names, ","), what), hint);
  }

  Axis axis_;
  Findings& findings_;
  bool right_ = true;
};

/// What is wrong with a name, and what to do; nothing when it is right.
std::optional<std::pair<std::string, std::string>> fault(const std::string& name, std::set<std::string>& known) {
  if (!is_parameter_name(name)) {
    return std::pair(fmt::format("parameter name '{}'", name),
                     "a lower-case letter, then lower-case letters, digits and '_'");
  }
  if (std::find(kTaken.begin(), kTaken.end(), name) != kTaken.end()) {
    return std::pair(fmt::format("parameter name '{}' has another meaning", name), "choose another name");
  }
  if (!known.insert(name).second) return std::pair(fmt::format("parameter '{}' stands twice", name), "");
  return std::nullopt;
}

std::size_t count(const std::vector<Axis>& axes) {
  std::size_t product = 1;
  for (const Axis& axis : axes) product = std::min(product * axis.rows.size(), kMostConfigurations * 1000);
  return product;
}

}  // namespace

std::vector<Values> ParameterTable::points() const {
  std::vector<Values> points{{}};
  for (const Axis& axis : axes) {
    std::vector<Values> longer;
    for (const Values& point : points) {
      for (const Row& row : axis.rows) {
        longer.push_back(point);
        for (std::size_t i = 0; i < row.size(); ++i) longer.back().emplace_back(axis.names[i], row[i]);
        if (!doubtful.empty()) break;
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<Parameter> ParameterTable::parameters() const {
  std::vector<Parameter> parameters;
  for (const Axis& axis : axes) {
    for (std::size_t i = 0; i < axis.names.size(); ++i) {
      Parameter& parameter = parameters.emplace_back(Parameter{axis.names[i], {}});
      for (const Row& row : axis.rows) {
        const auto& known = parameter.values;
        if (std::find(known.begin(), known.end(), row[i]) == known.end()) parameter.values.push_back(row[i]);
      }
    }
  }
  return parameters;
}

ParameterTable read_parameters(const toml::table& file, Findings& findings) {
  ParameterTable result;
  config::TableReader table = config::TableReader(&file, "", findings).table("parameters");
  if (!table.present()) return result;
  const toml::table& entries = *file.get("parameters")->as_table();
  for (const auto& [key, node] : entries) {
    const AxisReader reader(key, node, findings);
    result.axes.push_back(reader.axis());
    if (!reader.right()) result.doubtful.insert(reader.axis().names.begin(), reader.axis().names.end());
  }
  // A table of toml++ is sorted by name.
  std::sort(result.axes.begin(), result.axes.end(), [](const Axis& a, const Axis& b) { return a.at < b.at; });
  std::set<std::string> known;
  for (const Axis& axis : result.axes) {
    for (const std::string& name : axis.names) {
      const auto wrong = fault(name, known);
      if (!wrong) continue;
      findings.add(axis.at, wrong->first, wrong->second);
      result.doubtful.insert(name);
    }
  }
  if (const std::size_t product = count(result.axes); product > kMostConfigurations) {
    findings.add(entries,
                 fmt::format("[parameters] makes {}{} configurations: at most {}",
                             product >= kMostConfigurations * 1000 ? "more than " : "", product, kMostConfigurations));
    result.doubtful.insert(known.begin(), known.end());
  }
  return result;
}

}  // namespace hotlap::scenario
