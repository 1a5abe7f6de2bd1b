// A row in words.
#pragma once

#include <string>

#include "analysis/compare/draft.h"

namespace hotlap::compare {

/// One English sentence for the row's verdict, without a full stop: "new is 18.6 % cheaper per request (95 %
/// interval 17.4 to 19.8 %)".
std::string sentence(const Draft& draft, const Policy& policy);

/// "-0.4 % (95 % interval -1.3 to +0.5 %)".
std::string signed_change(const core::Value& change, const stats::Interval& interval, double level);

}  // namespace hotlap::compare
