// For the tests: starts programs by fork and exec, output into a pipe.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/core/process.h"

namespace hotlap::load {

class TestProcess final : public core::Process {
 public:
  TestProcess(pid_t pid, int output) : pid_(pid), output_(output) {}
  ~TestProcess() override {
    if (!end_) TestProcess::kill();
    close(output_);
  }
  TestProcess(const TestProcess&) = delete;
  TestProcess& operator=(const TestProcess&) = delete;

  pid_t pid() const override { return pid_; }
  std::optional<core::ProcessEnd> poll() override {
    read_output(0);
    return end_ ? end_ : reap(WNOHANG);
  }
  std::optional<core::ProcessEnd> wait(core::Nanoseconds limit) override {
    for (const core::Nanoseconds end = core::monotonic_now() + limit; core::monotonic_now() < end && !poll();) {
      read_output(10);
    }
    return poll();
  }
  void signal(int number) override { ::kill(pid_, number); }
  void kill() override {
    ::kill(pid_, SIGKILL);
    reap(0);
  }
  std::string output(std::size_t limit) override {
    read_output(0);
    return text_.substr(text_.size() - std::min(limit, text_.size()));
  }

 private:
  void read_output(int wait_ms) {
    char bytes[4096];
    pollfd entry{output_, POLLIN, 0};
    while (::poll(&entry, 1, wait_ms) > 0) {
      const ssize_t count = read(output_, bytes, sizeof bytes);
      if (count <= 0) return;
      text_.append(bytes, static_cast<std::size_t>(count));
    }
  }
  std::optional<core::ProcessEnd> reap(int flags) {
    int status = 0;
    if (waitpid(pid_, &status, flags) != pid_) return std::nullopt;
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end_ = core::ProcessEnd{number != 0 ? 128 + number : WEXITSTATUS(status), number};
    return end_;
  }

  pid_t pid_;
  int output_;
  std::string text_;
  std::optional<core::ProcessEnd> end_;
};

class TestProcesses final : public core::Processes {
 public:
  std::unique_ptr<core::Process> start(const core::Command& command) override {
    last_command = command;
    int output[2];
    int failure[2];
    if (pipe(output) != 0 || pipe2(failure, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    std::vector<char*> arguments;
    for (const std::string& argument : command.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) run(arguments, output[1], failure[1]);
    close(output[1]);
    close(failure[1]);
    int error = 0;
    const bool failed = read(failure[0], &error, sizeof error) == sizeof error;
    close(failure[0]);
    auto process = std::make_unique<TestProcess>(child, output[0]);
    if (failed) throw core::UserError({"cannot start " + command.arguments.at(0), "", ""});
    return process;
  }

  core::Command last_command;

 private:
  [[noreturn]] static void run(const std::vector<char*>& arguments, int output, int failure) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    const int error = errno;
    if (write(failure, &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
};

}  // namespace hotlap::load
