// The environment that a child gets.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace hotlap::subject {

/// "NAME=value" for: the mark, the additions (of two with one name the later), and what of `ours` (as environ) has no
/// such name. The mark cannot be replaced.
std::vector<std::string> child_environment(const std::string& mark,
                                           const std::vector<std::pair<std::string, std::string>>& additions,
                                           const char* const* ours);

}  // namespace hotlap::subject
