// What errors say.
#include "harness/core/error.h"

#include <gmock/gmock.h>

namespace hotlap::core {
namespace {

TEST(UserError, SaysWhereWhatAndTheHint) {
  const UserError error({"unknown key 'x'", "a.toml:3:1", "did you mean 'y'?"});
  EXPECT_STREQ(error.what(), "a.toml:3:1: unknown key 'x' (did you mean 'y'?)");
}

TEST(UserError, LeavesOutWhatIsEmpty) {
  EXPECT_STREQ(UserError({"no scenario", "", ""}).what(), "no scenario");
  EXPECT_STREQ(UserError({"no scenario", "--filter", ""}).what(), "--filter: no scenario");
  EXPECT_STREQ(UserError({"no scenario", "", "name one"}).what(), "no scenario (name one)");
}

TEST(UserError, KeepsAllProblemsInTheirOrderOneALine) {
  const std::vector<Problem> problems{{"first", "a:1", ""}, {"second", "a:2", "mend it"}};
  const UserError error(problems);
  EXPECT_EQ(error.problems(), problems);
  EXPECT_STREQ(error.what(), "a:1: first\na:2: second (mend it)");
}

TEST(ArmFailure, KeepsWhatWasSeenVerbatim) {
  const ArmFailure failure("exited with status 3 before it was ready", "line 1\nline 2\xff");
  EXPECT_STREQ(failure.what(), "exited with status 3 before it was ready");
  EXPECT_EQ(failure.seen(), "line 1\nline 2\xff");
}

TEST(Interrupted, SaysSo) { EXPECT_STREQ(Interrupted().what(), "interrupted"); }

TEST(ExitCode, HasTheNumbersOfTheContract) {
  EXPECT_EQ(static_cast<int>(ExitCode::ok), 0);
  EXPECT_EQ(static_cast<int>(ExitCode::regression), 1);
  EXPECT_EQ(static_cast<int>(ExitCode::usage), 2);
  EXPECT_EQ(static_cast<int>(ExitCode::inconclusive), 3);
  EXPECT_EQ(static_cast<int>(ExitCode::void_arm), 4);
  EXPECT_EQ(static_cast<int>(ExitCode::interrupted), 130);
}

}  // namespace
}  // namespace hotlap::core
