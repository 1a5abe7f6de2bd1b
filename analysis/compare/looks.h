// At which looks a configuration was judged, out of its record.
#pragma once

#include <vector>

#include "analysis/compare/rounds.h"
#include "analysis/stats/sequential.h"

namespace hotlap::compare {

/// The looks at a configuration up to the end of the record: its `look` events; every point at which the run was cut
/// short or taken up again, since somebody may have judged it there; and the end, which is the look that a judgement of
/// this record makes. Information is of complete rounds (stats::t_information), fractions are of the rounds planned at
/// that time. A single look at fraction 1 for a fixed number of rounds, and where the record knows no plan.
std::vector<stats::Look> looks_of(const Part& part);

}  // namespace hotlap::compare
