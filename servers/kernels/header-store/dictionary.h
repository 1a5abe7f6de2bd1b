// header-store/dictionary: a `{ __proto__: null }` literal, which V8 creates in dictionary mode (node before #66420).
#pragma once

#include "servers/kernels/engine/dictionary_object.h"
#include "servers/kernels/header-store/store.h"

namespace header_store {

class DictionaryStore {
 public:
  static constexpr std::string_view kId = "dictionary";
  static constexpr std::string_view kHelp = "hash table allocated on the first setHeader, V8's NameDictionary";
  struct Shared {};

  DictionaryStore(Arena& arena, Shared&) : arena_(arena), object_(arena) {}

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

 private:
  Arena& arena_;
  engine::DictionaryObject<Entry> object_;
};
static_assert(HeaderStore<DictionaryStore>);

}  // namespace header_store
