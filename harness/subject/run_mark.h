// The variable in the environment of everything this run starts, by which its processes are found wherever they went.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace hotlap::subject {

inline constexpr std::string_view kMarkVariable = "HOTLAP_RUN";

/// "HOTLAP_RUN=<our pid>.": how every mark of this process begins.
std::string mark_prefix();

/// A new mark, "HOTLAP_RUN=<our pid>.<16 random hexadecimal digits>".
std::string new_mark();

/// Whether the environment a process was started with contains `mark`, at most 128 bytes. False when it cannot be read:
/// another user's process is none of ours, an ended one has none. Allocates nothing: it runs in the guard.
bool carries_mark(pid_t pid, std::string_view mark);

}  // namespace hotlap::subject
