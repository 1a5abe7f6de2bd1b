// Who started whom, on children of the test itself.
#include "harness/core/process_tree.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>

namespace hotlap::core {
namespace {

TEST(ProcessTree, FieldsStandBehindTheLastParenthesis) {
  EXPECT_EQ(stat_after_name("12 (node) S 1 2"), "S 1 2");
  EXPECT_EQ(stat_after_name("12 (a) R 9 (b)) S 7 2"), "S 7 2");
  EXPECT_EQ(stat_after_name("12 (node)"), "");
  EXPECT_EQ(stat_after_name(""), "");
}

TEST(ProcessTree, HoldsChildrenAndTheirChildren) {
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      pause();
      _exit(0);
    }
    if (write(pipe_ends[1], &grandchild, sizeof grandchild) < 0) _exit(1);
    pause();
    _exit(0);
  }
  pid_t grandchild = 0;
  ASSERT_EQ(read(pipe_ends[0], &grandchild, sizeof grandchild), static_cast<ssize_t>(sizeof grandchild));
  EXPECT_EQ(process_tree(child), (std::vector<pid_t>{child, grandchild}));
  const auto ours = process_tree(getpid());
  EXPECT_EQ(ours.front(), getpid());
  EXPECT_NE(std::find(ours.begin(), ours.end(), grandchild), ours.end());
  kill(grandchild, SIGKILL);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(process_tree(child).empty());
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST(ProcessTree, AFileOfAProcessThatIsNotThereIsAbsent) {
  EXPECT_FALSE(read_proc("/proc/0/stat").has_value());
  EXPECT_TRUE(read_proc("/proc/self/stat").has_value());
}

}  // namespace
}  // namespace hotlap::core
