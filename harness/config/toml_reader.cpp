// Typed look-ups in a TOML table, with a complaint for each that fails.
#include "harness/config/toml_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/core/suggest.h"

namespace hotlap::config {
namespace {

const char* type_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number with a fraction";
    case toml::node_type::boolean:
      return "a boolean";
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time";
    case toml::node_type::date_time:
      return "a date and time";
    case toml::node_type::none:
      break;
  }
  return "nothing";
}

toml::source_position place(const toml::node& node) { return node.source().begin; }

}  // namespace

void Findings::add(toml::source_position at, std::string what, std::string hint) {
  std::string where = fmt::format("{}:{}:{}", source_, at.line, at.column);
  std::pair found(at, core::Problem{std::move(what), std::move(where), std::move(hint)});
  if (std::find(found_.begin(), found_.end(), found) == found_.end()) found_.push_back(std::move(found));
}

void Findings::add(std::string what, std::string hint) {
  constexpr auto kBehindEverything = static_cast<toml::source_index>(-1);
  found_.emplace_back(toml::source_position{kBehindEverything, kBehindEverything},
                      core::Problem{std::move(what), source_, std::move(hint)});
}

void Findings::absorb(const Findings& other, const std::vector<toml::source_position>& except) {
  const auto known = found_;
  for (const auto& found : other.found_) {
    const core::Problem& problem = found.second;
    const bool told = std::any_of(known.begin(), known.end(), [&](const auto& one) {
      return one.second.where == problem.where && (one.second.where != source_ || one.second == problem);
    });
    const bool excepted = std::find(except.begin(), except.end(), found.first) != except.end();
    if (!told && !excepted) found_.push_back(found);
  }
}

std::vector<core::Problem> Findings::problems() const {
  auto ordered = found_;
  std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<core::Problem> problems;
  problems.reserve(ordered.size());
  for (auto& [at, problem] : ordered) problems.push_back(std::move(problem));
  return problems;
}

std::optional<toml::table> parse(std::string_view text, const std::string& source, Findings& findings) {
  try {
    return toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    findings.add(error.source().begin, "syntax error: " + std::string(error.description()));
    return std::nullopt;
  }
}

const toml::node* TableReader::find(std::string_view key, Need need) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.emplace_back(key);
  const toml::node* node = table_ == nullptr ? nullptr : table_->get(key);
  if (node == nullptr && need == Need::required) findings_.add(fmt::format("missing key '{}'{}", key, in_title()));
  return node;
}

void TableReader::wrong_type(const toml::node& node, std::string_view subject, const char* expected) {
  findings_.add(place(node), fmt::format("{}{} must be {}, not {}", subject, in_title(), expected, type_name(node)));
}

std::optional<LocatedText> TableReader::text(std::string_view key, Need need) {
  const toml::node* node = find(key, need);
  if (node == nullptr) return std::nullopt;
  if (const auto* text = node->as_string()) return LocatedText{text->get(), place(*node)};
  wrong_type(*node, fmt::format("'{}'", key), "a string");
  return std::nullopt;
}

std::optional<Located<std::int64_t>> TableReader::integer(std::string_view key, std::int64_t least, std::int64_t most) {
  const toml::node* node = find(key, Need::optional);
  if (node == nullptr) return std::nullopt;
  const auto* integer = node->as_integer();
  if (integer == nullptr) {
    wrong_type(*node, fmt::format("'{}'", key), "an integer");
    return std::nullopt;
  }
  const std::int64_t value = integer->get();
  if (!in_range(key, value, least, most, place(*node))) return std::nullopt;
  return Located<std::int64_t>{value, place(*node)};
}

bool TableReader::in_range(std::string_view key, std::int64_t value, std::int64_t least, std::int64_t most,
                           toml::source_position at) {
  if (value >= least && value <= most) return true;
  findings_.add(at, fmt::format("'{}'{} is {}: must be from {} to {}", key, in_title(), value, least, most));
  return false;
}

std::optional<Located<bool>> TableReader::boolean(std::string_view key) {
  const toml::node* node = find(key, Need::optional);
  if (node == nullptr) return std::nullopt;
  if (const auto* boolean = node->as_boolean()) return Located<bool>{boolean->get(), place(*node)};
  wrong_type(*node, fmt::format("'{}'", key), "true or false");
  return std::nullopt;
}

const toml::array* TableReader::find_array(std::string_view key, Need need, const char* expected) {
  const toml::node* node = find(key, need);
  if (node != nullptr && node->as_array() == nullptr) wrong_type(*node, fmt::format("'{}'", key), expected);
  return node == nullptr ? nullptr : node->as_array();
}

std::vector<LocatedText> TableReader::texts(std::string_view key, Need need) {
  std::vector<LocatedText> texts;
  const toml::array* array = find_array(key, need, "an array of strings");
  if (array == nullptr) return texts;
  for (const toml::node& element : *array) {
    if (const auto* text = element.as_string()) {
      texts.push_back({text->get(), place(element)});
    } else {
      wrong_type(element, fmt::format("each element of '{}'", key), "a string");
    }
  }
  return texts;
}

std::vector<std::pair<LocatedText, LocatedText>> TableReader::pairs(std::string_view key) {
  std::vector<std::pair<LocatedText, LocatedText>> pairs;
  const toml::array* array = find_array(key, Need::optional, "an array of [name, value] pairs");
  if (array == nullptr) return pairs;
  for (const toml::node& element : *array) {
    const toml::array* pair = element.as_array();
    if (pair == nullptr || pair->size() != 2 || !pair->is_homogeneous(toml::node_type::string)) {
      findings_.add(place(element), fmt::format("each element of '{}'{} must be a pair of strings", key, in_title()),
                    R"(as ["Accept", "*/*"])");
      continue;
    }
    pairs.push_back(
        {{pair->at(0).as_string()->get(), place(pair->at(0))}, {pair->at(1).as_string()->get(), place(pair->at(1))}});
  }
  return pairs;
}

TableReader TableReader::table(std::string_view key, Need need) {
  const toml::node* node = find(key, need);
  if (node != nullptr && node->as_table() == nullptr) wrong_type(*node, fmt::format("'{}'", key), "a table");
  return {node == nullptr ? nullptr : node->as_table(), fmt::format("[{}]", key), findings_};
}

std::vector<TableReader> TableReader::tables(std::string_view key) {
  std::vector<TableReader> tables;
  const toml::array* array = find_array(key, Need::optional, "an array of tables");
  if (array == nullptr) return tables;
  for (const toml::node& element : *array) {
    if (const auto* one = element.as_table()) {
      tables.emplace_back(one, fmt::format("[[{}]]", key), findings_);
    } else {
      wrong_type(element, fmt::format("each element of '{}'", key), "a table");
    }
  }
  return tables;
}

toml::source_position TableReader::place_of(std::string_view key) const {
  const toml::node* node = table_->get(key);
  return place(node == nullptr ? *table_ : *node);
}

std::vector<std::string> TableReader::keys() const {
  std::vector<std::string> names;
  if (table_ == nullptr) return names;
  for (const auto& [key, node] : *table_) names.emplace_back(key.str());
  return names;
}

void TableReader::refuse_unknown_keys() {
  if (table_ == nullptr) return;
  for (const auto& [key, node] : *table_) {
    if (std::find(asked_.begin(), asked_.end(), key.str()) != asked_.end()) continue;
    findings_.add(key.source().begin,
                  fmt::format("unknown {} '{}'{}", node.is_table() ? "table" : "key", key.str(), in_title()),
                  core::suggest(key.str(), asked_));
  }
}

}  // namespace hotlap::config
