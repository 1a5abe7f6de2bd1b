// One started process, its group and its output.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "harness/core/process.h"
#include "harness/subject/file_descriptor.h"
#include "harness/subject/guard.h"

namespace hotlap::subject {

class SystemProcess : public core::Process {
 public:
  /// Takes a child over from the moment of its fork. @param output what it writes to, readable.
  SystemProcess(pid_t pid, FileDescriptor output, std::shared_ptr<Guard> guard);
  ~SystemProcess() override { end_group(); }
  SystemProcess(const SystemProcess&) = delete;
  SystemProcess& operator=(const SystemProcess&) = delete;

  pid_t pid() const override { return pid_; }
  std::optional<core::ProcessEnd> poll() override;
  std::optional<core::ProcessEnd> wait(core::Nanoseconds limit) override;
  void signal(int number) override;
  void kill() override { end_group(); }
  std::string output(std::size_t limit) override;

 private:
  /// Looks whether it has ended and leaves it a zombie: as long as it is one, its id and its group belong to nobody
  /// else.
  void look(int options);
  void end_group();

  pid_t pid_;
  FileDescriptor handle_;  ///< a pidfd, for waiting
  FileDescriptor output_;
  std::shared_ptr<Guard> guard_;
  std::optional<core::ProcessEnd> end_;
  bool reaped_ = false;
};

}  // namespace hotlap::subject
