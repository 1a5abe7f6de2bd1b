// "Did you mean": the nearest of a few names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hotlap::core {

/// Levenshtein distance in bytes.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// "did you mean 'x'?" when a name is near enough (a third of its length, at least 1 edit), else "one of a, b, c".
/// Empty when there are no names.
std::string suggest(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace hotlap::core
