// The sets of variants that are compiled into the server; one of them is chosen at the start.
#pragma once

#include <tuple>

#include "servers/reference/hot_paths.h"

namespace reference {

/// One variant for each hot path, in the order of kHotPaths. Everything that does work per request is instantiated with
/// it.
template <class HeaderStoreVariant>
struct PolicySet {
  using HeaderStore = HeaderStoreVariant;
  static constexpr Choice kChoice = {HeaderStore::kId};
};

using Before = PolicySet<header_store::Before>;
using After = PolicySet<header_store::After>;

/// Every set that can be chosen: before, after, and each of them with one hot path flipped. While there is one hot
/// path, the flips are the two sets themselves.
using PolicySets = std::tuple<Before, After>;

}  // namespace reference
