// header-store/dictionary: a `{ __proto__: null }` literal, which V8 creates in dictionary mode (node before #66420).
#pragma once

#include "servers/kernels/header-store/name_dictionary.h"

namespace header_store {

class DictionaryStore {
 public:
  static constexpr std::string_view kId = "dictionary";
  static constexpr std::string_view kHelp = "hash table allocated on the first setHeader, V8's NameDictionary";
  struct Shared {};

  DictionaryStore(Arena& arena, Shared&) : arena_(arena), dictionary_(arena) {}

  void set(const Name& key, std::string_view name, std::string_view value) {
    if (object_ == nullptr) create();
    Entry* entry = make_entry(arena_, name, value);
    if (Entry** known = dictionary_.find(key)) {
      *known = entry;
    } else {
      dictionary_.add(key, entry);
    }
  }

  void append(const Name& key, std::string_view name, std::string_view value) {
    Entry** known = dictionary_.find(key);
    if (known == nullptr) return set(key, name, value);
    append_line(arena_, **known, value);
  }

  bool remove(const Name& key) { return dictionary_.remove(key); }

  const Entry* get(const Name& key) const {
    Entry** known = dictionary_.find(key);
    return known == nullptr ? nullptr : *known;
  }
  bool has(const Name& key) const { return dictionary_.find(key) != nullptr; }
  std::size_t size() const { return dictionary_.size(); }

  template <class Visit>
  void walk(Visit&& visit) {
    dictionary_.walk(visit);
  }

  std::size_t bytes_allocated() const {
    return (object_ == nullptr ? 0 : sizeof(Object)) + dictionary_.bytes_allocated();
  }

  void clear() {
    object_ = nullptr;
    dictionary_.clear();
  }

 private:
  /// The literal allocates its table with it, before the first property is stored.
  void create() {
    object_ = new (arena_.allocate(sizeof(Object))) Object;
    dictionary_.allocate(NameDictionary::kInitialElements);
  }

  Arena& arena_;
  Object* object_ = nullptr;
  NameDictionary dictionary_;
};
static_assert(HeaderStore<DictionaryStore>);

}  // namespace header_store
