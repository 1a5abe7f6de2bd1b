// The real thing behind core::Processes.
#pragma once

#include <memory>

#include "harness/core/process.h"

namespace hotlap::subject {

/// Starts processes each in a process group of its own, with SIGKILL as parent-death signal, and a guard process that kills the
/// groups (and whatever carries this run's mark in its environment, HOTLAP_RUN) should we die without cleaning up.
std::unique_ptr<core::Processes> system_processes();

}  // namespace hotlap::subject
