// Where the program's own files are.
#pragma once

#include <filesystem>

#include "harness/subject/subject.h"

namespace hotlap::cli {

inline constexpr const char* kVersion = HOTLAP_VERSION;

/// The checkout this program was built from: scenarios/, servers/, results/.
std::filesystem::path home();
/// Where runs go that are not told where: results/runs of the checkout.
std::filesystem::path runs_folder();
/// Servers of the checkout, and the build tree this program stands in.
subject::Places places();

}  // namespace hotlap::cli
