// Which hot paths this server has, and the choice of one variant for each.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "servers/kernels/engine/variant.h"
#include "servers/reference/usage.h"

namespace reference {

struct HotPath {
  std::string_view id;
  std::string_view help;
  std::span<const engine::VariantInfo> variants;
  std::string_view before;
  std::string_view after;
};

inline constexpr std::size_t kHotPathCount = 13;
using HotPaths = std::array<HotPath, kHotPathCount>;

/// All of them, in the order of hot-paths.md, which is also that of the parameters of PolicySet.
const HotPaths& hot_paths();

/// The id of a variant for each hot path, in that order.
using Choice = std::array<std::string_view, kHotPathCount>;

/// before, after, and SET+HOTPATH=VARIANT for every single flip of either: the sets that are compiled in, once each.
std::vector<std::string> set_names();

struct ChoiceParse {
  Choice choice{};
  std::vector<Problem> problems;
};

/// SET or SET+HOTPATH=VARIANT, SET being before or after; empty means after. One hot path at most is flipped: other
/// combinations are not compiled. All problems at once.
ChoiceParse parse_choice(std::string_view text);

}  // namespace reference
