// An object in dictionary mode from the start: a literal with a null prototype.
#pragma once

#include <cstddef>
#include <new>

#include "servers/kernels/engine/name_dictionary.h"
#include "servers/kernels/engine/object.h"

namespace engine {

/// `{ __proto__: null }`: V8 creates it in dictionary mode and allocates its table with it, before the first property
/// is stored. Same operations as ShapeObject. Nothing is allocated before the first put().
template <class Value>
class DictionaryObject {
 public:
  explicit DictionaryObject(Arena& arena) : arena_(arena), dictionary_(arena) {}

  void put(const Name& key, Value* value) {
    if (object_ == nullptr) create();
    if (Value** known = dictionary_.find(key)) {
      *known = value;
    } else {
      dictionary_.add(key, value);
    }
  }

  bool remove(const Name& key) { return dictionary_.remove(key); }

  Value* find(const Name& key) const {
    Value** known = dictionary_.find(key);
    return known == nullptr ? nullptr : *known;
  }

  std::size_t size() const { return dictionary_.size(); }

  template <class Visit>
  void for_in(Visit&& visit) {
    dictionary_.for_in(arena_, visit);
  }

  std::size_t bytes_allocated() const {
    return (object_ == nullptr ? 0 : sizeof(Object)) + dictionary_.bytes_allocated();
  }

  void clear() {
    object_ = nullptr;
    dictionary_.clear();
  }

 private:
  void create() {
    object_ = new (arena_.allocate(sizeof(Object))) Object;
    dictionary_.allocate(NameDictionary<Value>::kInitialElements);
  }

  Arena& arena_;
  Object* object_ = nullptr;
  NameDictionary<Value> dictionary_;
};

}  // namespace engine
