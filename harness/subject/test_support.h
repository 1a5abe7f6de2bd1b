// What several tests of this room need.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>

#include "harness/core/clock.h"
#include "harness/core/error.h"

namespace hotlap::subject {

/// Longer than anything takes that ends at all.
inline constexpr core::Nanoseconds kLimit = std::chrono::seconds(30);

/// Polls until it is so; false when it never was within the limit.
inline bool eventually(const std::function<bool()>& is_so) {
  const core::Nanoseconds deadline = core::monotonic_now() + kLimit;
  while (!is_so()) {
    if (core::monotonic_now() > deadline) return false;
    usleep(2000);
  }
  return true;
}

/// A folder that goes with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "hotlap-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and the folders it is in; its path.
  std::string write(const std::string& name, const std::string& text, bool executable = false) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    if (executable) std::filesystem::permissions(path_ / name, std::filesystem::perms::owner_all);
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

/// The text of the UserError that `call` throws; empty when it throws none.
inline std::string user_error(const std::function<void()>& call) {
  try {
    call();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace hotlap::subject
