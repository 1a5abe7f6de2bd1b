// Going on with a record that was interrupted.
#pragma once

#include "harness/cli/options.h"
#include "harness/record/record.h"

namespace hotlap::cli {

/// The options that an interrupted run was started with, so far as they decide what is measured; `resume` and output
/// options stay.
MeasureOptions options_of(const record::RunHeader& header, const MeasureOptions& given);

/// Throws UserError when a resumed run would not measure what the record holds: another executable, another scenario.
void check_same_run(const record::RunHeader& recorded, const record::RunHeader& now);

/// What of the machine's fingerprint is not as it was, in words; empty: nothing. It goes into the record, and is warned of
/// whenever the run is judged.
std::string changed_surroundings(const record::RunHeader& recorded, const record::RunHeader& now);

}  // namespace hotlap::cli
