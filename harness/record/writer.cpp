// Appends to samples.jsonl, whole lines or nothing.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "harness/core/error.h"
#include "harness/record/file.h"
#include "harness/record/line.h"
#include "harness/record/record.h"

namespace hotlap::record {
namespace {

namespace fs = std::filesystem;

void make_empty_folder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) throw_unwritable(folder, failure.value(), "choose another --out");
  const bool empty = fs::is_empty(folder, failure);
  if (failure) throw_unwritable(folder, failure.value(), "choose another --out");
  if (!empty)
    throw core::UserError({"the folder is not empty", folder.string(), "choose another --out or --resume it"});
}

void lock(const File& file, const fs::path& path) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) throw_unwritable(path, errno);
  throw core::UserError({"another process is writing this record", path.string(), "wait for it, or stop it"});
}

}  // namespace

Writer Writer::create(const fs::path& folder, const RunHeader& header) {
  const std::string json = to_json(header);
  make_empty_folder(folder);
  const fs::path path = folder / kSamplesName;
  File file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.open()) throw_unwritable(path, errno);
  lock(file, path);
  try {
    write_atomically(folder / kHeaderName, json);
  } catch (...) {
    ::unlink(path.c_str());  // an empty folder again, so that the same command can be repeated
    throw;
  }
  return {path, file.release()};
}

Writer Writer::reopen(const fs::path& folder) {
  const fs::path path = folder / kSamplesName;
  std::error_code failure;
  const bool recorded = fs::exists(folder / kHeaderName, failure);
  if (failure) throw_unwritable(folder, failure.value());
  if (!recorded) {
    throw core::UserError({"no record to resume: run.json is missing", folder.string(), "start it with --out"});
  }
  File file(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC));
  if (!file.open()) throw_unwritable(path, errno);
  lock(file, path);
  const std::int64_t whole = length_of_whole_lines(file.get());
  if (whole < 0) throw_unwritable(path, errno);
  if (::lseek(file.get(), 0, SEEK_END) != whole && ::ftruncate(file.get(), whole) != 0) throw_unwritable(path, errno);
  return {path, file.release()};
}

Writer::~Writer() {
  if (file_ >= 0) ::close(file_);
}

Writer::Writer(Writer&& other) noexcept
    : file_path_(std::move(other.file_path_)), file_(std::exchange(other.file_, -1)) {}

Writer& Writer::operator=(Writer&& other) noexcept {
  std::swap(file_path_, other.file_path_);
  std::swap(file_, other.file_);
  return *this;
}

void Writer::append(const core::Sample& sample) { append_line(to_line(sample)); }

void Writer::append(const Event& event) { append_line(to_line(event)); }

void Writer::append_line(const std::string& line) {
  const std::string hint = "free space and continue with --resume " + file_path_.parent_path().string();
  const off_t start = ::lseek(file_, 0, SEEK_END);
  if (start < 0) throw_unwritable(file_path_, errno, hint);
  const int error = write_all(file_, line);
  if (error == 0) return;
  const bool cut = ::lseek(file_, 0, SEEK_END) != start;
  if (cut && ::ftruncate(file_, start) != 0) {
    ::close(std::exchange(file_, -1));  // else the next line would be joined to what is left of this one
  }
  throw_unwritable(file_path_, error, hint);
}

}  // namespace hotlap::record
