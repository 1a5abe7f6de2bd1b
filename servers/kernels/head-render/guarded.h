// head-render/guarded: the operand is checked for undefined first, and the plan stays (Bun after its change).
#pragma once

#include "servers/kernels/head-render/function.h"

namespace head_render {

class Guarded : public RenderFunction<true> {
 public:
  static constexpr std::string_view kId = "guarded";
  static constexpr std::string_view kHelp = "the operand is checked first, one optimised plan stays";
  using RenderFunction<true>::RenderFunction;
};
static_assert(HeadRender<Guarded>);

}  // namespace head_render
