// A file descriptor that closes itself.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace hotlap::subject {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  ~FileDescriptor() { close(); }

  int get() const { return number_; }
  bool valid() const { return number_ >= 0; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

/// The same file under a number of at least `lowest`, close-on-exec, so that a later dup2 onto the numbers below cannot
/// hit it. Invalid, with errno, when `file` is or when there is no number left.
inline FileDescriptor at_least(int lowest, int file) {
  FileDescriptor low(file);
  if (file < 0 || file >= lowest) return low;
  return FileDescriptor(fcntl(file, F_DUPFD_CLOEXEC, lowest));
}

}  // namespace hotlap::subject
