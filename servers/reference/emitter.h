// An EventEmitter as node has it: a table of listeners, and emit().
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "servers/kernels/emit/emit.h"
#include "servers/kernels/engine/name.h"
#include "servers/reference/check.h"
#include "servers/reference/listener.h"

namespace reference {

/// The names of the events that this program emits. They are interned as names of headers are, so their case does not
/// matter here.
struct EventNames {
  explicit EventNames(engine::NameTable& names)
      : request(names.intern("request")),
        connection(names.intern("connection")),
        check_continue(names.intern("checkContinue")),
        check_expectation(names.intern("checkExpectation")),
        client_error(names.intern("clientError")),
        drop_request(names.intern("dropRequest")),
        data(names.intern("data")),
        end(names.intern("end")),
        prefinish(names.intern("prefinish")),
        finish(names.intern("finish")),
        close(names.intern("close")),
        error(names.intern("error")),
        new_listener(names.intern("newListener")) {}

  const engine::Name& request;
  const engine::Name& connection;
  const engine::Name& check_continue;
  const engine::Name& check_expectation;
  const engine::Name& client_error;
  const engine::Name& drop_request;
  const engine::Name& data;
  const engine::Name& end;
  const engine::Name& prefinish;
  const engine::Name& finish;
  const engine::Name& close;
  const engine::Name& error;
  const engine::Name& new_listener;
};

/// `_events` lies in `old`, with the emitter; what a call of emit() allocates lies in `young`. Used again after
/// clear(), as a new one; whoever owns the arenas resets them next.
template <class Policies>
class Emitter {
 public:
  using Table = typename Policies::ListenerTable;

  Emitter(engine::Arena& old, engine::Arena& young, typename Table::Shared& shared, const EventNames& events)
      : events_(events), table_(old, shared), core_(young, events.error) {}
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  /// The constructor in JavaScript: first of all, and after each clear().
  void begin() { table_.begin(); }
  void clear() {
    table_.clear();
    core_.clear();
  }

  /// The listener is kept by its address. `newListener` is emitted for it if somebody listens to that.
  void on(const engine::Name& event, Listener& listener) {
    if (table_.add(event, listener)) [[unlikely]] {
      emit(events_.new_listener, {});
    }
  }
  /// Whether it listened.
  bool off(const engine::Name& event, Listener& listener) { return table_.remove(event, listener); }
  std::size_t listener_count(const engine::Name& event) const { return table_.count(event); }

  /// Whether anybody was called. An `error` nobody listens to ends the program, as in node.
  bool emit(const engine::Name& event, std::initializer_list<Value> arguments) {
    const listener_table::Listeners listeners = table_.find(event);
    const emit::Emission emission = Policies::Emit::emit(core_, event, listeners.span(),
                                                         std::span<const Value>(arguments.begin(), arguments.size()));
    check(emission.outcome != emit::Outcome::kUnhandledError, "an 'error' has a listener");
    return emission.outcome == emit::Outcome::kCalled;
  }

 private:
  const EventNames& events_;
  Table table_;
  emit::Emitter core_;
};

}  // namespace reference
