// Puts the environment of a child together.
#include "harness/subject/child_environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/subject/run_mark.h"

namespace hotlap::subject {
namespace {

std::string_view name_of(std::string_view entry) { return entry.substr(0, entry.find('=')); }

auto find_name(std::vector<std::string>& entries, std::string_view name) {
  return std::find_if(entries.begin(), entries.end(), [&](const std::string& entry) { return name_of(entry) == name; });
}

}  // namespace

std::vector<std::string> child_environment(const std::string& mark,
                                           const std::vector<std::pair<std::string, std::string>>& additions,
                                           const char* const* ours) {
  std::vector<std::string> entries{mark};
  for (const auto& [name, value] : additions) {
    if (name == kMarkVariable) continue;
    if (const auto same = find_name(entries, name); same != entries.end()) entries.erase(same);
    entries.push_back(fmt::format("{}={}", name, value));
  }
  const std::size_t added = entries.size();
  for (; *ours != nullptr; ++ours) {
    const auto end = entries.begin() + static_cast<std::ptrdiff_t>(added);
    const bool replaced =
        std::any_of(entries.begin(), end, [&](const std::string& entry) { return name_of(entry) == name_of(*ours); });
    if (!replaced) entries.emplace_back(*ours);
  }
  return entries;
}

}  // namespace hotlap::subject
