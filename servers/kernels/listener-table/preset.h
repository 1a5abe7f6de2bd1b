// listener-table/preset: an ordinary literal with slots for the common events from the start (node after #66420).
#pragma once

#include "servers/kernels/listener-table/preset_object.h"
#include "servers/kernels/listener-table/table.h"

namespace listener_table {

class PresetTable {
 public:
  static constexpr std::string_view kId = "preset";
  static constexpr std::string_view kHelp = "slots for the common events in an ordinary object, made with the emitter";
  struct Shared {
    explicit Shared(NameTable& names) : new_listener(names.intern("newListener")) {
      for (const std::string_view event : kCommonEvents) preset = shapes.transition(*preset, names.intern(event));
    }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;

    const Name& new_listener;
    engine::Shapes shapes;
    engine::Shape* preset = &shapes.root();  ///< of the literal
  };

  PresetTable(Arena& arena, Shared& shared) : arena_(arena), shared_(shared), object_(arena, shared.shapes) {}

  void begin() { object_.create(*shared_.preset); }

  [[nodiscard]] bool add(const Name& event, Listener& listener) {
    const bool announced = new_listener_is_heard();
    Handler* known = handler(event);
    Handler* next = with_added(arena_, known, listener);
    if (next != known) store(once_more(event), next);
    if (known == undefined()) ++size_;
    return announced;
  }

  bool remove(const Name& event, Listener& listener) {
    Handler* known = handler(event);
    if (known == undefined()) return false;
    Handler* next = without(known, listener);
    if (next == nullptr) return false;
    if (next != known) store(once_more(event), next);
    if (next == undefined()) --size_;
    return true;
  }

  Listeners find(const Name& event) const { return Listeners(handler(event)); }
  std::size_t count(const Name& event) const { return find(event).size(); }
  std::size_t size() const { return size_; }

  template <class Visit>
  void names(Visit&& visit) {
    object_.each([&](const Name& event, const Handler* value) {
      if (value != undefined()) visit(event);
    });
  }

  std::size_t bytes_allocated() const { return object_.bytes_allocated(); }

  void clear() {
    object_.clear();
    size_ = 0;
  }

  bool in_dictionary_mode() const { return object_.shape() == nullptr; }
  const engine::Shape* shape() const { return object_.shape(); }

 private:
  /// `events.newListener` is a site of its own: its inline cache knows that the shape of the literal lacks the name.
  bool new_listener_is_heard() const {
    return object_.shape() != shared_.preset && handler(shared_.new_listener) != undefined();
  }

  Handler* handler(const Name& event) const {
    Handler* const* slot = object_.find(event);
    return slot != nullptr ? *slot : undefined();
  }

  void store(const Name& event, Handler* value) {
    if (Handler** slot = object_.find(event)) {
      *slot = value;
    } else {
      object_.add(event, value);
    }
  }

  Arena& arena_;
  Shared& shared_;
  PresetObject object_;
  std::size_t size_ = 0;
};
static_assert(ListenerTable<PresetTable>);

}  // namespace listener_table
