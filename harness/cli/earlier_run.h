// The run that has seen what is planned before.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/record/record.h"

namespace hotlap::cli {

/// Of the records in the folders of `runs` (the 200 last written) the newest that may teach what is planned: laps of the same length, of all its
/// configurations, with the same servers, on the same CPU and kernel. Whether it came to its end is the reader's business.
/// What is no record or cannot be read is passed over: old folders must not stop a new run.
/// @param planned subjects, configurations, lap_ms, control and environment are looked at.
/// @return newest first, at most kMostTried.
std::vector<std::filesystem::path> earlier_runs(const std::filesystem::path& runs, const record::RunHeader& planned);
inline constexpr std::size_t kMostTried = 5;

}  // namespace hotlap::cli
