// The clock of a server, on children of the test that burn CPU or sleep on demand.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/probe/probe.h"

namespace hotlap::probe {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr core::Nanoseconds kBurn = milliseconds(20);
constexpr core::Nanoseconds kLimit = seconds(20);

/// Burns `amount` of CPU time.
void burn(core::Nanoseconds amount) {
  const core::Nanoseconds end = core::thread_cpu_now() + amount;
  while (core::thread_cpu_now() < end) {
  }
}

/// A forked child that does what it is told by one letter: 'b' burns kBurn, 's' spins for good, 'f' forks a sleeping
/// child, 'e' ends. It answers with the same letter when done (before spinning, for 's').
class Child {
 public:
  Child() {
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    pid_ = fork();
    if (pid_ == 0) {
      close(to[1]);
      close(from[0]);
      run(to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    order_ = to[1];
    answer_ = from[0];
  }
  ~Child() {
    if (grandchild_ > 0) kill(grandchild_, SIGKILL);
    end();
    close(order_);
    close(answer_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  void tell(char what) {
    ASSERT_EQ(write(order_, &what, 1), 1);
    char answer = 0;
    ASSERT_EQ(read(answer_, &answer, 1), 1);
    ASSERT_EQ(answer, what);
    if (what == 'f') {
      ASSERT_EQ(read(answer_, &grandchild_, sizeof grandchild_), static_cast<ssize_t>(sizeof grandchild_));
    }
  }
  void kill_without_reaping() {
    kill(pid_, SIGKILL);
    siginfo_t info{};
    waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
  }
  void end() {
    if (pid_ == 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

 private:
  [[noreturn]] static void run(int order, int answer) {
    char what = 0;
    while (read(order, &what, 1) == 1) {
      if (what == 'b') burn(kBurn);
      const pid_t forked = what == 'f' ? fork() : 1;
      if (forked == 0) {
        for (;;) pause();
      }
      if (write(answer, &what, 1) != 1) break;
      if (what == 'f' && write(answer, &forked, sizeof forked) < 0) break;
      if (what == 's') burn(seconds(3600));
    }
    _exit(0);
  }

  pid_t pid_ = 0;
  pid_t grandchild_ = 0;
  int order_ = -1;
  int answer_ = -1;
};

TEST(ServerClock, SeesTheCpuTimeThatASleepingServerHasUsed) {
  Child child;
  const ServerClock clock(child.pid());
  ASSERT_TRUE(clock.wait_idle(kLimit));
  const core::Nanoseconds before = clock.cpu();
  child.tell('b');
  ASSERT_TRUE(clock.wait_idle(kLimit));
  const core::Nanoseconds used = clock.cpu() - before;
  EXPECT_GE(used, kBurn);
  EXPECT_EQ(clock.cpu(), before + used) << "it sleeps";
}

TEST(ServerClock, ABusyServerIsNotIdle) {
  Child child;
  const ServerClock clock(child.pid());
  child.tell('s');
  EXPECT_FALSE(clock.wait_idle(milliseconds(3)));
  EXPECT_FALSE(clock.wait_idle(core::Nanoseconds(0)));
}

TEST(ServerClock, CountsTheChildrenOfTheServer) {
  Child child;
  const ServerClock alone(child.pid());
  EXPECT_EQ(alone.process_count(), 1U);
  EXPECT_TRUE(alone.same_processes());
  child.tell('f');
  EXPECT_FALSE(alone.same_processes());
  const ServerClock both(child.pid());
  EXPECT_EQ(both.process_count(), 2U);
  EXPECT_TRUE(both.same_processes());
  EXPECT_TRUE(both.wait_idle(kLimit));
  const core::Value one = alone.peak_rss();
  const core::Value two = both.peak_rss();
  ASSERT_TRUE(one.present() && two.present());
  EXPECT_GT(*two, *one);
}

TEST(ServerClock, AServerThatEndedIsAFailureNotAnIdleOne) {
  Child child;
  const ServerClock clock(child.pid());
  child.kill_without_reaping();
  EXPECT_THROW(clock.wait_idle(kLimit), core::ArmFailure);
  child.end();
  EXPECT_THROW(clock.wait_idle(kLimit), core::ArmFailure);
  EXPECT_THROW(clock.cpu(), core::ArmFailure);
  EXPECT_THROW(clock.split(), core::ArmFailure);
  EXPECT_FALSE(clock.peak_rss().present());
  EXPECT_FALSE(clock.context_switches().present());
  EXPECT_FALSE(clock.same_processes());
}

TEST(ServerClock, IsNotMadeForAProcessThatIsNotThere) {
  Child child;
  const pid_t pid = child.pid();
  child.end();
  EXPECT_THROW(ServerClock clock(pid), core::ArmFailure);
}

TEST(ServerClock, SplitsTimeIntoUserAndSystemTicks) {
  Child child;
  const ServerClock clock(child.pid());
  const core::Nanoseconds tick(1'000'000'000 / sysconf(_SC_CLK_TCK));
  for (core::Nanoseconds burnt{0}; burnt < 5 * tick; burnt += kBurn) child.tell('b');
  ASSERT_TRUE(clock.wait_idle(kLimit));
  const auto split = clock.split();
  const auto ticks = static_cast<std::int64_t>(split.user_ticks + split.system_ticks);
  // Each side is rounded down to whole ticks.
  EXPECT_LE(ticks, clock.cpu() / tick);
  EXPECT_GE(ticks, clock.cpu() / tick - 2);
}

TEST(ServerClock, CountsTheContextSwitchesOfSleeping) {
  Child child;
  const ServerClock clock(child.pid());
  ASSERT_TRUE(clock.wait_idle(kLimit));
  const core::Value before = clock.context_switches();
  ASSERT_TRUE(before.present());
  for (int i = 0; i < 3; ++i) {
    child.tell('b');
    ASSERT_TRUE(clock.wait_idle(kLimit));
  }
  EXPECT_GE(*clock.context_switches(), *before + 3);
}

}  // namespace
}  // namespace hotlap::probe
