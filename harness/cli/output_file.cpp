// Checks and replaces files.
#include "harness/cli/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "harness/core/error.h"
#include "harness/record/file.h"

namespace hotlap::cli {
namespace {

namespace fs = std::filesystem;

/// Returns 0, or the errno of what failed.
int write_new_file(const fs::path& path, std::string_view bytes) {
  const record::File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.open()) return errno;
  if (const int error = record::write_all(file.get(), bytes); error != 0) return error;
  return ::fsync(file.get()) == 0 ? 0 : errno;
}

/// Where a link leads; a renamed file would take the link's place.
fs::path behind_links(const fs::path& file) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(file, error))) return file;
  const fs::path target = fs::weakly_canonical(file, error);
  return error ? file : target;
}

}  // namespace

void check_output_file(const fs::path& file, const std::string& option) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  const std::string where = option + " " + file.string();
  if (fs::is_directory(status)) throw core::UserError({"is a folder", where, "name a file in it"});
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw core::UserError({"is no regular file", where, "name a file that may be replaced"});
  }
  const fs::path target = behind_links(file);
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (!target.has_filename() || !fs::is_directory(folder, error)) {
    throw core::UserError({"its folder is not there", where, "make it first: mkdir -p " + folder.string()});
  }
}

void write_output_file(const fs::path& file, std::string_view bytes, const std::string& option) {
  check_output_file(file, option);
  const fs::path target = behind_links(file);
  fs::path temporary = target;
  temporary += ".tmp-" + std::to_string(::getpid());
  int error = write_new_file(temporary, bytes);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error == 0) return;
  if (error != EEXIST) ::unlink(temporary.c_str());
  throw core::UserError({std::string("cannot be written: ") + std::strerror(error), option + " " + file.string(),
                         "choose a place with space that you may write to"});
}

}  // namespace hotlap::cli
