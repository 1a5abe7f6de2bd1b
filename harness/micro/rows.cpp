// Matching the rows of the arms by name.
#include <fmt/format.h>

#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/suggest.h"
#include "harness/micro/micro.h"

namespace hotlap::micro {
namespace {

constexpr std::size_t kNamed = 10;  ///< rows that a message names

std::vector<std::string_view> parts_of(std::string_view name) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != std::string_view::npos; name.remove_prefix(std::min(end + 1, name.size()))) {
    end = name.find('/');
    parts.push_back(name.substr(0, end));
  }
  return parts;
}

/// Key and name of the rows of one arm.
using Keyed = std::vector<std::pair<std::string, std::string>>;

const std::string* find_key(const Keyed& rows, const std::string& key) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.first == key; });
  return found == rows.end() ? nullptr : &found->second;
}

Keyed keyed_rows(const ArmRows& arm) {
  Keyed rows;
  for (const std::string& name : arm.names) {
    const auto key = key_of(name, arm.part);
    if (key && find_key(rows, *key) == nullptr) rows.emplace_back(*key, name);
  }
  if (!rows.empty()) return rows;
  std::vector<std::string> last_parts;
  for (const std::string& name : arm.names) {
    const std::string last(parts_of(name).back());
    if (std::find(last_parts.begin(), last_parts.end(), last) == last_parts.end()) last_parts.push_back(last);
  }
  last_parts.resize(std::min(last_parts.size(), kNamed));
  throw core::UserError({fmt::format("none of its {} rows has the part '{}' in its name", arm.names.size(), arm.part),
                         arm.spec, core::suggest(arm.part, last_parts)});
}

std::string some_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kNamed) text += fmt::format(" and {} more", names.size() - kNamed);
  return text;
}

/// Every key that some arm has, in the order of the arms.
std::vector<std::string> all_keys(const std::vector<Keyed>& arms) {
  std::vector<std::string> keys;
  for (const Keyed& rows : arms) {
    for (const auto& [key, name] : rows) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
  }
  return keys;
}

/// A whole name selects its row alone, so that a row can be named whose name begins another's.
std::vector<std::string> selected(const std::vector<std::string>& keys, const std::vector<std::string>& wanted,
                                  const std::string& filter) {
  std::vector<core::Problem> problems;
  std::vector<bool> chosen(keys.size(), wanted.empty());
  for (const std::string& text : wanted) {
    const bool whole = std::find(keys.begin(), keys.end(), text) != keys.end();
    bool any = false;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (whole ? keys[i] != text : keys[i].find(text) == std::string::npos) continue;
      chosen[i] = any = true;
    }
    if (!any) problems.push_back({"no row's name contains '" + text + "'", "", "rows: " + some_of(keys)});
  }
  if (!problems.empty()) throw core::UserError(problems);
  std::vector<std::string> left;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (chosen[i] && keys[i].find(filter) != std::string::npos) left.push_back(keys[i]);
  }
  if (left.empty()) throw core::UserError({"no row left to run", "--filter " + filter, "rows: " + some_of(keys)});
  return left;
}

}  // namespace

std::optional<std::string> key_of(std::string_view name, std::string_view part) {
  if (part.empty()) return std::string(name);
  std::vector<std::string_view> parts = parts_of(name);
  const auto last = std::find(parts.rbegin(), parts.rend(), part);
  if (last == parts.rend()) return std::nullopt;
  parts.erase(std::next(last).base());
  std::string key;
  for (std::size_t i = 0; i < parts.size(); ++i) key.append(i == 0 ? "" : "/").append(parts[i]);
  return key.empty() ? "*" : key;
}

std::string exact_filter(std::string_view name) {
  // Only what is special outside brackets: to escape anything else is undefined in POSIX.
  constexpr std::string_view kSpecial = ".[\\()*+?{|^$";
  std::string filter;
  for (const char c : name) {
    if (kSpecial.find(c) != std::string_view::npos) filter += '\\';
    filter += c;
  }
  return "^" + filter + "$";
}

Matching match_rows(const std::vector<ArmRows>& arms, const std::vector<std::string>& wanted,
                    const std::string& filter) {
  std::vector<Keyed> keyed;
  for (const ArmRows& arm : arms) keyed.push_back(keyed_rows(arm));

  Matching matching;
  std::vector<std::vector<std::string>> only(arms.size());
  for (const std::string& key : selected(all_keys(keyed), wanted, filter)) {
    Row row{key, {}};
    for (std::size_t i = 0; i < arms.size(); ++i) {
      if (const std::string* name = find_key(keyed[i], key)) row.names[arms[i].arm] = *name;
    }
    if (row.names.size() == arms.size()) {
      matching.rows.push_back(std::move(row));
      continue;
    }
    for (std::size_t i = 0; i < arms.size(); ++i) {
      if (row.names.contains(arms[i].arm)) only[i].push_back(row.names[arms[i].arm]);
    }
  }
  std::string hint;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (only[i].empty()) continue;
    const std::string arm(core::arm_name(arms[i].arm));
    hint += (hint.empty() ? "" : "; ") + arm + " has " + some_of(only[i]);
    matching.warnings.push_back({"row_in_one_arm",
                                 fmt::format("only {} has {}: not compared", arm, some_of(only[i])),
                                 "rows are matched by their names: are both programs of one source?",
                                 {{"rows", static_cast<double>(only[i].size())}}});
  }
  if (matching.rows.empty()) throw core::UserError({"the arms have no row in common", "", hint});
  return matching;
}

}  // namespace hotlap::micro
