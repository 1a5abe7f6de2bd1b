// The balance that the plan promises, as properties over many seeds.
#include "harness/scenario/plan.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

namespace hotlap::scenario {
namespace {

using core::Arm;
using std::chrono::seconds;
using Order = std::vector<Arm>;

constexpr std::uint64_t kSeeds = 200;

enum class Arms { one, two, three };

Plan plan_of(Arms arms, std::uint64_t seed, int laps = 12) {
  Plan plan;
  plan.settings.seed = seed;
  plan.settings.laps = laps;
  plan.settings.single = arms == Arms::one;
  plan.settings.control = arms == Arms::three;
  return plan;
}

bool is_permutation_of_arms(const Order& order, const Order& arms) {
  return std::is_permutation(order.begin(), order.end(), arms.begin(), arms.end());
}

/// How often each arm holds each place, every pair counted even when it never occurs.
std::map<std::pair<Arm, std::size_t>, int> place_counts(const std::vector<Order>& orders, const Order& arms) {
  std::map<std::pair<Arm, std::size_t>, int> counts;
  for (const Arm arm : arms) {
    for (std::size_t place = 0; place < arms.size(); ++place) counts[{arm, place}] = 0;
  }
  for (const Order& order : orders) {
    for (std::size_t place = 0; place < order.size(); ++place) ++counts[{order[place], place}];
  }
  return counts;
}

template <class Counts>
int spread(const Counts& counts) {
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end(), less);
  return most->second - least->second;
}

class PlanOf : public testing::TestWithParam<Arms> {};
INSTANTIATE_TEST_SUITE_P(Arms, PlanOf, testing::Values(Arms::one, Arms::two, Arms::three));

TEST(Plan, HasTheArmsOfItsSettings) {
  EXPECT_THAT(plan_of(Arms::one, 0).arms(), testing::ElementsAre(Arm::old_build));
  EXPECT_THAT(plan_of(Arms::two, 0).arms(), testing::ElementsAre(Arm::old_build, Arm::new_build));
  EXPECT_THAT(plan_of(Arms::three, 0).arms(), testing::ElementsAre(Arm::old_build, Arm::new_build, Arm::control));
}

TEST_P(PlanOf, EveryArmHoldsEveryLaunchPlaceOnceInEachGroupOfRounds) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Plan plan = plan_of(GetParam(), seed);
    const auto arms = plan.arms();
    const auto group_size = static_cast<int>(arms.size());
    for (int group = 0; group < 5; ++group) {
      std::vector<Order> orders(arms.size());
      for (int i = 0; i < group_size; ++i) {
        orders[static_cast<std::size_t>(i)] = plan_round(plan, 1, group * group_size + i).launch_order;
      }
      for (const auto& [arm_and_place, count] : place_counts(orders, arms)) EXPECT_EQ(count, 1) << seed;
    }
  }
}

TEST_P(PlanOf, EveryBlockRunsEveryArmOnce) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Plan plan = plan_of(GetParam(), seed, static_cast<int>(seed % 20));
    const RoundPlan round = plan_round(plan, 0, 3);
    EXPECT_EQ(round.blocks.size(), seed % 20);
    for (const Order& block : round.blocks) EXPECT_TRUE(is_permutation_of_arms(block, plan.arms()));
  }
}

TEST_P(PlanOf, PermutationsAndPlacesAreUsedEquallyOftenUpToOne) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    for (const int laps : {1, 2, 3, 4, 5, 7, 11, 12, 70}) {
      const Plan plan = plan_of(GetParam(), seed, laps);
      const auto arms = plan.arms();
      const std::size_t permutations = arms.size() == 3 ? 6 : arms.size();
      const auto blocks = plan_round(plan, 0, 0).blocks;
      std::map<Order, int> uses;
      for (const Order& block : blocks) ++uses[block];
      EXPECT_EQ(uses.size(), std::min(permutations, static_cast<std::size_t>(laps)));
      const int expected_spread = static_cast<std::size_t>(laps) % permutations == 0 ? 0 : 1;
      if (uses.size() == permutations) {
        EXPECT_EQ(spread(uses), expected_spread) << laps;
      }
      EXPECT_LE(spread(uses), 1) << laps;
      EXPECT_LE(spread(place_counts(blocks, arms)), 1) << laps;
    }
  }
}

TEST_P(PlanOf, NoArmIsFavouredWhenTheLapsAreNoMultipleOfThePermutations) {
  const int laps = 4;
  std::vector<Order> blocks;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto more = plan_round(plan_of(GetParam(), seed, laps), 0, 0).blocks;
    blocks.insert(blocks.end(), more.begin(), more.end());
  }
  const auto arms = plan_of(GetParam(), 0).arms();
  const double expected = static_cast<double>(blocks.size()) / static_cast<double>(arms.size());
  for (const auto& [arm_and_place, count] : place_counts(blocks, arms)) EXPECT_NEAR(count, expected, 150);
}

TEST_P(PlanOf, TheSameSettingsGiveTheSamePlan) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const RoundPlan one = plan_round(plan_of(GetParam(), seed), 2, 5);
    const RoundPlan same = plan_round(plan_of(GetParam(), seed), 2, 5);
    EXPECT_EQ(one.launch_order, same.launch_order);
    EXPECT_EQ(one.blocks, same.blocks);
    ASSERT_EQ(one.nuisance.size(), same.nuisance.size());
    for (std::size_t i = 0; i < one.nuisance.size(); ++i) {
      EXPECT_EQ(one.nuisance[i].first, same.nuisance[i].first);
      EXPECT_EQ(one.nuisance[i].second.port, same.nuisance[i].second.port);
      EXPECT_EQ(one.nuisance[i].second.environment_padding, same.nuisance[i].second.environment_padding);
    }
  }
}

TEST(PlanRound, OtherSeedsRoundsAndConfigurationsGiveOtherOrdersPortsAndPaddings) {
  std::set<std::vector<Order>> blocks;
  std::set<Order> launch_orders;
  std::set<int> paddings;
  std::set<std::uint16_t> ports;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    for (int configuration = 0; configuration < 3; ++configuration) {
      for (int round = 0; round < 5; ++round) {
        const RoundPlan plan = plan_round(plan_of(Arms::three, seed, 30), configuration, round);
        blocks.insert(plan.blocks);
        launch_orders.insert(plan.launch_order);
        paddings.insert(plan.nuisance.front().second.environment_padding);
        ports.insert(plan.nuisance.front().second.port);
      }
    }
  }
  EXPECT_EQ(blocks.size(), 45u);
  EXPECT_EQ(launch_orders.size(), 6u);
  EXPECT_GT(paddings.size(), 40u);
  EXPECT_GT(ports.size(), 40u);
}

TEST_P(PlanOf, PortsHaveFiveDigitsLieBelowTheEphemeralOnesAndDiffer) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Plan plan = plan_of(GetParam(), seed);
    std::set<std::uint16_t> ports;
    for (int attempt = 0; attempt < 4; ++attempt) {
      for (const auto& [arm, nuisance] : plan_round(plan, 0, 7, attempt).nuisance) {
        EXPECT_GE(nuisance.port, 10000);
        EXPECT_LE(nuisance.port, 32767);
        EXPECT_TRUE(ports.insert(nuisance.port).second) << "taken twice: " << nuisance.port;
      }
    }
    EXPECT_EQ(ports.size(), 4 * plan.arms().size());
  }
}

TEST_P(PlanOf, EveryArmHasTheSamePaddingWithinItsRange) {
  int least = 4096;
  int most = -1;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Plan plan = plan_of(GetParam(), seed);
    const auto nuisance = plan_round(plan, 0, 0).nuisance;
    Order arms;
    for (const auto& [arm, drawn] : nuisance) {
      arms.push_back(arm);
      EXPECT_EQ(drawn.environment_padding, nuisance.front().second.environment_padding);
      least = std::min(least, drawn.environment_padding);
      most = std::max(most, drawn.environment_padding);
    }
    EXPECT_EQ(arms, plan.arms());
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(least, 400);
  EXPECT_GT(most, 3700);
  EXPECT_LE(most, 4095);
}

TEST(PlanRound, ARetryChangesNothingButThePorts) {
  const Plan plan = plan_of(Arms::three, 9);
  const RoundPlan first = plan_round(plan, 1, 4, 0);
  const RoundPlan retry = plan_round(plan, 1, 4, 1);
  EXPECT_EQ(first.launch_order, retry.launch_order);
  EXPECT_EQ(first.blocks, retry.blocks);
  EXPECT_EQ(first.nuisance[0].second.environment_padding, retry.nuisance[0].second.environment_padding);
}

TEST(PlanRound, MoreRetriesThanThereArePortsAreOurError) {
  EXPECT_THROW(plan_round(plan_of(Arms::three, 9), 0, 0, 8000), std::logic_error);
}

TEST(PlanRound, TheRoundsProtocolHasWindowsInLaunchOrderAndNoBlocks) {
  Plan plan = plan_of(Arms::three, 5);
  plan.settings.protocol = Protocol::rounds;
  const RoundPlan round = plan_round(plan, 3, 8);
  EXPECT_EQ(round.configuration, 3);
  EXPECT_EQ(round.round, 8);
  EXPECT_TRUE(is_permutation_of_arms(round.launch_order, plan.arms()));
  EXPECT_TRUE(round.blocks.empty());
}

TEST(Turns, RunOneRoundOfEachConfigurationThenTheNext) {
  EXPECT_THAT(turns(3, 2),
              testing::ElementsAre(Turn{0, 0}, Turn{1, 0}, Turn{2, 0}, Turn{0, 1}, Turn{1, 1}, Turn{2, 1}));
  EXPECT_TRUE(turns(0, 5).empty());
  EXPECT_TRUE(turns(5, 0).empty());
}

TEST(RoundsForBudget, IsAMultipleOfTheArmsThatFits) {
  struct Row {
    int budget, cost, arms, minimum, rounds;
  };
  for (const Row& row :
       {Row{60, 1, 3, 6, 60}, Row{60, 1, 2, 6, 60}, Row{59, 1, 3, 6, 57},  // rounded down to whole groups
        Row{61, 2, 2, 6, 30},                                              // what does not fit is not begun
        Row{5, 1, 3, 6, 6},       // the minimum is kept although it does not fit
        Row{0, 1, 3, 6, 6},       // even without any budget
        Row{8, 1, 3, 7, 9},       // the minimum, too, in whole groups
        Row{7, 2, 1, 2, 3},       // one arm: every number is whole
        Row{10, 60, 3, 0, 0}}) {  // no minimum, nothing fits
    EXPECT_EQ(rounds_for_budget(seconds(row.budget), seconds(row.cost), row.arms, row.minimum), row.rounds)
        << row.budget << " s at " << row.cost << " s, " << row.arms << " arms, at least " << row.minimum;
  }
}

TEST(RoundsForBudget, AHugeBudgetDoesNotOverflow) {
  EXPECT_EQ(rounds_for_budget(core::Nanoseconds::max(), core::Nanoseconds(1), 3, 6), 2147483646);
}

TEST(Looks, AreAtTheFewestAtTheirDoublesAtEachFifthAndAtTheEndInWholeGroups) {
  const auto looks = [](int planned, int arms, int fewest) {
    std::vector<int> at;
    for (int done = 1; done <= planned; ++done) {
      if (is_look(done, at.empty() ? 0 : at.back(), planned, arms, fewest)) at.push_back(done);
    }
    return at;
  };
  EXPECT_EQ(looks(60, 3, 7), (std::vector{9, 12, 24, 36, 48, 60}));
  EXPECT_EQ(looks(300, 3, 7), (std::vector{9, 18, 36, 60, 120, 180, 240, 300}));
  EXPECT_EQ(looks(20, 2, 6), (std::vector{6, 8, 12, 16, 20}));
  EXPECT_EQ(looks(9, 3, 7), (std::vector{9}));
  EXPECT_TRUE(is_look(15, 12, 15, 3, 7)) << "the budget ran out before its time";
}

}  // namespace
}  // namespace hotlap::scenario
