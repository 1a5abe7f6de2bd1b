// Closes every file descriptor above the standard ones, now or at exec.
#pragma once

namespace hotlap::subject {

enum class CloseWhen { now, at_exec };

/// Allocates nothing: usable after fork. Works on kernels without close_range(2) (before 5.11) too.
void close_from(int first, CloseWhen when);

}  // namespace hotlap::subject
