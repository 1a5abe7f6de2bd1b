// The warm-up rule on known courses.
#include "harness/runner/steady.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hotlap::runner {
namespace {

/// Laps until steady for a course of costs; -1: never within `most`.
template <class Course>
int laps_until_steady(Course course, int most) {
  Steady steady;
  for (int lap = 0; lap < most; ++lap) {
    steady.add(course(lap));
    if (steady.steady()) return lap + 1;
  }
  return -1;
}

TEST(Steady, a_flat_course_is_steady_after_two_windows) {
  EXPECT_EQ(laps_until_steady([](int) { return 4000.0; }, 100), 2 * Steady::kWindow);
}

TEST(Steady, a_course_that_keeps_falling_is_not_steady) {
  EXPECT_EQ(laps_until_steady([](int lap) { return 4000.0 * std::pow(0.98, lap); }, 100), -1);
}

TEST(Steady, it_waits_for_the_end_of_a_fall) {
  const int laps = laps_until_steady([](int lap) { return lap < 40 ? 20000.0 - 400.0 * lap : 4000.0; }, 100);
  EXPECT_GT(laps, 40);
  EXPECT_LE(laps, 40 + 2 * Steady::kWindow);
}

TEST(Steady, a_single_disturbed_lap_changes_nothing) {
  EXPECT_EQ(laps_until_steady([](int lap) { return lap == 3 ? 40000.0 : 4000.0; }, 100), 2 * Steady::kWindow);
}

TEST(Steady, a_disturbed_window_does_not_look_like_the_start_of_a_fall) {
  // Without "the lowest median so far" the window after the disturbed one would be a fall of 20 %.
  const auto course = [](int lap) { return lap >= Steady::kWindow && lap < 2 * Steady::kWindow ? 5000.0 : 4000.0; };
  Steady steady;
  for (int lap = 0; lap < 3 * Steady::kWindow; ++lap) steady.add(course(lap));
  EXPECT_TRUE(steady.steady());
}

}  // namespace
}  // namespace hotlap::runner
