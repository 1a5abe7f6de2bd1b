// /proc and /sys as text, below any root: tests give a folder of their own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace hotlap::machine {

/// What a file said, or why it said nothing.
struct Text {
  std::optional<std::string> text;
  std::string reason;  ///< "/sys/...: No such file or directory"; empty when there is a text

  explicit operator bool() const { return text.has_value(); }
  const std::string& operator*() const { return *text; }
};

class Tree {
 public:
  /// `root` stands for "/".
  explicit Tree(std::filesystem::path root = "/") : root_(std::move(root)) {}
  /// The whole file; `path` is absolute, as "/proc/stat".
  Text file(std::string_view path) const;
  /// Its first line, without the line end; a file without a line is absent too ("... is empty").
  Text line(std::string_view path) const;
  const std::filesystem::path& root() const { return root_; }

 private:
  std::filesystem::path root_;
};

/// A whole decimal number and nothing else.
std::optional<std::int64_t> whole_number(std::string_view text);

/// The value of the first "key : value" line of a text like /proc/cpuinfo or /proc/meminfo.
std::optional<std::string> value_of(std::string_view text, std::string_view key);

}  // namespace hotlap::machine
