// The contract of the hot path listener-table: where an EventEmitter keeps its listeners, `_events` in node.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include "servers/kernels/engine/arena.h"
#include "servers/kernels/engine/name.h"
#include "servers/kernels/listener-table/listeners.h"

namespace listener_table {

using engine::Name;
using engine::NameTable;

/// The events an OutgoingMessage presets.
inline constexpr std::string_view kCommonEvents[] = {"close", "error", "prefinish", "finish", "drain"};

/// Two look-ups of the engine in a row are two look-ups; the compiler must not make one of them.
inline const Name& once_more(const Name& event) {
  const Name* hidden = &event;
  asm volatile("" : "+r"(hidden) : : "memory");
  return *hidden;
}

/// The table of one emitter, used again for the emitter of the next response. Semantics, the same in every variant:
/// - begin: the constructor of the emitter; before everything else and after each clear().
/// - add: the listener becomes the last of its event; the same one may be added more than once. As on() in node, asks
///   first whether anybody listens to `newListener`, and returns the answer: such a listener is due a call.
/// - remove: the listener that was added last among equal ones; whether there was one.
/// - find: the listeners of an event in order; valid until the next add, remove or clear.
/// - count: of the listeners of an event. size: of the events that have listeners.
/// - names: visit(const Name&) for each event that has listeners, once. The order is that of the table, and the change
///   did change it (node keeps a preset slot in shape mode): `dictionary` has the order in which the events got their
///   listeners, `preset` the common events first, then the others in the order in which they were first heard of. It is
///   not on the hot path: what ownKeys allocates is not modelled.
/// - bytes_allocated: bytes of V8 heap taken since begin() by the table itself, also those outgrown; the arrays of
///   listeners are alike in all variants and are not in it.
/// - clear: as if new; frees nothing, the owner of the arena resets it next.
/// `Shared` is what all tables of a server have in common.
///
/// Costs: runtimes.md 5.1, 5.3 and 5.5; nodejs/node#66420. on() and emit() read and write `events[type]` with many
/// types at one site, so each is a generic look-up: a probe of the dictionary, or a search of the descriptors. on()
/// does two, for the listeners known so far and for the store, and asks for `newListener` by name.
///
/// Differs from node on purpose: the dictionary is made by the first add(), in node by the constructor (every response
/// adds a listener, so a response costs the same); names of Object.prototype are found in no variant.
///
/// Not modelled: stores into a dictionary that miss their inline cache and end in the runtime, as the source saw them
/// in its profile; the collector, which the smaller table relieves; the stub cache that answers for an event a preset
/// table lacks; once(), `removeListener` events, the limit of listeners. So what the source gained, about 2 %, is not
/// all here.
template <class Table>
concept ListenerTable = requires(Table table, const Table constant, const Name& event, Listener& listener) {
  requires std::constructible_from<Table, Arena&, typename Table::Shared&>;
  requires std::constructible_from<typename Table::Shared, NameTable&>;
  { Table::kId } -> std::convertible_to<std::string_view>;
  { Table::kHelp } -> std::convertible_to<std::string_view>;
  { table.begin() } -> std::same_as<void>;
  { table.add(event, listener) } -> std::same_as<bool>;
  { table.remove(event, listener) } -> std::same_as<bool>;
  { constant.find(event) } -> std::same_as<Listeners>;
  { constant.count(event) } -> std::same_as<std::size_t>;
  { constant.size() } -> std::same_as<std::size_t>;
  {
    table.names([](const Name&) {})
    } -> std::same_as<void>;
  { constant.bytes_allocated() } -> std::same_as<std::size_t>;
  { table.clear() } -> std::same_as<void>;
};

}  // namespace listener_table
