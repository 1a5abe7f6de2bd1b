// Real programs, started, watched, killed and guarded.
#include "harness/subject/system_processes.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/core/process_tree.h"
#include "harness/core/stop.h"
#include "harness/subject/child_environment.h"
#include "harness/subject/cpus.h"
#include "harness/subject/run_mark.h"
#include "harness/subject/test_support.h"

namespace hotlap::subject {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

core::Command shell(const std::string& script) { return {{"/bin/sh", "-c", script}, {}, {}, ""}; }

std::string printed(const core::Command& command) {
  const auto processes = system_processes();
  const auto process = processes->start(command);
  EXPECT_TRUE(process->wait(kLimit).has_value());
  return process->output(4096);
}

std::string error_of(const core::Command& command) {
  try {
    system_processes()->start(command);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

/// A variable in the environment by which a test finds what it started.
class TestMark {
 public:
  TestMark() : value_(std::to_string(getpid()) + "-" + std::to_string(++made_)) {}
  core::Command on(core::Command command) const {
    command.environment.emplace_back("HOTLAP_TEST", value_);
    return command;
  }
  std::string entry() const { return "HOTLAP_TEST=" + value_; }
  /// How many living processes have it.
  std::size_t count() const {
    std::size_t count = 0;
    for (const auto& process : core::all_processes()) count += carries_mark(process.pid, entry()) ? 1 : 0;
    return count;
  }

 private:
  static inline int made_ = 0;
  std::string value_;
};

TEST(SystemProcesses, TellHowAProcessEnded) {
  const auto processes = system_processes();
  const auto good = processes->start({{"true"}, {}, {}, ""});
  const auto bad = processes->start(shell("exit 3"));
  const auto killed = processes->start(shell("kill -SEGV $$"));
  EXPECT_EQ(good->wait(kLimit)->status, 0);
  EXPECT_EQ(bad->wait(kLimit)->status, 3);
  EXPECT_EQ(bad->wait(kLimit)->signal, 0);
  EXPECT_EQ(killed->wait(kLimit)->status, 128 + SIGSEGV);
  EXPECT_EQ(killed->wait(kLimit)->signal, SIGSEGV);
}

TEST(SystemProcesses, PollDoesNotWaitAndWaitEndsAtItsLimit) {
  const auto processes = system_processes();
  const auto process = processes->start({{"sleep", "1000"}, {}, {}, ""});
  EXPECT_FALSE(process->poll().has_value());
  EXPECT_FALSE(process->wait(milliseconds(1)).has_value());
  process->signal(SIGTERM);
  const auto end = process->wait(kLimit);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->signal, SIGTERM);
  EXPECT_TRUE(process->poll().has_value());
}

TEST(SystemProcesses, AStopThatIsAskedForEndsAWait) {
  const auto processes = system_processes();
  const auto process = processes->start({{"sleep", "1000"}, {}, {}, ""});
  core::set_stop_requested(true);
  EXPECT_THROW(process->wait(kLimit), core::Interrupted);
  core::set_stop_requested(false);
}

TEST(SystemProcesses, CaptureBothOutputsInOrderAndGiveTheEnd) {
  EXPECT_EQ(printed(shell("echo one; echo two >&2; echo three")), "one\ntwo\nthree\n");
  const auto processes = system_processes();
  const auto process = processes->start(shell("printf 0123456789"));
  ASSERT_TRUE(process->wait(kLimit).has_value());
  EXPECT_EQ(process->output(4), "6789");
}

TEST(SystemProcesses, WriteToTheFileThatIsNamed) {
  const TemporaryFolder folder;
  const std::string log = folder.write("log", "old text that is longer", false);
  auto command = shell("echo one; echo two >&2");
  command.output_path = log;
  EXPECT_EQ(printed(command), "one\ntwo\n");
  std::ifstream file(log);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "one\ntwo\n");
}

TEST(SystemProcesses, GiveAChildACleanSlate) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGUSR1, SIG_IGN);
  const int leaked = open("/dev/null", O_RDONLY);  // NOLINT(android-cloexec-open): the point of the test
  ASSERT_GE(leaked, 0);
  const std::string status = printed(shell("cat /proc/self/status; ls /proc/self/fd | wc -l; cat"));
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGUSR1, SIG_DFL);
  close(leaked);
  EXPECT_THAT(status, HasSubstr("SigIgn:\t0000000000000000\n"));
  EXPECT_THAT(status, HasSubstr("SigBlk:\t0000000000000000\n"));
  EXPECT_THAT(status, testing::EndsWith("\n4\n"))
      << "input, two outputs and the folder that ls reads; cat sees no input";
}

TEST(SystemProcesses, GiveAChildAGroupOfItsOwn) {
  const auto processes = system_processes();
  const auto process = processes->start({{"sleep", "1000"}, {}, {}, ""});
  EXPECT_EQ(getpgid(process->pid()), process->pid());
}

TEST(SystemProcesses, PassTheEnvironmentWithAdditions) {
  setenv("HOTLAP_TEST_KEPT", "kept", 1);
  setenv("HOTLAP_TEST_CHANGED", "before", 1);
  auto command = shell("echo $HOTLAP_TEST_KEPT $HOTLAP_TEST_CHANGED $HOTLAP_TEST_NEW");
  command.environment = {{"HOTLAP_TEST_CHANGED", "after"}, {"HOTLAP_TEST_NEW", "a b"}};
  EXPECT_EQ(printed(command), "kept after a b\n");
  unsetenv("HOTLAP_TEST_KEPT");
  unsetenv("HOTLAP_TEST_CHANGED");
}

TEST(ChildEnvironment, TheLaterOfTwoWinsAndTheMarkCannotBeReplaced) {
  const std::array<const char*, 5> ours{"A=ours", "AB=ours", "HOTLAP_RUN=outer", "odd", nullptr};
  EXPECT_THAT(child_environment("HOTLAP_RUN=1.x", {{"A", "1"}, {"HOTLAP_RUN", "fake"}, {"A", "2"}}, ours.data()),
              testing::ElementsAre("HOTLAP_RUN=1.x", "A=2", "AB=ours", "odd"));
}

TEST(SystemProcesses, PinAChild) {
  const int cpu = allowed_cpus().back().cpu;
  core::Command command{{"grep", "Cpus_allowed_list", "/proc/self/status"}, {}, {cpu}, ""};
  EXPECT_EQ(printed(command), "Cpus_allowed_list:\t" + std::to_string(cpu) + "\n");
}

TEST(SystemProcesses, ACpuThatIsNotAllowedIsTheUsersErrorEvenWhenAnotherOneIs) {
  EXPECT_EQ(error_of({{"/bin/true"}, {}, {8191}, ""}),
            "cannot start /bin/true: CPU 8191 is not allowed (name CPUs that this process may use; see taskset and "
            "cpuset)");
  EXPECT_THAT(error_of({{"/bin/true"}, {}, {allowed_cpus().front().cpu, 8191}, ""}), HasSubstr("CPU 8191"));
}

TEST(SystemProcesses, SayWhyAProgramCannotBeStarted) {
  const TemporaryFolder folder;
  const std::string plain = folder.write("plain", "text", false);
  const std::string script = folder.write("script", "#!/nowhere/sh\n", true);
  const std::string nonsense = folder.write("nonsense", "neither program nor script", true);
  EXPECT_EQ(error_of({{folder / "nothing"}, {}, {}, ""}), "cannot start " + (folder / "nothing") + ": not found");
  EXPECT_THAT(error_of({{plain}, {}, {}, ""}), HasSubstr("plain: not executable"));
  EXPECT_THAT(error_of({{script}, {}, {}, ""}), HasSubstr("script: its interpreter or loader is not found"));
  EXPECT_THAT(error_of({{nonsense}, {}, {}, ""}), HasSubstr("nonsense: no program for this machine"));
  EXPECT_EQ(error_of({{"hotlap-no-such-program"}, {}, {}, ""}),
            "'hotlap-no-such-program' is not on PATH (install it, or name it with its folder)");
  auto unwritable = shell("true");
  unwritable.output_path = folder / "no/such/folder/log";
  EXPECT_THAT(error_of(unwritable), HasSubstr("cannot open "));
}

TEST(SystemProcesses, KillingEndsTheWholeGroup) {
  const TestMark mark;
  const auto command = mark.on(shell("sleep 1000 & sleep 1000 & wait"));
  const auto processes = system_processes();
  const auto process = processes->start(command);
  ASSERT_TRUE(eventually([&] { return mark.count() == 3; }));
  process->kill();
  EXPECT_EQ(process->poll()->signal, SIGKILL);
  EXPECT_TRUE(eventually([&] { return mark.count() == 0; }));
}

TEST(SystemProcesses, WhatAnEndedProcessLeftInItsGroupGoesWithIt) {
  const TestMark mark;
  const auto command = mark.on(shell("sleep 1000 &"));
  const auto processes = system_processes();
  auto process = processes->start(command);
  ASSERT_TRUE(process->wait(kLimit).has_value());
  EXPECT_EQ(mark.count(), 1U);
  process.reset();
  EXPECT_TRUE(eventually([&] { return mark.count() == 0; }));
}

TEST(Guard, EndsADaemonThatLeftTheGroupWhenEverythingIsDestroyed) {
  const TestMark mark;
  const auto command = mark.on(shell("setsid sh -c 'sleep 1000 & sleep 1000' & wait"));
  auto processes = system_processes();
  auto process = processes->start(command);
  ASSERT_TRUE(eventually([&] { return mark.count() == 4; }));
  process.reset();
  ASSERT_TRUE(eventually([&] { return mark.count() == 3; })) << "the daemons are not in the group";
  processes.reset();
  EXPECT_EQ(mark.count(), 0U) << "the destructor waits for the guard";
}

/// A forked copy of this test that starts `command`, says so on its standard output, closes that, and waits to be
/// killed.
pid_t start_helper(const core::Command& command, int output) {
  const pid_t helper = fork();
  if (helper != 0) return helper;
  const auto processes = system_processes();
  const auto process = processes->start(command);
  const char ready = 'r';
  if (write(output, &ready, 1) != 1) _exit(1);
  close(output);
  for (;;) pause();
}

TEST(Guard, KillsEverythingWhenWeAreKilledAndHoldsNothingOfOursOpen) {
  const TestMark mark;
  const auto command = mark.on(shell("sleep 1000 & setsid sh -c 'sleep 1000 & sleep 1000' & wait"));
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  const pid_t helper = start_helper(command, ends[1]);
  close(ends[1]);
  char text = 0;
  ASSERT_EQ(read(ends[0], &text, 1), 1);
  EXPECT_EQ(read(ends[0], &text, 1), 0) << "neither guard nor server holds the pipe";
  close(ends[0]);
  EXPECT_TRUE(eventually([&] { return mark.count() == 5; }));
  kill(helper, SIGKILL);
  waitpid(helper, nullptr, 0);
  EXPECT_TRUE(eventually([&] { return mark.count() == 0; }));
}

TEST(RunMark, IsFoundWhereverItStandsInALongEnvironment) {
  const auto processes = system_processes();
  const TestMark mark;
  for (const int before : {0, 4000, 4060, 4090, 9000}) {
    core::Command command{{"sleep", "1000"}, {}, {}, ""};
    command.environment.emplace_back("HOTLAP_TEST_LONG", std::string(static_cast<std::size_t>(before), 'x'));
    const auto process = processes->start(mark.on(command));
    EXPECT_TRUE(carries_mark(process->pid(), mark.entry())) << before;
    EXPECT_TRUE(carries_mark(process->pid(), mark_prefix())) << before;
    EXPECT_FALSE(carries_mark(process->pid(), mark.entry() + "y")) << before;
  }
  EXPECT_FALSE(carries_mark(getpid(), mark.entry()));
}

}  // namespace
}  // namespace hotlap::subject
