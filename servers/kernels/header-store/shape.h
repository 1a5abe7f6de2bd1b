// header-store/shape: an object in fast mode, its shape shared by all responses with the same names (node after
// #66420).
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "servers/kernels/header-store/name_dictionary.h"

namespace header_store {

/// V8's Map with its DescriptorArray: which names, in which order; names[i] lives in slot i. Reached from its parent by
/// a transition on the name added last.
struct Shape {
  Shape* parent = nullptr;
  std::vector<const Name*> names;
  /// The transition made first is held in the shape itself; what a monomorphic store site has in its inline cache.
  const Name* next_name = nullptr;
  Shape* next = nullptr;
  std::vector<std::pair<const Name*, Shape*>> others;  ///< further transitions, sorted by the address of the name

  static constexpr std::size_t kNotFound = static_cast<std::size_t>(-1);
  std::size_t find(const Name& key) const {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == &key) return i;
    }
    return kNotFound;
  }
};

/// The transition tree, kept over all responses of a server: after the first response with some names no shape is made.
class Shapes {
 public:
  Shapes() { all_.emplace_back(); }
  Shapes(const Shapes&) = delete;
  Shapes& operator=(const Shapes&) = delete;

  Shape& root() { return all_.front(); }
  std::size_t size() const { return all_.size(); }

  /// V8: TransitionsAccessor::kMaxNumberOfTransitions.
  static constexpr std::size_t kMaxTransitions = 1024 + 512;

  /// The shape with `key` added at the end, made if need be; null when `from` may have no further transition.
  [[gnu::noinline]] Shape* transition(Shape& from, const Name& key) {
    if (from.next_name == &key) return from.next;
    const auto by_name = [](const auto& entry, const Name* name) { return std::less<>()(entry.first, name); };
    const auto place = std::lower_bound(from.others.begin(), from.others.end(), &key, by_name);
    if (place != from.others.end() && place->first == &key) return place->second;
    if (from.next_name != nullptr && from.others.size() + 1 >= kMaxTransitions) return nullptr;
    Shape& added = all_.emplace_back();
    added.parent = &from;
    added.names = from.names;
    added.names.push_back(&key);
    if (from.next_name == nullptr) {
      from.next_name = &key;
      from.next = &added;
    } else {
      from.others.insert(place, {&key, &added});
    }
    return &added;
  }

 private:
  std::deque<Shape> all_;
};

/// Facts from V8's fast mode. The constructor body is empty, so there are no in-object slots
/// and all values live in the PropertyArray.
class ShapeStore {
 public:
  static constexpr std::string_view kId = "shape";
  static constexpr std::string_view kHelp =
      "shared shape with transitions, values in slots; a dictionary from the 16th name";
  using Shared = Shapes;

  ShapeStore(Arena& arena, Shapes& shapes) : arena_(arena), shapes_(shapes), dictionary_(arena) {}

  void set(const Name& key, std::string_view name, std::string_view value) {
    if (object_ == nullptr) create();
    Entry* entry = make_entry(arena_, name, value);
    Shape* shape = shape_of();
    if (shape == nullptr) return set_in_dictionary(key, entry);
    // A shape has a transition only on names it lacks: one comparison finds the key absent and its slot known.
    if (shape->next_name == &key) return add(*shape, key, shape->next, entry);
    const std::size_t slot = shape->find(key);
    if (slot != Shape::kNotFound) {
      values()[slot] = entry;
    } else {
      add(*shape, key, nullptr, entry);
    }
  }

  void append(const Name& key, std::string_view name, std::string_view value) {
    Entry* known = find(key);
    if (known == nullptr) return set(key, name, value);
    append_line(arena_, *known, value);
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

  const Entry* get(const Name& key) const { return find(key); }
  bool has(const Name& key) const { return find(key) != nullptr; }

  std::size_t size() const {
    if (object_ == nullptr) return 0;
    return in_dictionary_mode() ? dictionary_.size() : shape_of()->names.size();
  }

  /// for-in: the keys are in the enum cache of the shape, and no key is looked up while the object still has that
  /// shape.
  template <class Visit>
  void walk(Visit&& visit) {
    if (object_ == nullptr) return;
    const Shape* shape = shape_of();
    if (shape == nullptr) return dictionary_.walk(visit);
    const std::size_t count = shape->names.size();
    for (std::size_t i = 0; i < count; ++i) visit(static_cast<const Entry&>(*values()[i]));
  }

  std::size_t bytes_allocated() const { return bytes_ + dictionary_.bytes_allocated(); }

  void clear() {
    object_ = nullptr;
    bytes_ = 0;
    dictionary_.clear();
  }

  bool in_dictionary_mode() const { return object_ != nullptr && object_->shape == nullptr; }
  /// The shape now; null before the first set() and in dictionary mode.
  const Shape* shape() const { return object_ == nullptr ? nullptr : shape_of(); }

 private:
  static constexpr std::size_t kFieldsAdded = 3;               // the PropertyArray grows by three
  static constexpr std::size_t kFastPropertiesSoftLimit = 12;  // V8's fast_properties_soft_limit

  /// Two words of header, then the values.
  struct PropertyArray {
    std::uint64_t map;
    std::uint64_t length;
    Entry** values() { return reinterpret_cast<Entry**>(this + 1); }
  };

  Shape* shape_of() const { return static_cast<Shape*>(object_->shape); }
  PropertyArray* properties() const { return static_cast<PropertyArray*>(object_->properties); }
  Entry** values() const { return properties()->values(); }

  void create() {
    object_ = new (arena_.allocate(sizeof(Object))) Object{&shapes_.root(), nullptr, nullptr};
    bytes_ += sizeof(Object);
  }

  Entry* find(const Name& key) const {
    if (object_ == nullptr) return nullptr;
    const Shape* shape = shape_of();
    if (shape == nullptr) {
      Entry** known = dictionary_.find(key);
      return known == nullptr ? nullptr : *known;
    }
    const std::size_t slot = shape->find(key);
    return slot == Shape::kNotFound ? nullptr : values()[slot];
  }

  /// `to` is the shape with the key, null if it is not known yet.
  void add(Shape& shape, const Name& key, Shape* to, Entry* entry) {
    const std::size_t slot = shape.names.size();
    const std::size_t length = properties() == nullptr ? 0 : properties()->length;
    if (slot == length) [[unlikely]] {
      // TooManyFastProperties is asked only when the array is full, which it is at 12 and at 15: the 16th name tips it
      // over.
      if (slot > kFastPropertiesSoftLimit) return leave_fast_mode(shape, key, entry);
      grow(length);
    }
    if (to == nullptr) to = shapes_.transition(shape, key);
    if (to == nullptr) return leave_fast_mode(shape, key, entry);
    values()[slot] = entry;
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

  void set_in_dictionary(const Name& key, Entry* entry) {
    if (Entry** known = dictionary_.find(key)) {
      *known = entry;
    } else {
      dictionary_.add(key, entry);
    }
  }

  [[gnu::noinline]] void leave_fast_mode(const Shape& shape, const Name& key, Entry* entry) {
    become_dictionary(shape);
    dictionary_.add(key, entry);
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
  NameDictionary dictionary_;
  std::size_t bytes_ = 0;
};
static_assert(HeaderStore<ShapeStore>);

}  // namespace header_store
