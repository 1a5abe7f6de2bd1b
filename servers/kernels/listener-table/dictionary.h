// listener-table/dictionary: a `{ __proto__: null }` literal, which V8 creates in dictionary mode (node before #66420).
#pragma once

#include "servers/kernels/engine/dictionary_object.h"
#include "servers/kernels/listener-table/table.h"

namespace listener_table {

class DictionaryTable {
 public:
  static constexpr std::string_view kId = "dictionary";
  static constexpr std::string_view kHelp = "hash table created on the first on(), V8's NameDictionary";
  struct Shared {
    explicit Shared(NameTable& names) : new_listener(names.intern("newListener")) {}
    const Name& new_listener;
  };

  DictionaryTable(Arena& arena, Shared& shared) : arena_(arena), shared_(shared), object_(arena) {}

  void begin() {}

  [[nodiscard]] bool add(const Name& event, Listener& listener) {
    const bool announced = handler(shared_.new_listener) != undefined();
    Handler* known = handler(event);
    Handler* next = with_added(arena_, known, listener);
    if (next != known) object_.put(once_more(event), next);
    if (known == undefined()) ++size_;
    return announced;
  }

  /// The last event to go takes the whole object with it: node puts a new one in its place.
  bool remove(const Name& event, Listener& listener) {
    Handler* known = handler(event);
    if (known == undefined()) return false;
    Handler* next = without(known, listener);
    if (next == nullptr) return false;
    if (next != undefined()) {
      if (next != known) object_.put(once_more(event), next);
    } else if (--size_ > 0) {
      object_.remove(once_more(event));
    } else {
      outgrown_bytes_ += object_.bytes_allocated();
      object_.clear();
    }
    return true;
  }

  Listeners find(const Name& event) const { return Listeners(handler(event)); }
  std::size_t count(const Name& event) const { return find(event).size(); }
  std::size_t size() const { return size_; }

  template <class Visit>
  void names(Visit&& visit) {
    object_.for_in([&](const Name& event, Handler&) { visit(event); });
  }

  std::size_t bytes_allocated() const { return outgrown_bytes_ + object_.bytes_allocated(); }

  void clear() {
    object_.clear();
    size_ = outgrown_bytes_ = 0;
  }

 private:
  Handler* handler(const Name& event) const {
    Handler* known = object_.find(event);
    return known != nullptr ? known : undefined();
  }

  Arena& arena_;
  Shared& shared_;
  engine::DictionaryObject<Handler> object_;
  std::size_t size_ = 0;
  std::size_t outgrown_bytes_ = 0;
};
static_assert(ListenerTable<DictionaryTable>);

}  // namespace listener_table
