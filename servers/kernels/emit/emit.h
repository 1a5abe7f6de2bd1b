// The contract of the hot path emit: what EventEmitter.prototype.emit does with its arguments.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

#include "servers/kernels/emit/array.h"
#include "servers/kernels/emit/value.h"
#include "servers/kernels/engine/arena.h"
#include "servers/kernels/engine/name.h"

namespace emit {

using engine::Name;

/// A function that listens. The arguments are valid during the call only. What it returns matters when it is a promise.
/// It may emit again and may change the list of listeners it is in.
template <class Function>
concept Listener = requires(Function& function, std::span<const Value> arguments) {
  { function.call(arguments) } -> std::same_as<Value>;
};

/// A promise that a listener returned and the arguments it was called with, kept until the promise is rejected.
struct Rejection {
  Value promise;
  const Name* event;
  const Array* arguments;
  Rejection* next;
};

/// The emitter as far as emit() knows it. Everything it points to lies in the arena.
struct Emitter {
  Emitter(Arena& objects, const Name& error_event) : arena(objects), error(error_event) {}

  Arena& arena;
  const Name& error;  ///< the event that must not go unheard
  bool capture_rejections = false;
  Rejection* rejections = nullptr;  ///< the oldest first
  Rejection* last_rejection = nullptr;
  Allocations allocations;  ///< arrays of arguments; what is alike in all variants is not counted

  /// Before the arena is reset.
  void clear() {
    rejections = last_rejection = nullptr;
    allocations = {};
  }
};

enum class Outcome { kNobodyListens, kCalled, kUnhandledError };
struct Emission {
  Outcome outcome = Outcome::kNobodyListens;
  Value error;  ///< what JavaScript would throw on kUnhandledError: the first argument, undefined if there is none
};

/// addCatch(): the same in all variants. `arguments` must outlive the call of emit().
inline void add_catch(Emitter& emitter, Value promise, const Name& event, const Array& arguments) {
  auto* rejection = new (emitter.arena.allocate(sizeof(Rejection))) Rejection{promise, &event, &arguments, nullptr};
  (emitter.last_rejection != nullptr ? emitter.last_rejection->next : emitter.rejections) = rejection;
  emitter.last_rejection = rejection;
}

/// arrayClone(): a listener may change the list, so it is copied before the first call. The same in all variants.
template <Listener Function>
std::span<Function* const> array_clone(Arena& arena, std::span<Function* const> listeners) {
  constexpr std::size_t kHeaders = sizeof(Array) + sizeof(Array::Lengths);
  void* cells = arena.allocate(kHeaders + listeners.size() * sizeof(Function*));
  auto** copy = reinterpret_cast<Function**>(static_cast<char*>(cells) + kHeaders);
  for (std::size_t i = 0; i < listeners.size(); ++i) copy[keep_a_loop(i)] = listeners[i];
  return {copy, listeners.size()};
}

/// Calls the listeners in order; capture(promise) for each promise, if rejections are captured. The same in all
/// variants.
template <Listener Function, class Capture>
void call_listeners(Emitter& emitter, std::span<Function* const> listeners, std::span<const Value> arguments,
                    Capture&& capture) {
  const auto call = [&](Function& listener) {
    const Value result = listener.call(arguments);
    if (emitter.capture_rejections && result.is_promise()) [[unlikely]] {
      capture(result);
    }
  };
  if (listeners.size() == 1) return call(*listeners[0]);
  for (Function* listener : array_clone(emitter.arena, listeners)) call(*listener);
}

/// emitError(): as in bun, the promises of listeners of `error` are not captured. The same in all variants.
template <Listener Function>
Emission emit_error(Emitter& emitter, std::span<Function* const> listeners, std::span<const Value> arguments) {
  if (listeners.empty()) return {Outcome::kUnhandledError, arguments.empty() ? Value() : arguments.front()};
  call_listeners(emitter, listeners, arguments, [](Value) {});
  return {Outcome::kCalled, {}};
}

/// For the check of the concept alone.
struct AnyListener {
  Value call(std::span<const Value> arguments);
};

/// emit(emitter, event, listeners, arguments). Semantics, the same in every variant:
/// - `listeners` is what a listener-table found: none, one (a function), or several (an array, copied before the
///   calls). The look-up is the caller's, and so is its cost.
/// - Every listener is called once, in order, with all arguments in order. The arguments are read by nobody afterwards,
///   except by a rejection, which holds them as they were.
/// - An event nobody listens to does nothing; `error` is then reported as unhandled with the first argument.
/// - With capture_rejections, a listener of any event but `error` that returns a promise leaves a rejection.
///
/// Costs (bun, change 2; runtimes.md 5.5 and the JSC notes in 5.9; sizes in array.h): `rest-args` allocates the array
/// of arguments on entry of every call, whether somebody listens or not, because an array that is passed on anywhere in
/// the function escapes. `indexed` allocates one for every promise it captures.
/// emit() is not inlined into its caller, as in a program with many emitters. Both variants count arrays and bytes.
///
/// Not modelled: the monitor of errors, the frames of the listeners, `this`, the collector.
template <class Variant>
concept Emit = requires(Emitter& emitter, const Name& event, std::span<AnyListener* const> listeners,
                        std::span<const Value> arguments) {
  { Variant::kId } -> std::convertible_to<std::string_view>;
  { Variant::kHelp } -> std::convertible_to<std::string_view>;
  { Variant::emit(emitter, event, listeners, arguments) } -> std::same_as<Emission>;
};

}  // namespace emit
