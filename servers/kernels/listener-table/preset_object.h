// The ordinary literal that presets the common events: slots in the object for them, a property array for all others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <new>
#include <vector>

#include "servers/kernels/engine/name_dictionary.h"
#include "servers/kernels/engine/object.h"
#include "servers/kernels/engine/shape.h"
#include "servers/kernels/listener-table/table.h"

namespace listener_table {

/// As engine::ShapeObject, but a literal has as many slots in the object as it has properties, and no property is ever
/// deleted: node writes undefined (kShapeMode). Facts from runtimes.md 5.3: further properties go to a PropertyArray
/// that grows by 3; the 16th of them turns the object into a dictionary for good.
class PresetObject {
 public:
  static constexpr std::size_t kInObject = std::size(kCommonEvents);

  PresetObject(Arena& arena, engine::Shapes& shapes) : arena_(arena), shapes_(shapes), dictionary_(arena) {}

  /// Copies the literal: every slot is undefined.
  void create(engine::Shape& preset) {
    object_ = new (arena_.allocate(sizeof(Literal))) Literal{{&preset, nullptr, nullptr}, {}};
    std::fill_n(object_->slots, kInObject, undefined());
    bytes_ = sizeof(Literal);
  }

  /// The slot of a property, null when the object has none of that name.
  Handler** find(const Name& event) const {
    if (shape() == nullptr) return dictionary_.find(event);
    // The generic keyed load and store search up to 32 descriptors from the last to the first, two a turn (V8's
    // CodeStubAssembler::LookupLinear).
    const std::vector<const Name*>& names = shape()->names;
    std::size_t left = names.size();
    for (; left >= 2; left -= 2) {
      if (names[left - 1] == &event) return &slot(left - 1);
      if (names[left - 2] == &event) return &slot(left - 2);
    }
    if (left == 1 && names[0] == &event) return &slot(0);
    return nullptr;
  }

  /// Adds a property that is not there.
  void add(const Name& event, Handler* value) {
    if (shape() == nullptr) return dictionary_.add(event, value);
    const std::size_t index = shape()->names.size();
    const std::size_t length = properties() == nullptr ? 0 : properties()->length;
    if (index - kInObject == length) [[unlikely]] {
      if (length > std::max(kFastPropertiesSoftLimit, kInObject)) return leave_fast_mode(event, value);
      grow(length);
    }
    engine::Shape* to = shape()->next_name == &event ? shape()->next : shapes_.transition(*shape(), event);
    if (to == nullptr) return leave_fast_mode(event, value);
    slot(index) = value;
    object_->header.shape = to;
  }

  /// visit(const Name&, Handler*) for every property in order, those that are undefined too.
  template <class Visit>
  void each(Visit&& visit) {
    if (shape() == nullptr)
      return dictionary_.for_in(arena_, [&](const Name& event, Handler& value) { visit(event, &value); });
    for (std::size_t i = 0; i < shape()->names.size(); ++i) visit(*shape()->names[i], slot(i));
  }

  /// Null in dictionary mode.
  const engine::Shape* shape() const { return static_cast<engine::Shape*>(object_->header.shape); }
  std::size_t bytes_allocated() const { return bytes_ + dictionary_.bytes_allocated(); }

  void clear() {
    object_ = nullptr;
    bytes_ = 0;
    dictionary_.clear();
  }

 private:
  static constexpr std::size_t kFieldsAdded = 3;
  static constexpr std::size_t kFastPropertiesSoftLimit = 12;

  struct Literal {
    engine::Object header;
    Handler* slots[kInObject];
  };
  static_assert(sizeof(Literal) == 64);
  struct PropertyArray {
    std::uint64_t map, length;
    Handler** values() { return reinterpret_cast<Handler**>(this + 1); }
  };

  engine::Shape* shape() { return static_cast<engine::Shape*>(object_->header.shape); }
  PropertyArray* properties() const { return static_cast<PropertyArray*>(object_->header.properties); }
  Handler*& slot(std::size_t index) const {
    return index < kInObject ? object_->slots[index] : properties()->values()[index - kInObject];
  }

  void grow(std::size_t length) {
    const std::size_t bytes = sizeof(PropertyArray) + (length + kFieldsAdded) * sizeof(Handler*);
    bytes_ += bytes;
    auto* grown = new (arena_.allocate(bytes)) PropertyArray{0, length + kFieldsAdded};
    if (length > 0) std::copy_n(properties()->values(), length, grown->values());
    std::fill_n(grown->values() + length, kFieldsAdded, undefined());
    object_->header.properties = grown;
  }

  [[gnu::noinline]] void leave_fast_mode(const Name& event, Handler* value) {
    const engine::Shape& from = *shape();
    dictionary_.allocate(from.names.size());
    for (std::size_t i = 0; i < from.names.size(); ++i) dictionary_.add(*from.names[i], slot(i));
    dictionary_.add(event, value);
    object_->header.shape = object_->header.properties = nullptr;
  }

  Arena& arena_;
  engine::Shapes& shapes_;
  Literal* object_ = nullptr;
  engine::NameDictionary<Handler> dictionary_;
  std::size_t bytes_ = 0;
};

}  // namespace listener_table
