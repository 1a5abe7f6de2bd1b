// The render function with its tiers: generic at first, compiled after some calls, compiled again after failed ones.
#pragma once

#include <cstdint>

#include "servers/kernels/head-render/compiler.h"
#include "servers/kernels/head-render/executor.h"

namespace head_render {

/// The variants are this with one step more or less in the program.
template <bool kChecksFirst>
class RenderFunction {
 public:
  /// JSC: 1000 / 15 calls of warm-up (thresholdForOptimizeAfterWarmUp, executionCounterIncrementForEntry) and
  /// osrExitCountForReoptimization = 100 exits, both doubled with each compilation. In one counter here.
  static constexpr std::uint64_t kFirstInterval = 1000 / 15 + 1 + 100;

  explicit RenderFunction(std::uint64_t first_interval = kFirstInterval)
      : interval_(first_interval), remaining_(first_interval) {}

  template <TakesLines Out>
  void render(const Head& head, Arena& arena, Out& out) {
    if (plan_.nodes == nullptr) return begin_generic(head, arena, out);
    Locals locals;
    const Exit* exit = execute(plan_, locals, head, arena, out);
    if (exit != nullptr) [[unlikely]] {
      leave(*exit, locals, head, arena, out);
    }
  }

  std::uint64_t compilations() const { return compilations_; }
  std::uint64_t exits() const { return exits_; }
  const Plan& plan() const { return plan_; }

 private:
  static constexpr Program kProgram = make_program(kChecksFirst);

  template <class Out>
  [[gnu::noinline]] void begin_generic(const Head& head, Arena& arena, Out& out) {
    Frame frame;
    interpret(kProgram, 0, frame, head, arena, out);
    count_down();
  }

  template <class Out>
  [[gnu::noinline]] void leave(const Exit& exit, const Locals& locals, const Head& head, Arena& arena, Out& out) {
    Frame frame;
    materialise(exit, locals, head, frame);
    interpret(kProgram, exit.step, frame, head, arena, out);
    ++exits_;
    count_down();
  }

  /// One more call on the generic path.
  void count_down() {
    if (--remaining_ > 0) return;
    code_.reset();  // the plan that was there is thrown away
    plan_ = Compiler(kProgram, code_).compile();
    ++compilations_;
    interval_ *= 2;
    remaining_ = interval_;
  }

  std::uint64_t interval_;
  std::uint64_t remaining_;
  std::uint64_t compilations_ = 0;
  std::uint64_t exits_ = 0;
  Arena code_{8192};
  Plan plan_;
};

}  // namespace head_render
