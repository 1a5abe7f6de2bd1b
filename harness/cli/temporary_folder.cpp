// Makes and removes a folder.
#include "harness/cli/temporary_folder.h"

#include <stdlib.h>

#include <filesystem>

#include "harness/core/error.h"

namespace hotlap::cli {

TemporaryFolder::TemporaryFolder(const std::string& what) {
  std::error_code failure;
  std::string name = (std::filesystem::temp_directory_path(failure) / ("hotlap-" + what + "-XXXXXX")).string();
  if (failure || mkdtemp(name.data()) == nullptr) {
    throw core::UserError({"no temporary folder can be made", name, "free some space there, or set TMPDIR"});
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // what is left there harms nobody
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace hotlap::cli
