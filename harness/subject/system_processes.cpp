// Starts processes of this system.
#include "harness/subject/system_processes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "harness/core/error.h"
#include "harness/subject/child.h"
#include "harness/subject/child_environment.h"
#include "harness/subject/executable.h"
#include "harness/subject/run_mark.h"
#include "harness/subject/system_process.h"

namespace hotlap::subject {
namespace {

using core::UserError;

/// Numbers below are those that a child's dup2 writes to.
constexpr int kFirstFree = STDERR_FILENO + 1;

UserError cannot(const std::string& what) {
  return UserError({"cannot " + what + ": " + std::strerror(errno), "", ""});
}

FileDescriptor open_output(const std::string& path) {
  const int file = path.empty() ? memfd_create("hotlap-output", MFD_CLOEXEC)
                                : open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
  FileDescriptor output = at_least(kFirstFree, file);
  if (!output.valid()) throw cannot("open " + (path.empty() ? "memory for captured output" : path));
  return output;
}

FileDescriptor open_nothing() {
  FileDescriptor nothing = at_least(kFirstFree, open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!nothing.valid()) throw cannot("open /dev/null");
  return nothing;
}

/// A pipe, reading end first.
std::pair<FileDescriptor, FileDescriptor> open_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw cannot("open a pipe");
  std::pair both{at_least(kFirstFree, ends[0]), at_least(kFirstFree, ends[1])};
  if (!both.first.valid() || !both.second.valid()) throw cannot("open a pipe");
  return both;
}

/// Strings as execve takes them.
class StringArray {
 public:
  explicit StringArray(std::vector<std::string> strings) : strings_(std::move(strings)) {
    for (std::string& text : strings_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  char* const* data() { return pointers_.data(); }

 private:
  std::vector<std::string> strings_;
  std::vector<char*> pointers_;
};

std::string path_of(const core::Command& command) {
  if (command.arguments.empty()) throw std::logic_error("a command without an executable");
  const std::string& executable = command.arguments.front();
  if (executable.find('/') != std::string::npos) return executable;
  if (const auto found = find_on_path(executable)) return found->string();
  throw UserError({"'" + executable + "' is not on PATH", "", "install it, or name it with its folder"});
}

UserError failure_to_start(const std::string& path, const ChildFailure& failure) {
  const std::string reason = std::strerror(failure.error);
  const std::string what = "cannot start " + path + ": ";
  switch (failure.step) {
    case ChildFailure::Step::cpus:
      if (failure.cpu < 0) return UserError({what + "it cannot be pinned: " + reason, "", ""});
      return UserError({what + "CPU " + std::to_string(failure.cpu) + " is not allowed", "",
                        "name CPUs that this process may use; see taskset and cpuset"});
    case ChildFailure::Step::guard:
      return UserError({what + "the guard process is gone", "", "do not end the process hotlap-guard"});
    case ChildFailure::Step::prepare:
      return UserError({what + reason, "", ""});
    case ChildFailure::Step::exec:
      break;
  }
  switch (failure.error) {
    case ENOENT:
      if (access(path.c_str(), F_OK) != 0) return UserError({what + "not found", "", ""});
      return UserError({what + "its interpreter or loader is not found", "", "see its first line, or run ldd on it"});
    case EACCES:
      return UserError({what + "not executable", "", "chmod +x it, unless it is a folder"});
    case ENOEXEC:
      return UserError({what + "no program for this machine", "", "a script needs a first line such as #!/bin/sh"});
    case E2BIG:
      return UserError({what + "arguments and environment are too long", "", ""});
    default:
      return UserError({what + reason, "", ""});
  }
}

class SystemProcesses : public core::Processes {
 public:
  std::unique_ptr<core::Process> start(const core::Command& command) override {
    if (!guard_) guard_ = std::make_shared<Guard>(new_mark());
    const std::string path = path_of(command);
    FileDescriptor output = open_output(command.output_path);
    const FileDescriptor input = open_nothing();
    auto [read_end, write_end] = open_pipe();
    StringArray arguments(command.arguments);
    StringArray environment(child_environment(guard_->mark(), command.environment, environ));
    const CpuMask cpus(command.cpus);
    const ChildPlan plan{path.c_str(), arguments.data(), environment.data(), command.cpus.empty() ? nullptr : &cpus,
                         input.get(),  output.get(),     guard_->socket(),   write_end.get(),
                         getpid()};
    auto process = std::make_unique<SystemProcess>(fork_child(plan), std::move(output), guard_);
    write_end.close();
    if (const auto failure = read_failure(read_end.get())) throw failure_to_start(path, *failure);
    return process;
  }

 private:
  static pid_t fork_child(const ChildPlan& plan) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // no handler of ours may run in the child
    const pid_t pid = fork();
    if (pid == 0) run_child(plan);
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    errno = error;
    if (pid < 0) throw cannot("start a process");
    return pid;
  }

  /// Waits until the child has become its program (the pipe closes) or has failed to.
  static std::optional<ChildFailure> read_failure(int pipe) {
    ChildFailure failure;
    ssize_t got = 0;
    do {
      got = read(pipe, &failure, sizeof failure);
    } while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(sizeof failure)) return std::nullopt;
    return failure;
  }

  std::shared_ptr<Guard> guard_;
};

}  // namespace

std::unique_ptr<core::Processes> system_processes() {
  // A parent that ignored SIGCHLD passes that on, and the kernel then throws away how our children end.
  struct sigaction action {};
  sigaction(SIGCHLD, nullptr, &action);
  if (action.sa_handler == SIG_IGN) std::signal(SIGCHLD, SIG_DFL);
  return std::make_unique<SystemProcesses>();
}

}  // namespace hotlap::subject
