// Makes marks and finds them in /proc/PID/environ.
#include "harness/subject/run_mark.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <random>

#include "harness/subject/file_descriptor.h"

namespace hotlap::subject {

std::string mark_prefix() { return fmt::format("{}={}.", kMarkVariable, getpid()); }

std::string new_mark() {
  std::random_device device;
  return fmt::format("{}{:08x}{:08x}", mark_prefix(), device(), device());
}

bool carries_mark(pid_t pid, std::string_view mark) {
  std::array<char, 32> path{};
  *fmt::format_to_n(path.data(), path.size() - 1, "/proc/{}/environ", pid).out = '\0';
  const FileDescriptor file(open(path.data(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return false;
  std::array<char, 4096> buffer{};
  std::size_t kept = 0;  // the end of the previous piece, where a mark may have begun
  ssize_t got = 0;
  while ((got = read(file.get(), buffer.data() + kept, buffer.size() - kept)) > 0) {
    const std::string_view piece(buffer.data(), kept + static_cast<std::size_t>(got));
    if (piece.find(mark) != std::string_view::npos) return true;
    kept = std::min(piece.size(), mark.size());
    std::memmove(buffer.data(), piece.data() + piece.size() - kept, kept);
  }
  return false;
}

}  // namespace hotlap::subject
