// Watches, reads and kills one process.
#include "harness/subject/system_process.h"

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/core/stop.h"

namespace hotlap::subject {
namespace {

using core::Nanoseconds;

/// A stop signal that arrives just before a wait does not interrupt it: waits are cut into pieces of this length.
constexpr Nanoseconds kLongestPiece = std::chrono::milliseconds(100);

/// By number: the declaration in glibc 2.36 cannot be linked from C++.
int open_handle(pid_t pid) { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0)); }

}  // namespace

SystemProcess::SystemProcess(pid_t pid, FileDescriptor output, std::shared_ptr<Guard> guard)
    : pid_(pid), handle_(open_handle(pid)), output_(std::move(output)), guard_(std::move(guard)) {}

std::optional<core::ProcessEnd> SystemProcess::poll() {
  if (!end_) look(WNOHANG);
  return end_;
}

std::optional<core::ProcessEnd> SystemProcess::wait(Nanoseconds limit) {
  if (!handle_.valid()) {
    throw core::UserError({"cannot watch a process (pidfd_open)", "", "Linux 5.3 or newer is needed"});
  }
  const Nanoseconds deadline = core::monotonic_now() + limit;
  for (;;) {
    if (poll()) return end_;
    core::throw_if_stop_requested();
    const Nanoseconds left = deadline - core::monotonic_now();
    if (left <= Nanoseconds(0)) return std::nullopt;
    const timespec piece{0, std::min(left, kLongestPiece).count()};
    pollfd watched{handle_.get(), POLLIN, 0};
    ppoll(&watched, 1, &piece, nullptr);  // its result does not matter: poll() above looks itself
  }
}

void SystemProcess::signal(int number) {
  if (!reaped_) ::kill(pid_, number);
}

std::string SystemProcess::output(std::size_t limit) {
  struct stat info {};
  if (fstat(output_.get(), &info) != 0) throw std::system_error(errno, std::generic_category(), "fstat");
  const auto size = static_cast<std::size_t>(info.st_size);
  std::string text(std::min(size, limit), '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const auto at = static_cast<off_t>(size - text.size() + filled);
    const ssize_t got = pread(output_.get(), text.data() + filled, text.size() - filled, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return text;
}

void SystemProcess::look(int options) {
  siginfo_t info{};
  int result = 0;
  do {
    result = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT | options);
  } while (result != 0 && errno == EINTR);
  if (result != 0) throw std::system_error(errno, std::generic_category(), "waitid");
  if (info.si_pid == 0) return;
  const bool exited = info.si_code == CLD_EXITED;
  end_ = core::ProcessEnd{exited ? info.si_status : 128 + info.si_status, exited ? 0 : info.si_status};
}

void SystemProcess::end_group() {
  if (reaped_) return;
  ::kill(-pid_, SIGKILL);
  if (!end_) look(0);
  tell_guard(guard_->socket(), {GuardMessage::Kind::ended, pid_});
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
}

}  // namespace hotlap::subject
