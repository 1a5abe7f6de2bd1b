// What is shown of a configuration beside its rows: latency percentiles and the warm-up.
#pragma once

#include "analysis/compare/compare.h"
#include "analysis/compare/draft.h"

namespace hotlap::compare {

/// From the complete rounds; what the record does not hold is absent with a reason.
Configuration configuration_of(const Course& course, const record::RunHeader& header);

}  // namespace hotlap::compare
