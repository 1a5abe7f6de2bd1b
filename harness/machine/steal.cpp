// Parsing /proc/stat for the CPUs that are ours.
#include "harness/machine/steal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace hotlap::machine {
namespace {

std::optional<std::uint64_t> column(std::string_view line, int wanted) {
  for (int i = 0; i < wanted; ++i) {
    const std::size_t end = line.find(' ');
    if (end == std::string_view::npos) return std::nullopt;
    line.remove_prefix(end + 1);
  }
  std::uint64_t value = 0;
  const auto result = std::from_chars(line.data(), line.data() + line.size(), value);
  return result.ec == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> stat_ticks(std::string_view text, const std::vector<int>& cpus, StatColumn wanted) {
  std::uint64_t sum = 0;
  std::size_t found = 0;
  std::string_view rest = text;
  while (rest.starts_with("cpu")) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    int cpu = -1;
    std::from_chars(line.data() + 3, line.data() + line.size(), cpu);  // the total line "cpu " leaves -1
    if (std::find(cpus.begin(), cpus.end(), cpu) != cpus.end()) {
      const auto ticks = column(line, static_cast<int>(wanted));
      if (!ticks) return std::nullopt;
      sum += *ticks;
      ++found;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return found == cpus.size() ? std::optional(sum) : std::nullopt;
}

std::optional<std::uint64_t> steal_ticks(const char* text, std::size_t size, const std::vector<int>& cpus) {
  return stat_ticks({text, size}, cpus, StatColumn::steal);
}

StealMeter::StealMeter(std::vector<int> cpus)
    : cpus_(std::move(cpus)), file_(open("/proc/stat", O_RDONLY | O_CLOEXEC)) {}

StealMeter::~StealMeter() {
  if (file_ >= 0) close(file_);
}

std::optional<std::uint64_t> StealMeter::ticks() const {
  std::array<char, 65536> buffer;
  const ssize_t got = pread(file_, buffer.data(), buffer.size(), 0);
  return got > 0 ? steal_ticks(buffer.data(), static_cast<std::size_t>(got), cpus_) : std::nullopt;
}

}  // namespace hotlap::machine
