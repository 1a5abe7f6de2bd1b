// The nearest of a few names, by edit distance.
#include "servers/reference/usage.h"

#include <algorithm>
#include <numeric>

namespace reference {
namespace {

std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t corner = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = corner + (from[i] == to[j] ? 0 : 1);
      corner = row[j + 1];
      row[j + 1] = std::min({replaced, corner + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string suggest(std::string_view wrong, const std::vector<std::string_view>& names) {
  for (const std::string_view name : names) {
    if (edit_distance(wrong, name) <= std::max<std::size_t>(1, name.size() / 3)) {
      return "did you mean '" + std::string(name) + "'?";
    }
  }
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "one of " : ", ") + std::string(name);
  return list;
}

}  // namespace reference
