// Which hot paths this server has, and the choice of one variant for each.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "servers/kernels/header-store/registry.h"
#include "servers/reference/usage.h"

namespace reference {

struct HotPath {
  std::string_view id;
  std::string_view help;
  std::span<const engine::VariantInfo> variants;
  std::string_view before;
  std::string_view after;
};

inline constexpr std::array kHotPaths = {HotPath{header_store::kId, header_store::kHelp, header_store::kVariants,
                                                 header_store::Before::kId, header_store::After::kId}};

/// The id of a variant for each hot path, in the order of kHotPaths.
using Choice = std::array<std::string_view, kHotPaths.size()>;

struct ChoiceParse {
  Choice choice{};
  std::vector<Problem> problems;
};

/// SET or SET+HOTPATH=VARIANT..., SET being before or after; empty means after. All problems at once.
ChoiceParse parse_choice(std::string_view text);

}  // namespace reference
