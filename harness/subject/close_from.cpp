// close_range(2), or one by one where it does not exist.
#include "harness/subject/close_from.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

namespace hotlap::subject {

void close_from(int first, CloseWhen when) {
  const int flags = when == CloseWhen::at_exec ? static_cast<int>(CLOSE_RANGE_CLOEXEC) : 0;
  if (close_range(static_cast<unsigned>(first), ~0U, flags) == 0) return;
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  for (int file = first; file < static_cast<int>(limit.rlim_max); ++file) {
    if (when == CloseWhen::now) {
      close(file);
    } else {
      fcntl(file, F_SETFD, FD_CLOEXEC);
    }
  }
}

}  // namespace hotlap::subject
