// Balanced random orders from a recorded seed.
#include "harness/scenario/plan.h"

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>

#include "harness/core/random.h"

namespace hotlap::scenario {
namespace {

using Order = std::vector<core::Arm>;

constexpr std::uint64_t kFirstPort = 10'000;
constexpr std::uint64_t kPorts = 32'768 - kFirstPort;
constexpr std::uint64_t kPaddings = 4'096;

/// One stream per purpose, configuration and round (or group of rounds).
core::Random stream(const Settings& settings, std::string_view purpose, int configuration, std::size_t index) {
  return core::Random::for_purpose(settings.seed, purpose, (static_cast<std::uint64_t>(configuration) << 32) + index);
}

Order shuffled(Order arms, core::Random& random) {
  random.shuffle(std::span<core::Arm>(arms));
  return arms;
}

Order rotated(Order order, std::size_t places) {
  std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(places % order.size()), order.end());
  return order;
}

/// Every arm holds every place once in a group of as many rounds as there are arms: the rotations of one permutation.
Order launch_order(const Settings& settings, const Order& arms, int configuration, int round) {
  const auto number = static_cast<std::size_t>(round);
  core::Random random = stream(settings, "launch", configuration, number / arms.size());
  return rotated(shuffled(arms, random), number % arms.size());
}

/// All permutations in random order, save that from the front every n in succession are the rotations of one: so in any
/// prefix the counts of an arm at a place differ by at most one, and so do the counts of the permutations.
std::vector<Order> permutations_by_rotation(Order arms, core::Random& random) {
  std::sort(arms.begin(), arms.end());
  std::vector<Order> all;
  do {
    all.push_back(arms);
  } while (std::next_permutation(arms.begin(), arms.end()));
  random.shuffle(std::span<Order>(all));

  std::vector<Order> arranged;
  for (const Order& order : all) {
    if (std::find(arranged.begin(), arranged.end(), order) != arranged.end()) continue;
    for (std::size_t places = 0; places < order.size(); ++places) arranged.push_back(rotated(order, places));
  }
  return arranged;
}

/// The front of that arrangement, over and over, as long as needed; then the blocks change places.
std::vector<Order> lap_blocks(const Settings& settings, const Order& arms, int configuration, int round) {
  core::Random random = stream(settings, "blocks", configuration, static_cast<std::size_t>(round));
  const std::vector<Order> permutations = permutations_by_rotation(arms, random);
  std::vector<Order> blocks(static_cast<std::size_t>(settings.laps));
  for (std::size_t lap = 0; lap < blocks.size(); ++lap) blocks[lap] = permutations[lap % permutations.size()];
  random.shuffle(std::span<Order>(blocks));
  return blocks;
}

/// Distinct ports from one stream; attempt k takes the k-th handful, so no attempt repeats an earlier one's.
std::vector<std::uint16_t> ports(const Settings& settings, std::size_t arms, int configuration, int round,
                                 int attempt) {
  const std::size_t wanted = arms * (static_cast<std::size_t>(attempt) + 1);
  if (wanted > kPorts) throw std::logic_error("plan_round: more ports asked for than there are");
  core::Random random = stream(settings, "port", configuration, static_cast<std::size_t>(round));
  std::vector<std::uint16_t> drawn;
  while (drawn.size() < wanted) {
    const auto port = static_cast<std::uint16_t>(kFirstPort + random.below(kPorts));
    if (std::find(drawn.begin(), drawn.end(), port) == drawn.end()) drawn.push_back(port);
  }
  return {drawn.end() - static_cast<std::ptrdiff_t>(arms), drawn.end()};
}

}  // namespace

std::vector<core::Arm> Plan::arms() const {
  if (settings.single) return {core::Arm::old_build};
  if (settings.control) return {core::Arm::old_build, core::Arm::new_build, core::Arm::control};
  return {core::Arm::old_build, core::Arm::new_build};
}

RoundPlan plan_round(const Plan& plan, int configuration, int round, int port_attempt) {
  const Settings& settings = plan.settings;
  const Order arms = plan.arms();
  RoundPlan result{configuration, round, launch_order(settings, arms, configuration, round), {}, {}};
  if (settings.protocol == Protocol::laps) result.blocks = lap_blocks(settings, arms, configuration, round);

  core::Random random = stream(settings, "padding", configuration, static_cast<std::size_t>(round));
  const auto padding = static_cast<int>(random.below(kPaddings));
  const auto port = ports(settings, arms.size(), configuration, round, port_attempt);
  for (std::size_t i = 0; i < arms.size(); ++i) result.nuisance.push_back({arms[i], {port[i], padding}});
  return result;
}

std::vector<Turn> turns(int configurations, int rounds) {
  std::vector<Turn> turns;
  for (int round = 0; round < rounds; ++round) {
    for (int configuration = 0; configuration < configurations; ++configuration)
      turns.push_back({configuration, round});
  }
  return turns;
}

int rounds_for_budget(core::Nanoseconds budget, core::Nanoseconds round_cost, int arms, int minimum) {
  const int least = (minimum + arms - 1) / arms * arms;
  const std::int64_t most = std::numeric_limits<int>::max();
  const auto fit = static_cast<int>(std::clamp<std::int64_t>(budget / round_cost, 0, most));
  return std::max(least, fit / arms * arms);
}

bool is_look(int done, int previous, int planned, int arms, int fewest) {
  constexpr std::int64_t kParts = 5;
  if (done >= planned) return true;
  if (done < fewest || done % arms != 0) return false;
  if (previous == 0) return true;
  if (kParts * done < planned) return done >= 2 * previous;
  return kParts * done / planned > kParts * previous / planned;
}

}  // namespace hotlap::scenario
