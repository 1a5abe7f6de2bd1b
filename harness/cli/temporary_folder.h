// A folder for what nobody asked to keep.
#pragma once

#include <string>

namespace hotlap::cli {

/// New and empty; removed with all that is in it at the end of its scope.
class TemporaryFolder {
 public:
  /// `hotlap-<what>-XXXXXX` where TMPDIR says. Throws UserError when none can be made.
  explicit TemporaryFolder(const std::string& what);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace hotlap::cli
