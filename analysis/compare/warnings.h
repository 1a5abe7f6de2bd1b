// What makes a row or a run doubtful, as data.
#pragma once

#include <vector>

#include "analysis/compare/draft.h"

namespace hotlap::compare {

/// Share of a busy core from which it counts as saturated.
inline constexpr double kSaturated = 0.95;

/// Throughput whose server was not saturated informs only (`server_not_saturated`), unless the policy names it as
/// deciding: then the warning stands and the role stays. A record that does not know how busy the server was keeps the
/// role
/// (`server_load_unknown`).
void check_saturation(Draft& draft, const Course& course, const Policy& policy);

/// `analyses_disagree`, `drift`, `autocorrelated`, `outliers`, `coarse_clock`, `two_modes`.
void check_series(Draft& draft, const Policy& policy);

/// `client_saturated`, `foreign_cpu`, `steal`, `warmup_not_finished` over the analysed rounds of all configurations.
std::vector<core::Warning> check_run(const std::vector<Course>& courses);

/// `responses_differ`, `unequal_environments`, `record_truncated`, and names of the policy that the record does not know
/// (`metric_not_recorded`).
std::vector<core::Warning> check_record(const record::Record& record, const Policy& policy);

}  // namespace hotlap::compare
