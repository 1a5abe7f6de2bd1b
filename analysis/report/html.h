// The page for people: runs in, one self-contained HTML file out.
#pragma once

#include <string>
#include <vector>

#include "analysis/compare/compare.h"

namespace hotlap::report {

struct PageRun {
  compare::Comparison comparison;
  std::string profile;  ///< of both builds, as text; empty: the page has no such section
};

/// One page with all runs, in their order. It loads nothing and says so in its Content-Security-Policy; without its
/// script it can be read whole, with it tables are sorted and filtered. Style and script are page/style.css and
/// page/script.js.
std::string html_page(const std::vector<PageRun>& runs);

}  // namespace hotlap::report
