// A set of variants, one for each hot path: what everything that does work per request is instantiated with.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "servers/kernels/call-arguments/registry.h"
#include "servers/kernels/cork-write/registry.h"
#include "servers/kernels/emit/registry.h"
#include "servers/kernels/framing-match/registry.h"
#include "servers/kernels/framing-names/registry.h"
#include "servers/kernels/head-render/registry.h"
#include "servers/kernels/header-iteration/registry.h"
#include "servers/kernels/header-store/registry.h"
#include "servers/kernels/header-walk/registry.h"
#include "servers/kernels/listener-table/registry.h"
#include "servers/kernels/name-lookup/registry.h"
#include "servers/kernels/name-reference/registry.h"
#include "servers/kernels/raw-headers/registry.h"
#include "servers/reference/hot_paths.h"

namespace reference {

/// The variants of every hot path, in the order of hot_paths(). The first variant of each is its `before`, the last its
/// `after`.
using VariantsOfAll = std::tuple<header_store::Variants, listener_table::Variants, header_walk::Variants,
                                 framing_match::Variants, head_render::Variants, emit::Variants, cork_write::Variants,
                                 framing_names::Variants, name_lookup::Variants, raw_headers::Variants,
                                 name_reference::Variants, call_arguments::Variants, header_iteration::Variants>;
static_assert(std::tuple_size_v<VariantsOfAll> == kHotPathCount);

template <std::size_t kHotPath>
inline constexpr std::size_t kVariantCount = std::tuple_size_v<std::tuple_element_t<kHotPath, VariantsOfAll>>;

/// kPicks: for each hot path the place of the variant among its Variants.
template <std::size_t... kPicks>
struct PolicySet {
  static constexpr std::array<std::size_t, kHotPathCount> kPlaces = {kPicks...};
  template <std::size_t kHotPath>
  using At = std::tuple_element_t<kPlaces[kHotPath], std::tuple_element_t<kHotPath, VariantsOfAll>>;

  using HeaderStore = At<0>;
  using ListenerTable = At<1>;
  using HeaderWalk = At<2>;
  using FramingMatch = At<3>;
  using HeadRender = At<4>;
  using Emit = At<5>;
  using CorkWrite = At<6>;
  using FramingNames = At<7>;
  using NameLookup = At<8>;
  using RawHeaders = At<9>;
  using NameReference = At<10>;
  using CallArguments = At<11>;
  using HeaderIteration = At<12>;

  static constexpr Choice kChoice = []<std::size_t... kHotPaths>(std::index_sequence<kHotPaths...>) {
    return Choice{At<kHotPaths>::kId...};
  }
  (std::make_index_sequence<kHotPathCount>());
};

template <class Place, class HotPathIndices>
struct SetMaker;
template <class Place, std::size_t... kHotPaths>
struct SetMaker<Place, std::index_sequence<kHotPaths...>> {
  using type = PolicySet<Place::template of<kHotPaths>()...>;
};
/// The set whose places are made by `Place::of<hot path>()`.
template <class Place>
using SetOf = typename SetMaker<Place, std::make_index_sequence<kHotPathCount>>::type;

struct FirstVariants {
  template <std::size_t>
  static constexpr std::size_t of() {
    return 0;
  }
};
struct LastVariants {
  template <std::size_t kHotPath>
  static constexpr std::size_t of() {
    return kVariantCount<kHotPath> - 1;
  }
};
/// As Base, but for one hot path.
template <class Base, std::size_t kFlipped, std::size_t kVariant>
struct Flipped {
  template <std::size_t kHotPath>
  static constexpr std::size_t of() {
    return kHotPath == kFlipped ? kVariant : Base::template of<kHotPath>();
  }
};

using Before = SetOf<FirstVariants>;
using After = SetOf<LastVariants>;

}  // namespace reference
