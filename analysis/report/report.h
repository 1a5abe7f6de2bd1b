// A comparison as bytes: one file per format, all in one registry.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare/compare.h"

namespace hotlap::report {

struct Format {
  std::string id;    ///< "text", "node", "markdown", "csv", "json"
  std::string help;  ///< one sentence
  std::function<std::string(const compare::Comparison&)> render;
};

/// All formats, `text` (the default) first.
const std::vector<Format>& formats();
/// Throws UserError with a suggestion on a miss.
const Format& format(std::string_view id);

}  // namespace hotlap::report
