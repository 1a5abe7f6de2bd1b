// The checkout and the build tree.
#include "harness/cli/places.h"

#include "harness/core/error.h"

namespace hotlap::cli {

std::filesystem::path home() {
  const std::filesystem::path source(HOTLAP_SOURCE_DIR);
  if (!std::filesystem::is_directory(source / "servers")) {
    throw core::UserError({"the checkout this program was built from is gone", source.string(),
                           "build it again where the checkout is now: ./scripts/hotlap"});
  }
  return source;
}

subject::Places places() { return {home() / "servers", std::filesystem::canonical("/proc/self/exe").parent_path()}; }

std::filesystem::path runs_folder() { return home() / "results" / "runs"; }

}  // namespace hotlap::cli
