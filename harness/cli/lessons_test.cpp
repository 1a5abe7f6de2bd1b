// Tests of laps that pay and of the words for it.
#include "harness/cli/lessons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotlap::cli {
namespace {

using testing::HasSubstr;

compare::Lesson lesson(double laps) {
  compare::Lesson lesson;
  lesson.configuration = {"hello", {{"connections", "50"}}};
  lesson.metric = "cpu";
  lesson.components = {0.0004, 0.000025};
  lesson.block_seconds = 0.03;
  lesson.round_seconds = 1.2;
  lesson.laps = laps;
  return lesson;
}

TEST(LapsThatPay, AreWholeBlocksInBalancedOrder) {
  EXPECT_EQ(laps_that_pay({lesson(25.3)}, 3), 30);
  EXPECT_EQ(laps_that_pay({lesson(25.3)}, 2), 26);
  EXPECT_EQ(laps_that_pay({lesson(0.2)}, 3), 6);
  EXPECT_EQ(laps_that_pay({lesson(1e9)}, 3), kMostLaps);
}

TEST(LapsThatPay, AreTheMedianOfWhatIsKnown) {
  compare::Lesson silent = lesson(1);
  silent.laps = core::Value::absent("rounds do not differ beyond their laps");
  EXPECT_EQ(laps_that_pay({lesson(6), silent, lesson(60), lesson(24)}, 3), 24);
  EXPECT_EQ(laps_that_pay({silent}, 3), std::nullopt);
  EXPECT_EQ(laps_that_pay({}, 3), std::nullopt);
}

TEST(LessonsText, SaysWhereTheNoiseIsAndWhatTheBudgetShows) {
  const std::string text = lessons_text({lesson(25.3)}, 30, 60, 0.05);
  EXPECT_THAT(text, HasSubstr("hello connections=50: cpu differs by 2.00 % from lap to lap and by 0.50 % from round"));
  EXPECT_THAT(text, HasSubstr("a lap of every arm takes 30.0 ms, a round 1.20 s besides; 26 laps a round would pay"));
  EXPECT_THAT(text, HasSubstr("60 s with 30 laps a round would show 0.34 %"));
}

TEST(LessonsText, SaysWhatIsNotKnown) {
  compare::Lesson silent;
  silent.configuration = {"hello", {}};
  silent.components = {core::Value::absent("fewer than two rounds"), core::Value::absent("fewer than two rounds")};
  EXPECT_EQ(lessons_text({silent}, 30, 60, 0.05), "learned: hello: fewer than two rounds\n");
}

}  // namespace
}  // namespace hotlap::cli
