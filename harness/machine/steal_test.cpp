// The steal column of a known /proc/stat.
#include "harness/machine/steal.h"

#include <gtest/gtest.h>

#include <string>

namespace hotlap::machine {
namespace {

const std::string kStat =
    "cpu  100 0 50 900 1 0 2 30 0 0\n"
    "cpu0 60 0 20 450 1 0 1 10 0 0\n"
    "cpu1 40 0 30 450 0 0 1 20 0 0\n"
    "cpu11 40 0 30 450 0 0 1 7 0 0\n"
    "intr 12345 0 0\n";

TEST(StealTicks, sums_the_column_of_the_wanted_cpus_only) {
  EXPECT_EQ(steal_ticks(kStat.data(), kStat.size(), {0}), 10U);
  EXPECT_EQ(steal_ticks(kStat.data(), kStat.size(), {1}), 20U);
  EXPECT_EQ(steal_ticks(kStat.data(), kStat.size(), {0, 11}), 17U);
}

TEST(StealTicks, are_absent_when_a_cpu_or_the_column_is) {
  EXPECT_EQ(steal_ticks(kStat.data(), kStat.size(), {5}), std::nullopt);
  EXPECT_EQ(steal_ticks(kStat.data(), kStat.size(), {0, 5}), std::nullopt);
  EXPECT_EQ(steal_ticks(kStat.data(), 40, {0}), std::nullopt) << "a cut text";
}

TEST(StealMeter, reads_this_machine) {
  const StealMeter meter({0});
  const auto first = meter.ticks();
  ASSERT_TRUE(first.has_value());
  EXPECT_GE(meter.ticks(), first);
}

}  // namespace
}  // namespace hotlap::machine
