// Counts arms at places.
#include "analysis/compare/order.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace hotlap::compare {
namespace {

constexpr std::string_view kAdvice = "paired figures need a balanced order; measure again with `hotlap compare`";

/// How often each arm held each place.
class Places {
 public:
  explicit Places(const std::vector<core::Arm>& arms) : arms_(arms) {}

  void add(const Block& samples) {
    for (const auto& [arm, sample] : samples) {
      if (sample->position != core::kNoPlace) ++counts_[arm][sample->position];
    }
  }
  bool empty() const { return counts_.empty(); }
  /// The largest and smallest count over all arms and the places 0..arms-1.
  std::pair<int, int> extremes() const {
    int least = std::numeric_limits<int>::max();
    int most = 0;
    for (const core::Arm arm : arms_) {
      for (int place = 0; place < static_cast<int>(arms_.size()); ++place) {
        const int count = count_of(arm, place);
        least = std::min(least, count);
        most = std::max(most, count);
      }
    }
    return {most, least};
  }

 private:
  int count_of(core::Arm arm, int place) const {
    const auto places = counts_.find(arm);
    if (places == counts_.end()) return 0;
    const auto count = places->second.find(place);
    return count == places->second.end() ? 0 : count->second;
  }
  const std::vector<core::Arm>& arms_;
  std::map<core::Arm, std::map<int, int>> counts_;
};

core::Warning imbalance(std::string_view what, std::pair<int, int> counts) {
  return {"order_imbalance",
          fmt::format("{}: an arm held one place {} times, another {} times", what, counts.first, counts.second),
          std::string(kAdvice),
          {{"most", counts.first}, {"least", counts.second}}};
}

}  // namespace

std::optional<core::Warning> order_imbalance(const std::vector<Round>& rounds, const std::vector<core::Arm>& arms) {
  if (arms.size() < 2 || rounds.empty()) return std::nullopt;
  Places launches(arms);
  for (const Round& round : rounds) launches.add(round.whole);
  if (launches.empty()) {
    return core::Warning{
        "order_imbalance", "the record does not say in which order the arms were launched", std::string(kAdvice), {}};
  }
  const auto launched = launches.extremes();
  if (launched.first - launched.second > 1) return imbalance("the launch order is not balanced", launched);
  for (const Round& round : rounds) {
    Places laps(arms);
    for (const auto& [number, block] : round.blocks) laps.add(block);
    const auto driven = laps.extremes();
    if (driven.first - driven.second <= 1) continue;
    return imbalance(fmt::format("the lap order of round {} is not balanced", round.number), driven);
  }
  return std::nullopt;
}

}  // namespace hotlap::compare
