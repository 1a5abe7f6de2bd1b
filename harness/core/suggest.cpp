// The nearest of a few names by edit distance.
#include "harness/core/suggest.h"

#include <algorithm>
#include <numeric>

namespace hotlap::core {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::string suggest(std::string_view wrong, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  const auto nearest = std::min_element(names.begin(), names.end(), [&](const auto& x, const auto& y) {
    return edit_distance(wrong, x) < edit_distance(wrong, y);
  });
  if (edit_distance(wrong, *nearest) <= std::max<std::size_t>(1, nearest->size() / 3)) {
    return "did you mean '" + *nearest + "'?";
  }
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + name;
  return "one of " + list;
}

}  // namespace hotlap::core
