// Reads /proc/*/stat.
#include "harness/core/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <memory>

#include "harness/core/error.h"

namespace hotlap::core {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

/// The parent in the part of a stat line behind the name: "S 1 ...".
std::optional<pid_t> parent_of(std::string_view fields) {
  if (fields.size() < 3) return std::nullopt;
  pid_t parent = 0;
  if (std::from_chars(fields.data() + 2, fields.data() + fields.size(), parent).ec != std::errc()) return std::nullopt;
  return parent;
}

}  // namespace

std::string_view stat_after_name(std::string_view stat) {
  const auto end = stat.rfind(')');
  return end == std::string_view::npos || end + 2 > stat.size() ? std::string_view() : stat.substr(end + 2);
}

std::optional<std::string> read_proc(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string text;
  std::array<char, 4096> buffer{};
  ssize_t got = 0;
  while ((got = read(file, buffer.data(), buffer.size())) > 0 || (got < 0 && errno == EINTR)) {
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  close(file);
  if (got < 0) return std::nullopt;
  return text;
}

std::vector<ProcessEntry> all_processes() {
  const std::unique_ptr<DIR, CloseFolder> folder(opendir("/proc"));
  if (!folder) throw UserError({"cannot read /proc", "", "mount it: processes are found and measured through it"});
  std::vector<ProcessEntry> found;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || end != name.data() + name.size()) continue;
    const auto stat = read_proc("/proc/" + std::string(name) + "/stat");
    if (!stat) continue;  // gone since the folder was listed
    if (const auto parent = parent_of(stat_after_name(*stat))) found.push_back({pid, *parent});
  }
  return found;
}

std::vector<pid_t> process_tree(pid_t root) {
  const auto all = all_processes();
  if (std::none_of(all.begin(), all.end(), [&](const ProcessEntry& entry) { return entry.pid == root; })) return {};
  std::vector<pid_t> tree{root};
  for (std::size_t next = 0; next < tree.size(); ++next) {
    for (const ProcessEntry& entry : all) {
      if (entry.parent == tree[next]) tree.push_back(entry.pid);
    }
  }
  std::sort(tree.begin() + 1, tree.end());
  return tree;
}

}  // namespace hotlap::core
