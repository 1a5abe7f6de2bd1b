// An object in fast mode: a shape with transitions, values in slots; a dictionary from the 16th name on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>

#include "servers/kernels/engine/name_dictionary.h"
#include "servers/kernels/engine/object.h"
#include "servers/kernels/engine/shape.h"

namespace engine {

/// Facts from V8's map-inl.h and its fast-properties post. The constructor body is empty, so there are no in-object
/// slots and all values live in the PropertyArray. Values belong to the caller. Nothing is allocated before the first
/// put().
template <class Value>
class ShapeObject {
 public:
  ShapeObject(Arena& arena, Shapes& shapes) : arena_(arena), shapes_(shapes), dictionary_(arena) {}

  /// Adds the key at the end, or gives a known key another value.
  void put(const Name& key, Value* value) {
    if (object_ == nullptr) create();
    Shape* shape = shape_of();
    if (shape == nullptr) return put_in_dictionary(key, value);
    // A shape has a transition only on names it lacks: one comparison finds the key absent and its slot known.
    if (shape->next_name == &key) return add(*shape, key, shape->next, value);
    const std::size_t slot = shape->find(key);
    if (slot != Shape::kNotFound) {
      values()[slot] = value;
    } else {
      add(*shape, key, nullptr, value);
    }
  }

  /// Deleting the property added last goes back to the parent's shape; deleting any other makes a dictionary.
  bool remove(const Name& key) {
    if (object_ == nullptr) return false;
    Shape* shape = shape_of();
    if (shape == nullptr) return dictionary_.remove(key);
    const std::size_t slot = shape->find(key);
    if (slot == Shape::kNotFound) return false;
    if (slot + 1 == shape->names.size()) {
      values()[slot] = nullptr;
      object_->shape = shape->parent;
      return true;
    }
    become_dictionary(*shape);
    return dictionary_.remove(key);
  }

  /// Null when the key is not there.
  Value* find(const Name& key) const {
    if (object_ == nullptr) return nullptr;
    const Shape* shape = shape_of();
    if (shape == nullptr) {
      Value** known = dictionary_.find(key);
      return known == nullptr ? nullptr : *known;
    }
    const std::size_t slot = shape->find(key);
    return slot == Shape::kNotFound ? nullptr : values()[slot];
  }

  std::size_t size() const {
    if (object_ == nullptr) return 0;
    return in_dictionary_mode() ? dictionary_.size() : shape_of()->names.size();
  }

  /// for-in: the keys are in the enum cache of the shape, and no key is looked up while the object still has that
  /// shape. visit(const Name&, Value&) must not change the object, but may allocate.
  template <class Visit>
  void for_in(Visit&& visit) {
    if (in_dictionary_mode()) return dictionary_.for_in(arena_, visit);
    each_slot(visit);
  }

  /// for-in whose body asks hasOwn: with the enum cache the engine knows the answer (V8: ForInNext and the map check
  /// serve for both). What it allocates lies in `young`, also when the object is old.
  template <class Visit>
  void for_in_has_own(Arena& young, Visit&& visit) {
    if (in_dictionary_mode()) return dictionary_.for_in_has_own(young, visit);
    each_slot(visit);
  }

  /// Object.keys and a loop: the enum cache is copied into an array, each value is loaded by its name. The site of the
  /// load sees many names, so it asks the stub cache before it would search the descriptors.
  template <class Visit>
  void own_keys(Arena& young, Visit&& visit) {
    if (in_dictionary_mode()) return dictionary_.own_keys(young, visit);
    if (object_ == nullptr) return;
    const Shape* shape = shape_of();
    const std::size_t count = shape->names.size();
    const std::size_t bytes = 16 + count * 8;  // a FixedArray
    bytes_ += bytes;
    auto** keys = reinterpret_cast<const Name**>(static_cast<char*>(young.allocate(bytes)) + 16);
    std::copy_n(shape->names.data(), count, keys);
    for (std::size_t i = 0; i < count; ++i) visit(*keys[i], *values()[shapes_.stub_cache().find(*shape, *keys[i])]);
  }

  std::size_t bytes_allocated() const { return bytes_ + dictionary_.bytes_allocated(); }

  /// Empty again, as if new; frees nothing, the owner of the arena resets it next.
  void clear() {
    object_ = nullptr;
    bytes_ = 0;
    dictionary_.clear();
  }

  bool in_dictionary_mode() const { return object_ != nullptr && object_->shape == nullptr; }
  /// The shape now; null before the first put() and in dictionary mode.
  const Shape* shape() const { return object_ == nullptr ? nullptr : shape_of(); }

 private:
  static constexpr std::size_t kFieldsAdded = 3;               // the PropertyArray grows by three
  static constexpr std::size_t kFastPropertiesSoftLimit = 12;  // V8's fast_properties_soft_limit

  /// Two words of header, then the values.
  struct PropertyArray {
    std::uint64_t map;
    std::uint64_t length;
    Value** values() { return reinterpret_cast<Value**>(this + 1); }
  };

  Shape* shape_of() const { return static_cast<Shape*>(object_->shape); }
  PropertyArray* properties() const { return static_cast<PropertyArray*>(object_->properties); }
  Value** values() const { return properties()->values(); }

  template <class Visit>
  void each_slot(Visit&& visit) {
    if (object_ == nullptr) return;
    const Shape* shape = shape_of();
    const std::size_t count = shape->names.size();
    for (std::size_t i = 0; i < count; ++i) visit(*shape->names[i], *values()[i]);
  }

  void create() {
    object_ = new (arena_.allocate(sizeof(Object))) Object{&shapes_.root(), nullptr, nullptr};
    bytes_ += sizeof(Object);
  }

  /// `to` is the shape with the key, null if it is not known yet.
  void add(Shape& shape, const Name& key, Shape* to, Value* value) {
    const std::size_t slot = shape.names.size();
    const std::size_t length = properties() == nullptr ? 0 : properties()->length;
    if (slot == length) [[unlikely]] {
      // TooManyFastProperties is asked only when the array is full, which it is at 12 and at 15: the 16th name tips it
      // over.
      if (slot > kFastPropertiesSoftLimit) return leave_fast_mode(shape, key, value);
      grow(length);
    }
    if (to == nullptr) to = shapes_.transition(shape, key);
    if (to == nullptr) return leave_fast_mode(shape, key, value);
    values()[slot] = value;
    object_->shape = to;
  }

  /// A new array with room for three more, and a copy.
  void grow(std::size_t length) {
    const std::size_t bytes = sizeof(PropertyArray) + (length + kFieldsAdded) * 8;
    bytes_ += bytes;
    auto* grown = new (arena_.allocate(bytes)) PropertyArray{0, length + kFieldsAdded};
    if (length > 0) std::copy_n(values(), length, grown->values());
    std::fill_n(grown->values() + length, kFieldsAdded, nullptr);
    object_->properties = grown;
  }

  void put_in_dictionary(const Name& key, Value* value) {
    if (Value** known = dictionary_.find(key)) {
      *known = value;
    } else {
      dictionary_.add(key, value);
    }
  }

  [[gnu::noinline]] void leave_fast_mode(const Shape& shape, const Name& key, Value* value) {
    become_dictionary(shape);
    dictionary_.add(key, value);
  }

  /// Every property moves to a dictionary in the order of the descriptors; the object keeps its identity and never
  /// comes back.
  [[gnu::noinline]] void become_dictionary(const Shape& shape) {
    dictionary_.allocate(shape.names.size());
    for (std::size_t i = 0; i < shape.names.size(); ++i) dictionary_.add(*shape.names[i], values()[i]);
    object_->shape = nullptr;
    object_->properties = nullptr;
  }

  Arena& arena_;
  Shapes& shapes_;
  Object* object_ = nullptr;
  NameDictionary<Value> dictionary_;
  std::size_t bytes_ = 0;
};

}  // namespace engine
