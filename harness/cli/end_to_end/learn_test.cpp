// Tests of planning with what an earlier run taught.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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

/// Where runs go that are not told where is shared by all who use this checkout: the test cleans up behind itself.
TEST(Learn, AScenarioThatWasSeenBeforeIsPlannedWithWhatItTaught) {
  const Scratch scratch;
  const Arguments subjects = {"--old", command_of("same"), "--new", command_of("same")};
  const std::string name = fmt::format("learn-test-{}", getpid());
  const std::filesystem::path runs = std::filesystem::path(HOTLAP_SOURCE_DIR) / "results" / "runs";
  std::filesystem::create_directories(runs);
  const Arguments plan = joined({{"plan", "set-header"}, subjects, {"--lap-ms", "1.25"}});
  EXPECT_THAT(run(plan).out, Not(HasSubstr("learned"))) << "no run has had laps of this length";
  const Result first = run(joined({{"compare", "set-header"},
                                   subjects,
                                   {"--rounds", "6", "--laps", "6", "--lap-ms", "1.25", "--out", runs / name}}));
  const Result second = run(plan);
  const Result untaught = run(joined({plan, {"--learn", "none"}}));
  std::ofstream(runs / name / "samples.jsonl") << "broken\n";
  const Result broken = run(plan);
  std::filesystem::remove_all(runs / name);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(second.out, AllOf(HasSubstr("; learned from "), HasSubstr(name), HasSubstr("learned: set-header")));
  EXPECT_THAT(untaught.out, Not(HasSubstr("learned")));
  EXPECT_EQ(broken.exit_code, 0) << "an old run that cannot be read stops no new one: " << broken.err;
  EXPECT_THAT(broken.out, Not(HasSubstr("learned")));
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
