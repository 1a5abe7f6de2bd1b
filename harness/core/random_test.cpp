// The generator against published numbers, and its derived draws.
#include "harness/core/random.h"

#include <gmock/gmock.h>

#include <array>
#include <map>
#include <set>

namespace hotlap::core {
namespace {

TEST(Random, GivesTheNumbersOfTheReferenceSplitMix64) {
  Random random(1234567);
  for (const std::uint64_t expected : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                       4593380528125082431ULL, 16408922859458223821ULL}) {
    EXPECT_EQ(random.next(), expected);
  }
}

TEST(Random, StaysBelowItsLimitAndReachesEveryNumberAboutEquallyOften) {
  Random random(7);
  std::array<int, 6> counts{};
  for (int i = 0; i < 60'000; ++i) ++counts.at(random.below(6));
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);  // five standard deviations
}

TEST(Random, BelowOneIsAlwaysZeroAndTheLargestLimitIsKept) {
  Random random(7);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(random.below(1), 0u);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(random.below((1ULL << 63) + 1), (1ULL << 63) + 1);
}

TEST(Random, ShufflesIntoEveryPermutationAboutEquallyOften) {
  Random random(11);
  std::map<std::array<int, 3>, int> counts;
  for (int i = 0; i < 60'000; ++i) {
    std::array items{1, 2, 3};
    random.shuffle(std::span<int>(items));
    ++counts[items];
  }
  EXPECT_EQ(counts.size(), 6u);
  for (const auto& [permutation, count] : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(Random, ShufflingNothingOrOneThingChangesNothing) {
  Random random(11);
  random.shuffle(std::span<int>());
  std::array one{5};
  random.shuffle(std::span<int>(one));
  EXPECT_EQ(one[0], 5);
}

TEST(Random, TheSamePurposeGivesTheSameStream) {
  Random one = Random::for_purpose(3, "laps", 4);
  Random same = Random::for_purpose(3, "laps", 4);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(one.next(), same.next());
}

TEST(Random, StreamsOfOtherSeedsPurposesAndIndicesShareNoNumber) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL, ~0ULL}) {
    for (const char* purpose : {"", "laps", "launch", "port"}) {
      for (std::uint64_t index = 0; index < 100; ++index) {
        Random stream = Random::for_purpose(seed, purpose, index);
        for (int i = 0; i < 20; ++i, ++drawn) seen.insert(stream.next());
      }
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

}  // namespace
}  // namespace hotlap::core
