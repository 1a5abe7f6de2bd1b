// The one sentence above everything.
#pragma once

#include <string>
#include <vector>

#include "analysis/compare/draft.h"

namespace hotlap::compare {

/// The sentence of the first deciding row that has the comparison's verdict, with its configuration when there are
/// several; why there is none; what is void or untrusted first.
std::string headline(const Comparison& comparison, const std::vector<Draft>& drafts);

}  // namespace hotlap::compare
