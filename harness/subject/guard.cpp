// The guard's two sides: ours, and the loop it runs.
#include "harness/subject/guard.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <string_view>

#include "harness/core/error.h"
#include "harness/subject/close_from.h"
#include "harness/subject/run_mark.h"

namespace hotlap::subject {
namespace {

/// Scans for the mark at most this often, a pause apart: two seconds and the scans themselves.
constexpr int kMostScans = 1000;
constexpr timespec kPause{0, 2'000'000};

/// Where the guard keeps its end of the socket.
constexpr int kGuardSocket = 3;

/// The groups that are alive, in memory of fixed size. A group that does not fit is still found by the mark.
class Groups {
 public:
  void add(pid_t group) {
    if (count_ < groups_.size()) groups_[count_++] = group;
  }
  void remove(pid_t group) {
    auto* const end = groups_.data() + count_;
    auto* const found = std::find(groups_.data(), end, group);
    if (found == end) return;
    *found = *(end - 1);
    --count_;
  }
  void kill_all() const {
    for (std::size_t i = 0; i < count_; ++i) kill(-groups_[i], SIGKILL);
  }

 private:
  std::array<pid_t, 1024> groups_{};
  std::size_t count_ = 0;
};

/// Kills every process that carries the mark; whether there was one.
bool kill_marked(std::string_view mark) {
  DIR* const folder = opendir("/proc");
  if (folder == nullptr) return false;
  bool found = false;
  while (const dirent* entry = readdir(folder)) {
    pid_t pid = 0;
    const char* const end = entry->d_name + std::strlen(entry->d_name);
    const auto parsed = std::from_chars(entry->d_name, end, pid);
    if (parsed.ec != std::errc() || parsed.ptr != end || pid == getpid()) continue;
    if (!carries_mark(pid, mark)) continue;
    kill(pid, SIGKILL);
    found = true;
  }
  closedir(folder);
  return found;
}

/// Lets go of everything that is not the guard's: a reader at the other end of our standard output must see its end
/// when we end, and a signal meant for us must not reach the guard.
void become_nobody(int socket) {
  setsid();
  prctl(PR_SET_NAME, "hotlap-guard");
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_IGN);
  const int nothing = open("/dev/null", O_RDWR);
  for (const int standard : {0, 1, 2}) dup2(nothing, standard);
  dup2(socket, kGuardSocket);
  close_from(kGuardSocket + 1, CloseWhen::now);
  if (chdir("/") != 0) _exit(1);
}

[[noreturn]] void run_guard(int socket, std::string_view mark) {
  become_nobody(socket);
  Groups groups;
  GuardMessage message;
  ssize_t got = 0;
  while ((got = recv(kGuardSocket, &message, sizeof message, 0)) > 0 || (got < 0 && errno == EINTR)) {
    if (got != static_cast<ssize_t>(sizeof message)) continue;
    if (message.kind == GuardMessage::Kind::started) groups.add(message.group);
    if (message.kind == GuardMessage::Kind::ended) groups.remove(message.group);
  }
  groups.kill_all();
  for (int scan = 0; scan < kMostScans && kill_marked(mark); ++scan) nanosleep(&kPause, nullptr);
  _exit(0);
}

}  // namespace

bool tell_guard(int socket, GuardMessage message) {
  ssize_t sent = 0;
  do {
    sent = send(socket, &message, sizeof message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof message);
}

Guard::Guard(std::string mark) : mark_(std::move(mark)) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw core::UserError({std::string("cannot start the guard process: ") + std::strerror(errno), "", ""});
  }
  socket_ = at_least(kGuardSocket + 1, ends[0]);
  const FileDescriptor theirs = at_least(kGuardSocket + 1, ends[1]);
  pid_ = socket_.valid() && theirs.valid() ? fork() : -1;
  if (pid_ == 0) run_guard(theirs.get(), mark_);
  if (pid_ < 0) throw core::UserError({std::string("cannot start the guard process: ") + std::strerror(errno), "", ""});
}

Guard::~Guard() {
  socket_.close();
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace hotlap::subject
