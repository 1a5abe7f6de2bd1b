// What the user got wrong on the command line, and what to do about it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reference {

struct Problem {
  std::string what;
  std::string hint;
};

/// "did you mean 'x'?" for a near miss, else "one of x, y".
std::string suggest(std::string_view wrong, const std::vector<std::string_view>& names);

}  // namespace reference
