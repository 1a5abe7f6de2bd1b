// head-render/bailout: ~~ of an operand that is undefined; each plan is left on every call (Bun before its change).
#pragma once

#include "servers/kernels/head-render/function.h"

namespace head_render {

class Bailout : public RenderFunction<false> {
 public:
  static constexpr std::string_view kId = "bailout";
  static constexpr std::string_view kHelp =
      "optimised plan left at a failed speculation on every call, compiled again after twice as many";
  using RenderFunction<false>::RenderFunction;
};
static_assert(HeadRender<Bailout>);

}  // namespace head_render
