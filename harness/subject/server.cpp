// Starts a server, waits until it itself answers on its port, and stops it.
#include "harness/subject/server.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstring>

#include "harness/core/clock.h"
#include "harness/core/process_tree.h"
#include "harness/core/stop.h"
#include "harness/subject/listener.h"
#include "harness/subject/run_mark.h"

namespace hotlap::subject {
namespace {

using core::ArmFailure;
using core::Nanoseconds;

constexpr Nanoseconds kFirstPause = std::chrono::microseconds(200);
constexpr Nanoseconds kLongestPause = std::chrono::milliseconds(5);

void pause_for(Nanoseconds length) {
  const timespec pause{0, length.count()};
  nanosleep(&pause, nullptr);
}

std::string how_it_ended(const core::ProcessEnd& end) {
  if (end.signal == 0) return fmt::format("exited with status {}", end.status);
  const char* name = sigabbrev_np(end.signal);
  return fmt::format("was killed by signal {}{}", end.signal, name == nullptr ? "" : fmt::format(" (SIG{})", name));
}

/// Whether a process that we started, whoever it was, has left it behind: it carries our mark and is below us no more.
bool is_in_background(pid_t pid, const std::vector<pid_t>& below_us) {
  return std::find(below_us.begin(), below_us.end(), pid) == below_us.end() && carries_mark(pid, mark_prefix());
}

/// The first such process; 0 when there is none.
pid_t find_in_background() {
  const auto below_us = core::process_tree(getpid());
  for (const auto& process : core::all_processes()) {
    if (is_in_background(process.pid, below_us)) return process.pid;
  }
  return 0;
}

std::string name_of(pid_t pid) {
  const auto name = core::read_proc(fmt::format("/proc/{}/comm", pid));
  return name ? name->substr(0, name->find('\n')) : "?";
}

[[noreturn]] void fail_taken(const std::string& before, std::uint16_t port, std::uint64_t inode,
                             const std::string& seen) {
  const auto holders = holders_of({inode});
  const std::string holder = holders.empty()
                                 ? "another process, one that cannot be seen"
                                 : fmt::format("another process, {} ({})", holders.front(), name_of(holders.front()));
  throw PortTaken(fmt::format("{}port {} is served by {}", before, port, holder), seen);
}

/// The number in a last line "requests N".
std::optional<std::uint64_t> parse_requests(std::string_view output) {
  constexpr std::string_view kWord = "requests ";
  while (!output.empty() && output.back() == '\n') output.remove_suffix(1);
  const auto begin = output.rfind('\n');
  std::string_view line = begin == std::string_view::npos ? output : output.substr(begin + 1);
  if (line.substr(0, kWord.size()) != kWord) return std::nullopt;
  line.remove_prefix(kWord.size());
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), count);
  if (error != std::errc() || end != line.data() + line.size()) return std::nullopt;
  return count;
}

}  // namespace

Server::Server(core::Processes& processes, const Subject& subject, const Launch& launch)
    : manifest_(subject.manifest), port_(launch.port), process_(processes.start(command_for(subject, launch))) {}

void Server::wait_ready() {
  const Nanoseconds deadline = core::monotonic_now() + std::chrono::seconds(manifest_.ready_seconds);
  Nanoseconds pause = kFirstPause;
  for (;;) {
    core::throw_if_stop_requested();
    if (const auto end = process_->poll()) fail_before_ready(*end);
    if (accepts_connections(port_) && owns_the_listener()) return;
    if (core::monotonic_now() >= deadline) {
      throw ArmFailure(fmt::format("accepted no connection on port {} within {} s", port_, manifest_.ready_seconds),
                       output());
    }
    pause_for(pause);
    pause = std::min(pause * 5 / 4, kLongestPause);
  }
}

/// False when the listener has just vanished.
bool Server::owns_the_listener() {
  const auto inodes = listeners_on(port_);
  for (const std::uint64_t inode : inodes) {
    if (holds_socket(pid(), {inode})) continue;
    const auto tree = core::process_tree(pid());
    if (std::any_of(tree.begin(), tree.end(), [&](pid_t one) { return holds_socket(one, {inode}); })) continue;
    const auto below_us = core::process_tree(getpid());
    for (const pid_t holder : holders_of({inode})) {
      if (!is_in_background(holder, below_us)) continue;
      throw ArmFailure(
          fmt::format("the listening process {} is not a child of the started one; run it in the foreground", holder),
          output());
    }
    fail_taken("", port_, inode, output());
  }
  return !inodes.empty();
}

void Server::fail_before_ready(const core::ProcessEnd& end) {
  const std::string when = " before it was ready";
  if (const auto inodes = listeners_on(port_); end.status != 0 && !inodes.empty()) {
    fail_taken(how_it_ended(end) + when + "; ", port_, inodes.front(), output());
  }
  fail_ended(end, when);
}

void Server::fail_ended(const core::ProcessEnd& end, const std::string& when) {
  const std::string ended = how_it_ended(end);
  if (const pid_t left = end.status == 0 ? find_in_background() : 0; left != 0) {
    throw ArmFailure(fmt::format("{} and left process {} in the background; run it in the foreground", ended, left),
                     output());
  }
  throw ArmFailure(ended + when, output());
}

void Server::check_alive() {
  if (const auto end = process_->poll()) fail_ended(*end, "");
}

Stop Server::stop() {
  Stop stop;
  process_->signal(SIGTERM);
  stop.killed = !process_->wait(std::chrono::seconds(manifest_.stop_seconds)).has_value();
  process_->kill();
  if (manifest_.counts_requests && !stop.killed) stop.requests = parse_requests(output());
  return stop;
}

}  // namespace hotlap::subject
