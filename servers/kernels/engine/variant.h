// How a hot path says which variants it has.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

namespace engine {

struct VariantInfo {
  std::string_view id;
  std::string_view help;
};

/// The ids of a tuple of variants, each a type with kId and kHelp.
template <class... Variant>
constexpr std::array<VariantInfo, sizeof...(Variant)> describe(const std::tuple<Variant...>*) {
  return {{{Variant::kId, Variant::kHelp}...}};
}

}  // namespace engine
