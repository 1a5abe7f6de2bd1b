// Which server an executable is, by what it says of itself.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/process.h"
#include "harness/subject/subject.h"

namespace hotlap::subject {

/// What `EXECUTABLE --version` printed when it exited with status 0 within 5 s; absent otherwise. Throws UserError when
/// it cannot be started, Interrupted when a stop was asked for.
std::optional<std::string> ask_version(const std::filesystem::path& executable, core::Processes& processes);

/// The first line, without white space around it.
std::string first_line(const std::string& text);

/// The one manifest whose `identify` matches what the executable says. Throws UserError (where = `spec`): none does,
/// several do.
const Manifest& identify(const std::vector<Manifest>& manifests, const std::optional<std::string>& version,
                         const std::string& spec);

}  // namespace hotlap::subject
