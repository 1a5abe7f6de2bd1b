// Finds our control groups, of both versions.
#include "harness/machine/cgroup.h"

#include <algorithm>

namespace hotlap::machine {
namespace {

constexpr std::string_view kMount = "/sys/fs/cgroup";

/// "4:cpu,cpuacct:/path", "0::/path" for version 2.
struct Line {
  std::string_view id, controllers, path;
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const auto first = line.find(':');
    const auto second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second != std::string_view::npos) {
      lines.push_back({line.substr(0, first), line.substr(first + 1, second - first - 1), line.substr(second + 1)});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool lists(std::string_view controllers, std::string_view wanted) {
  return ("," + std::string(controllers) + ",").find("," + std::string(wanted) + ",") != std::string::npos;
}

bool is_folder(const Tree& tree, const std::string& path) {
  std::error_code ignored;  // what cannot be seen is not there for us
  return std::filesystem::is_directory(tree.root() / std::filesystem::path(path).relative_path(), ignored);
}

std::vector<std::string> upwards(const Tree& tree, const std::string& mount, std::string_view path) {
  std::vector<std::string> folders;
  // "/.." leads out of the namespace that we can see.
  for (std::string rest(path.find("..") == std::string_view::npos ? path : ""); rest.size() > 1;
       rest.resize(rest.rfind('/'))) {
    if (is_folder(tree, mount + rest)) folders.push_back(mount + rest);
  }
  folders.push_back(mount);
  return folders;
}

}  // namespace

Groups groups_of(const Tree& tree, std::string_view controller) {
  const Text text = tree.file("/proc/self/cgroup");
  if (!text) return {0, {}, text.reason};
  const auto lines = lines_of(*text);
  for (const Line& line : lines) {
    if (!lists(line.controllers, controller)) continue;
    for (const std::string_view folder : {line.controllers, controller}) {
      const std::string mount = std::string(kMount) + "/" + std::string(folder);
      if (is_folder(tree, mount)) return {1, upwards(tree, mount, line.path), ""};
    }
  }
  for (const Line& line : lines) {
    if (line.id != "0" || !line.controllers.empty()) continue;
    for (const std::string& mount : {std::string(kMount) + "/unified", std::string(kMount)}) {
      if (is_folder(tree, mount)) return {2, upwards(tree, mount, line.path), ""};
    }
  }
  return {0,
          {},
          "no control group of " + std::string(controller) + " in /proc/self/cgroup that " + std::string(kMount) +
              " shows"};
}

}  // namespace hotlap::machine
