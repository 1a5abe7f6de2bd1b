// header-store/shape: an object in fast mode, its shape shared by all responses with the same names (node after
// #66420).
#pragma once

#include "servers/kernels/engine/shape_object.h"
#include "servers/kernels/header-store/store.h"

namespace header_store {

class ShapeStore {
 public:
  static constexpr std::string_view kId = "shape";
  static constexpr std::string_view kHelp =
      "shared shape with transitions, values in slots; a dictionary from the 16th name";
  using Shared = engine::Shapes;

  ShapeStore(Arena& arena, Shared& shapes) : arena_(arena), object_(arena, shapes) {}

  void set(const Name& key, std::string_view name, std::string_view value) {
    object_.put(key, make_entry(arena_, name, value));
  }

  void append(const Name& key, std::string_view name, std::string_view value) {
    Entry* known = object_.find(key);
    if (known == nullptr) return set(key, name, value);
    append_line(arena_, *known, value);
  }

  bool remove(const Name& key) { return object_.remove(key); }
  const Entry* get(const Name& key) const { return object_.find(key); }
  bool has(const Name& key) const { return object_.find(key) != nullptr; }
  std::size_t size() const { return object_.size(); }

  template <class Visit>
  void walk(Visit&& visit) {
    object_.for_in([&](const Name&, Entry& entry) { visit(static_cast<const Entry&>(entry)); });
  }

  std::size_t bytes_allocated() const { return object_.bytes_allocated(); }
  void clear() { object_.clear(); }

  bool in_dictionary_mode() const { return object_.in_dictionary_mode(); }
  /// The shape now; null before the first set() and in dictionary mode.
  const engine::Shape* shape() const { return object_.shape(); }

 private:
  Arena& arena_;
  engine::ShapeObject<Entry> object_;
};
static_assert(HeaderStore<ShapeStore>);

}  // namespace header_store
