// File calls with their errors told.
#include "harness/record/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "harness/core/error.h"

namespace hotlap::record {
namespace {

namespace fs = std::filesystem;

/// Returns 0, or the errno of what failed.
int write_and_sync(const fs::path& path, std::string_view bytes) {
  const File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.open()) return errno;
  if (const int error = write_all(file.get(), bytes); error != 0) return error;
  return ::fsync(file.get()) == 0 ? 0 : errno;
}

int sync_folder(const fs::path& path) {
  const File folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) return errno;
  // Some file systems cannot sync a folder and say EINVAL; there the rename is as safe as it gets.
  return ::fsync(folder.get()) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int File::release() { return std::exchange(descriptor_, -1); }

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void throw_unwritable(const fs::path& where, int error, const std::string& hint) {
  throw core::UserError({std::string("cannot write the record: ") + std::strerror(error), where.string(), hint});
}

void write_atomically(const fs::path& file, std::string_view bytes) {
  fs::path temporary = file;
  temporary += ".tmp";
  int error = write_and_sync(temporary, bytes);
  if (error == 0 && ::rename(temporary.c_str(), file.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    throw_unwritable(file, error, "choose an --out with space that you may write to");
  }
  if (const int failure = sync_folder(file.parent_path()); failure != 0) throw_unwritable(file, failure);
}

std::int64_t length_of_whole_lines(int descriptor) {
  char block[4096];
  for (std::int64_t end = ::lseek(descriptor, 0, SEEK_END); end > 0;) {
    const auto size = static_cast<std::size_t>(std::min<std::int64_t>(end, sizeof block));
    const std::int64_t start = end - static_cast<std::int64_t>(size);
    const ssize_t got = ::pread(descriptor, block, size, start);
    if (got != static_cast<ssize_t>(size)) return -1;
    if (const auto newline = std::string_view(block, size).rfind('\n'); newline != std::string_view::npos) {
      return start + static_cast<std::int64_t>(newline) + 1;
    }
    end = start;
  }
  return 0;
}

}  // namespace hotlap::record
