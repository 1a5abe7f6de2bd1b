// The warm-up rule on known courses.
#include "harness/runner/steady.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hotlap::runner {
namespace {

/// Laps until steady for a course of costs; -1: never within `most`.
template <class Course>
int laps_until_steady(int patience, Course course, int most, std::uint64_t fewest_requests = 0) {
  Steady steady(patience, fewest_requests);
  for (int lap = 0; lap < most; ++lap) {
    steady.add(course(lap), 100);
    if (steady.steady()) return lap + 1;
  }
  return -1;
}

TEST(Steady, a_flat_course_is_steady_after_one_window_and_its_patience) {
  EXPECT_EQ(laps_until_steady(
                10, [](int) { return 4000.0; }, 100),
            Steady::kWindow + 10);
}

TEST(Steady, a_course_that_keeps_falling_is_not_steady) {
  EXPECT_EQ(laps_until_steady(
                10, [](int lap) { return 4000.0 * std::pow(0.98, lap); }, 100),
            -1);
}

TEST(Steady, many_small_falls_make_one) {
  // 0.3 % a lap: no two windows are 2 % apart, the fall goes on all the same.
  EXPECT_EQ(laps_until_steady(
                20, [](int lap) { return 4000.0 * std::pow(0.997, lap); }, 100),
            -1);
}

TEST(Steady, it_waits_for_the_end_of_a_fall) {
  const int laps = laps_until_steady(
      10, [](int lap) { return lap < 40 ? 20000.0 - 400.0 * lap : 4000.0; }, 100);
  EXPECT_GT(laps, 40);
  EXPECT_LE(laps, 40 + 2 * Steady::kWindow + 10);
}

TEST(Steady, patience_spans_the_pause_before_the_next_tier) {
  const auto tiers = [](int lap) { return lap < 30 ? 25000.0 : 13000.0; };
  EXPECT_EQ(laps_until_steady(10, tiers, 200), Steady::kWindow + 10) << "a short patience takes the pause for the end";
  EXPECT_EQ(laps_until_steady(40, tiers, 200), 30 + Steady::kWindow + 40);
}

TEST(Steady, is_not_steady_before_the_fewest_requests_and_falls_after_them_still_count) {
  const auto flat = [](int) { return 4000.0; };
  EXPECT_EQ(laps_until_steady(10, flat, 200, 5000), 50);
  const auto tiers = [](int lap) { return lap < 45 ? 25000.0 : 13000.0; };
  EXPECT_EQ(laps_until_steady(10, tiers, 200, 5000), 45 + Steady::kWindow + 10);
}

TEST(Steady, a_single_disturbed_lap_changes_nothing) {
  EXPECT_EQ(laps_until_steady(
                10, [](int lap) { return lap == 3 ? 40000.0 : 4000.0; }, 100),
            Steady::kWindow + 10);
}

TEST(Steady, a_disturbed_window_does_not_look_like_the_start_of_a_fall) {
  const auto course = [](int lap) { return lap >= 5 && lap < 10 ? 5000.0 : 4000.0; };
  EXPECT_EQ(laps_until_steady(10, course, 100), Steady::kWindow + 10);
}

}  // namespace
}  // namespace hotlap::runner
