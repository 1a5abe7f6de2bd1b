// emit/indexed: the arguments are only indexed, measured and applied where they lie (bun after change 2).
#pragma once

#include "servers/kernels/emit/emit.h"

namespace emit {

struct Indexed {
  static constexpr std::string_view kId = "indexed";
  static constexpr std::string_view kHelp = "arguments read in place; copied only where a listener returned a promise";

  template <Listener Function>
  [[gnu::noinline]] static Emission emit(Emitter& emitter, const Name& event, std::span<Function* const> listeners,
                                         std::span<const Value> arguments) {
    if (&event == &emitter.error) [[unlikely]] {
      return emit_error(emitter, listeners, arguments);
    }
    if (listeners.empty()) return {};
    call_listeners(emitter, listeners, arguments, [&](Value promise) {
      add_catch(emitter, promise, event, *new_array(emitter.arena, emitter.allocations, arguments));
    });
    return {Outcome::kCalled, {}};
  }
};
static_assert(Emit<Indexed>);

}  // namespace emit
