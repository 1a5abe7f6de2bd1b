// Looks executables up, on PATH and in the file system.
#include "harness/subject/executable.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "harness/core/error.h"

namespace hotlap::subject {
namespace {

namespace fs = std::filesystem;

/// What execvp(3) searches when there is no PATH at all.
constexpr const char* kPathWithoutPath = "/bin:/usr/bin";

bool can_run(const fs::path& file) {
  std::error_code ignored;  // a file that cannot be looked at cannot be run
  return fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0;
}

fs::path absolute_link(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::canonical(fs::absolute(path).parent_path(), error);
  return error ? fs::absolute(path) : folder / path.filename();
}

}  // namespace

std::optional<fs::path> find_on_path(const std::string& name) {
  const char* variable = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing here changes the environment
  std::string_view rest = variable == nullptr ? kPathWithoutPath : variable;
  for (;;) {
    const auto colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    const fs::path candidate = (folder.empty() ? fs::path(".") : fs::path(folder)) / name;
    if (can_run(candidate)) return absolute_link(candidate);
    if (colon == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
}

fs::path absolute_executable(const fs::path& path, const std::string& where, const std::string& hint) {
  fs::path file = absolute_link(path);
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw core::UserError({"there is no file " + file.string(), where, hint});
  if (fs::is_directory(status)) {
    throw core::UserError({file.string() + " is a folder", where, "name the executable in it"});
  }
  if (!fs::is_regular_file(status)) throw core::UserError({file.string() + " is no regular file", where, hint});
  if (!can_run(file)) throw core::UserError({file.string() + " is not executable", where, "chmod +x it"});
  return file;
}

}  // namespace hotlap::subject
