// Tests of planning with what an earlier run taught.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::HasSubstr;

TEST(Learn, ARunTeachesThePlanAndTheNextRun) {
  const Scratch scratch;
  const Arguments subjects = {"--old", command_of("same"), "--new", command_of("slow-5")};
  const std::string first = scratch / "first";
  ASSERT_EQ(run(joined({{"compare", "set-header"}, subjects, kSmall, {"--out", first}})).exit_code, 0);
  const Result plan = run(joined({{"plan", "set-header"}, subjects, {"--learn", first}}));
  EXPECT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("learned: set-header connections=50: cpu differs by"));
  const Result second =
      run(joined({{"compare", "set-header"},
                  subjects,
                  {"--rounds", "1", "--lap-ms", "1", "--learn", first, "--out", scratch / "second"}}));
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_EQ(read_record(scratch / "second").header["laps"].get<int>() % 6, 0);
}

TEST(Learn, WhatTeachesNothingIsRefused) {
  const Scratch scratch;
  const Arguments subjects = {"--old", command_of("same"), "--new", command_of("slow-5")};
  EXPECT_EQ(run(joined({{"plan", "set-header"}, subjects, {"--learn", scratch / "absent"}})).exit_code, 2);
  const std::string windows = scratch / "windows";
  ASSERT_EQ(run(joined({{"compare", "set-header"},
                        subjects,
                        {"--protocol", "rounds", "--rounds", "2", "--lap-ms", "5", "--out", windows}}))
                .exit_code,
            0);
  const Result plan = run(joined({{"plan", "set-header"}, subjects, {"--learn", windows}}));
  EXPECT_EQ(plan.exit_code, 2);
  EXPECT_THAT(plan.err, HasSubstr("teaches nothing"));
}

}  // namespace
}  // namespace hotlap::end_to_end
