// Reads the small files that the kernel makes up.
#include "harness/machine/tree.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>

namespace hotlap::machine {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

Text Tree::file(std::string_view path) const {
  const std::string name(path);
  errno = 0;
  std::ifstream file(root_ / std::filesystem::path(name).relative_path(), std::ios::binary);
  std::stringstream text;
  // An empty file makes `<<` fail too; errno tells the two apart.
  if (file) text << file.rdbuf();
  if (!file.is_open() || file.bad() || (text.str().empty() && errno != 0)) {
    return {std::nullopt, name + ": " + (errno != 0 ? std::strerror(errno) : "cannot be read")};
  }
  return {text.str(), ""};
}

Text Tree::line(std::string_view path) const {
  Text all = file(path);
  if (!all) return all;
  const std::string first(trimmed(std::string_view(*all).substr(0, all.text->find('\n'))));
  if (first.empty()) return {std::nullopt, std::string(path) + " is empty"};
  return {first, ""};
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::string> value_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key) {
      return std::string(trimmed(line.substr(colon + 1)));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::nullopt;
}

}  // namespace hotlap::machine
