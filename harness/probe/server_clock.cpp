// CPU time, state, memory and switches of a server's processes, read from clocks and /proc.
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <memory>
#include <optional>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/core/process_tree.h"
#include "harness/probe/probe.h"

namespace hotlap::probe {
namespace {

/// Looks at the state without a pause this often: most servers sleep within some microseconds of their last answer.
constexpr int kLooksWithoutPause = 50;
constexpr timespec kPause{0, 50'000};

[[noreturn]] void gone(pid_t pid) {
  throw core::ArmFailure("process " + std::to_string(pid) + " of the server has ended", "");
}

/// The number that follows `key` in a status file ("VmHWM:\t  1234 kB").
std::optional<std::uint64_t> number_after(std::string_view text, std::string_view key) {
  auto at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  at = text.find_first_not_of(" \t", at + key.size());
  if (at == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  if (std::from_chars(text.data() + at, text.data() + text.size(), number).ec != std::errc()) return std::nullopt;
  return number;
}

/// Field `index` (from 0) of fields separated by single spaces.
std::optional<std::uint64_t> field(std::string_view fields, int index) {
  for (; index > 0; --index) {
    const auto space = fields.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    fields.remove_prefix(space + 1);
  }
  std::uint64_t number = 0;
  if (std::from_chars(fields.data(), fields.data() + fields.size(), number).ec != std::errc()) return std::nullopt;
  return number;
}

std::string folder_of(pid_t pid) { return "/proc/" + std::to_string(pid); }

/// The thread ids of a process; empty when it is gone.
std::vector<std::string> threads_of(pid_t pid) {
  std::vector<std::string> threads;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir((folder_of(pid) + "/task").c_str()), closedir);
  if (!folder) return threads;
  while (const dirent* entry = readdir(folder.get())) {
    if (entry->d_name[0] != '.') threads.emplace_back(entry->d_name);
  }
  return threads;
}

/// The state letter of an open stat file: 'R', 'S', 'Z', ...; 'X' when the process is gone.
char state_of(int stat_file) {
  std::array<char, 512> buffer;
  const ssize_t got = pread(stat_file, buffer.data(), buffer.size(), 0);
  if (got <= 0) return 'X';
  const auto fields = core::stat_after_name({buffer.data(), static_cast<std::size_t>(got)});
  return fields.empty() ? 'X' : fields.front();
}

}  // namespace

ServerClock::ServerClock(pid_t root) : root_(root) {
  for (const pid_t pid : core::process_tree(root)) {
    clockid_t clock{};
    const int file = open((folder_of(pid) + "/task/" + std::to_string(pid) + "/stat").c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0 || clock_getcpuclockid(pid, &clock) != 0) {
      if (file >= 0) close(file);
      if (pid != root) continue;  // a child that ended since the list was made
      break;
    }
    pids_.push_back(pid);
    clocks_.push_back(clock);
    stat_files_.push_back(file);
  }
  if (pids_.empty() || pids_.front() != root) {
    close_files();
    gone(root);
  }
  watch_threads();
}

void ServerClock::watch_threads() {
  for (const int file : thread_files_) close(file);
  thread_files_.clear();
  for (const pid_t pid : pids_) {
    for (const std::string& thread : threads_of(pid)) {
      if (thread == std::to_string(pid)) continue;  // the main thread is in stat_files_
      const int file = open((folder_of(pid) + "/task/" + thread + "/stat").c_str(), O_RDONLY | O_CLOEXEC);
      if (file >= 0) thread_files_.push_back(file);  // one that ended since the list was made has nothing to wait for
    }
  }
}

ServerClock::~ServerClock() { close_files(); }

void ServerClock::close_files() {
  for (const int file : stat_files_) close(file);
  for (const int file : thread_files_) close(file);
  stat_files_.clear();
  thread_files_.clear();
}

core::Nanoseconds ServerClock::cpu() const {
  core::Nanoseconds total{0};
  for (std::size_t i = 0; i < clocks_.size(); ++i) {
    timespec used{};
    if (clock_gettime(clocks_[i], &used) != 0) gone(pids_[i]);
    total += std::chrono::seconds(used.tv_sec) + core::Nanoseconds(used.tv_nsec);
  }
  return total;
}

bool ServerClock::wait_idle(core::Nanoseconds limit) const {
  const core::Nanoseconds deadline = core::monotonic_now() + limit;
  for (int looks = 1;; ++looks) {
    if (all_asleep()) return true;
    if (core::monotonic_now() >= deadline) return false;
    // A pause gives the CPU to the server where it has to share one with us.
    if (looks >= kLooksWithoutPause) clock_nanosleep(CLOCK_MONOTONIC, 0, &kPause, nullptr);
  }
}

bool ServerClock::all_asleep() const {
  for (std::size_t i = 0; i < stat_files_.size(); ++i) {
    const char state = state_of(stat_files_[i]);
    const bool ended = state == 'Z' || state == 'X';
    if (ended && i == 0) gone(root_);
    if (state != 'S' && !ended) return false;
  }
  return std::all_of(thread_files_.begin(), thread_files_.end(), [](int file) { return state_of(file) != 'R'; });
}

ServerClock::Split ServerClock::split() const {
  constexpr int kUserTime = 14 - 3;  // proc(5) counts from 1, and the state is field 3
  Split split;
  for (const pid_t pid : pids_) {
    const auto stat = core::read_proc(folder_of(pid) + "/stat");
    if (!stat) gone(pid);
    const auto fields = core::stat_after_name(*stat);
    const auto user = field(fields, kUserTime);
    const auto system = field(fields, kUserTime + 1);
    if (!user || !system) gone(pid);
    split.user_ticks += *user;
    split.system_ticks += *system;
  }
  return split;
}

core::Value ServerClock::peak_rss() const {
  std::uint64_t kilobytes = 0;
  for (const pid_t pid : pids_) {
    const auto status = core::read_proc(folder_of(pid) + "/status");
    const auto peak = status ? number_after(*status, "VmHWM:") : std::nullopt;
    if (!peak) return core::Value::absent("no VmHWM in " + folder_of(pid) + "/status");
    kilobytes += *peak;
  }
  return static_cast<double>(kilobytes) * 1024;
}

core::Value ServerClock::context_switches() const {
  std::uint64_t switches = 0;
  for (const pid_t pid : pids_) {
    bool read_any = false;
    for (const auto& thread : threads_of(pid)) {
      const auto status = core::read_proc(folder_of(pid) + "/task/" + thread + "/status");
      if (!status) continue;  // a thread that has just ended
      const auto voluntary = number_after(*status, "\nvoluntary_ctxt_switches:");
      const auto involuntary = number_after(*status, "\nnonvoluntary_ctxt_switches:");
      if (!voluntary || !involuntary) return core::Value::absent("this kernel does not count context switches");
      switches += *voluntary + *involuntary;
      read_any = true;
    }
    if (!read_any) return core::Value::absent("process " + std::to_string(pid) + " has ended");
  }
  return static_cast<double>(switches);
}

bool ServerClock::same_processes() const { return core::process_tree(root_) == pids_; }

}  // namespace hotlap::probe
