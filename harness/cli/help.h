// The pages of the manual.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/command.h"

namespace hotlap::cli {

struct HelpPage {
  std::string_view topic;  ///< the name of its file without .md
  std::string_view text;   ///< as in the file; the first line is "# " and its title
};

/// All pages by topic; made from help/*.md by the build.
const std::vector<HelpPage>& help_pages();

/// The text with the name of an option in braces, as {budget}, replaced by the option's default.
std::string filled(std::string_view text);

}  // namespace hotlap::cli
