// The files of a record, and the few calls on them that writing it safely needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace hotlap::record {

/// The files of a record's folder.
inline constexpr const char* kHeaderName = "run.json";
inline constexpr const char* kSamplesName = "samples.jsonl";

/// Owns a file descriptor.
class File {
 public:
  explicit File(int descriptor = -1) : descriptor_(descriptor) {}
  ~File();
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int get() const { return descriptor_; }
  bool open() const { return descriptor_ >= 0; }
  /// Gives the descriptor away.
  int release();

 private:
  int descriptor_;
};

/// Writes all of `bytes`, normally with one write(2). Returns 0, or the errno of the call that wrote nothing more; then
/// a part of the bytes may have been written.
int write_all(int descriptor, std::string_view bytes);

/// Throws UserError "cannot write the record: <text of errno>".
[[noreturn]] void throw_unwritable(const std::filesystem::path& where, int error, const std::string& hint = "");

/// Replaces `file` at once and for good: a temporary name beside it, fsync, rename, fsync of the folder. Throws
/// UserError; then the temporary file is gone.
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

/// The length of what stands before and including the last line end of a file.
std::int64_t length_of_whole_lines(int descriptor);

}  // namespace hotlap::record
