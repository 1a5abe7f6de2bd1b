// The real thing behind core::Processes.
#pragma once

#include <memory>

#include "harness/core/process.h"

namespace hotlap::subject {

/// Starts processes each in a process group of its own, with SIGKILL as parent-death signal, and a guard process that
/// kills the groups (and whatever carries this run's mark in its environment, HOTLAP_RUN) when the last of the returned
/// object and its processes is destroyed, and should we die without cleaning up. What has left its group *and* wiped
/// its environment escapes.
///
/// Processes must be started from a thread that lives as long as they: the parent-death signal follows the thread
/// (prctl(2)). An ended process stays a zombie until `kill` or the destructor, so that its group can still be named.
std::unique_ptr<core::Processes> system_processes();

}  // namespace hotlap::subject
