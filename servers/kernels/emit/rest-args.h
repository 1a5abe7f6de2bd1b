// emit/rest-args: emit(type, ...args), whose array of arguments escapes and is allocated on entry (bun before change
// 2).
#pragma once

#include "servers/kernels/emit/emit.h"

namespace emit {

struct RestArgs {
  static constexpr std::string_view kId = "rest-args";
  static constexpr std::string_view kHelp = "an array of the arguments allocated on entry of every call";

  template <Listener Function>
  [[gnu::noinline]] static Emission emit(Emitter& emitter, const Name& event, std::span<Function* const> listeners,
                                         std::span<const Value> arguments) {
    const Array& rest = *new_array(emitter.arena, emitter.allocations, arguments);
    if (&event == &emitter.error) [[unlikely]] {
      return emit_error(emitter, listeners, rest.values());
    }
    if (listeners.empty()) return {};
    call_listeners(emitter, listeners, rest.values(), [&](Value promise) { add_catch(emitter, promise, event, rest); });
    return {Outcome::kCalled, {}};
  }
};
static_assert(Emit<RestArgs>);

}  // namespace emit
