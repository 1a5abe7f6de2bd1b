// V8's NameDictionary: the open-addressing hash table that holds the properties of an object in dictionary mode.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

#include "servers/kernels/engine/arena.h"
#include "servers/kernels/engine/name.h"

namespace engine {

/// Facts from V8's hash-table-inl.h, dictionary.h and keys.cc; words of 8 bytes, as node has no pointer compression.
/// The values belong to the caller.
template <class Value>
class NameDictionary {
 public:
  explicit NameDictionary(Arena& arena) : arena_(arena) {}

  bool allocated() const { return table_ != nullptr; }
  std::size_t size() const { return table_ == nullptr ? 0 : table_->elements; }
  std::size_t capacity() const { return table_ == nullptr ? 0 : table_->capacity; }
  std::size_t bytes_allocated() const { return bytes_; }
  void clear() {
    table_ = nullptr;
    bytes_ = 0;
  }

  /// A table with room for `elements`; kInitialElements is what an object literal with a null prototype gets.
  static constexpr std::size_t kInitialElements = 2;
  void allocate(std::size_t elements) { table_ = new_table(capacity_for(elements)); }

  /// The value slot of a key, null when it is not there.
  Value** find(const Name& key) const {
    const std::size_t slot = find_slot(key);
    return slot == kNotFound ? nullptr : &table_->slots()[slot].value;
  }

  /// Adds a key that is not there; the enumeration index makes it the last.
  void add(const Name& key, Value* value) {
    if (!has_room_for_one()) [[unlikely]] {
      rehash(capacity_for(table_->elements + 1));
    }
    insert(*table_, {&key, value, table_->next_index++ << kIndexShift});
    ++table_->elements;
  }

  bool remove(const Name& key) {
    const std::size_t slot = find_slot(key);
    if (slot == kNotFound) return false;
    table_->slots()[slot] = {hole(), nullptr, 0};
    --table_->elements;
    ++table_->deleted;
    shrink();
    return true;
  }

  /// for-in: there is no enum cache, so the keys are collected, sorted and checked every time. visit(const Name&,
  /// Value&); it must not change the dictionary, but may allocate. The list of keys lies in `young`, also when the
  /// dictionary is old.
  template <class Visit>
  void for_in(Arena& young, Visit&& visit) {
    each_key(young, [&](const Name* key) {
      // ForInFilter: the cache type is not the receiver's map, so each key is looked up before it is handed out.
      if (find_slot(*key) == kNotFound) return;
      hide(key);
      visit(*key, *table_->slots()[find_slot(*key)].value);
    });
  }

  /// for-in whose body asks hasOwn before it reads: three look-ups a key.
  template <class Visit>
  void for_in_has_own(Arena& young, Visit&& visit) {
    each_key(young, [&](const Name* key) {
      if (find_slot(*key) == kNotFound) return;
      hide(key);
      if (find_slot(*key) == kNotFound) return;
      hide(key);
      visit(*key, *table_->slots()[find_slot(*key)].value);
    });
  }

  /// Object.keys and a loop: one look-up a key, for the value.
  template <class Visit>
  void own_keys(Arena& young, Visit&& visit) {
    each_key(young, [&](const Name* key) { visit(*key, *table_->slots()[find_slot(*key)].value); });
  }

 private:
  static constexpr std::size_t kNotFound = static_cast<std::size_t>(-1);
  static constexpr int kIndexShift = 8;  // below it the attributes; none set means enumerable
  static constexpr std::uint64_t kDontEnumerate = 1;

  /// Three words an entry: key (null is undefined, hole() a deleted one), value, details.
  struct Slot {
    const Name* key;
    Value* value;
    std::uint64_t details;
  };
  /// Two words of array header, five of prefix, then the slots.
  struct Table {
    std::uint64_t map, length;
    std::uint64_t elements, deleted, capacity, next_index, hash;
    Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
    const Slot* slots() const { return reinterpret_cast<const Slot*>(this + 1); }
  };
  static_assert(sizeof(Slot) == 24 && sizeof(Table) == 56);
  /// An element of the FixedArray that for-in allocates: first an index of a slot, then the name found there.
  union Key {
    std::uint64_t slot;
    const Name* name;
  };

  static constexpr Name kHole{};
  static const Name* hole() { return &kHole; }

  /// max(4, roundUpPow2(n + n/2)).
  static std::size_t capacity_for(std::size_t elements) {
    return std::max<std::size_t>(4, std::bit_ceil(elements + elements / 2));
  }

  Table* new_table(std::size_t capacity) {
    const std::size_t bytes = sizeof(Table) + capacity * sizeof(Slot);
    bytes_ += bytes;
    auto* table = new (arena_.allocate(bytes)) Table{0, bytes / 8 - 2, 0, 0, capacity, 1, 0};
    std::fill_n(table->slots(), capacity, Slot{nullptr, nullptr, 0});  // every slot starts as undefined
    return table;
  }

  /// First probe hash & mask, then steps of 1, 2, 3: triangular. Keys are interned, so they are compared by address.
  std::size_t find_slot(const Name& key) const {
    if (table_ == nullptr) return kNotFound;
    const std::size_t mask = table_->capacity - 1;
    const Slot* slots = table_->slots();
    for (std::size_t slot = key.hash & mask, step = 1;; slot = (slot + step++) & mask) {
      if (slots[slot].key == &key) return slot;
      if (slots[slot].key == nullptr) return kNotFound;
    }
  }

  static void insert(Table& table, const Slot& entry) {
    const std::size_t mask = table.capacity - 1;
    Slot* slots = table.slots();
    std::size_t slot = entry.key->hash & mask;
    for (std::size_t step = 1; slots[slot].key != nullptr && slots[slot].key != hole(); ++step)
      slot = (slot + step) & mask;
    slots[slot] = entry;
  }

  /// With n the elements after the add: n < capacity, deleted <= (capacity - n)/2, n + n/2 <= capacity. A hole that is
  /// used again stays counted as deleted.
  bool has_room_for_one() const {
    const std::uint64_t n = table_->elements + 1;
    return n < table_->capacity && table_->deleted <= (table_->capacity - n) / 2 && n + n / 2 <= table_->capacity;
  }

  [[gnu::noinline]] void rehash(std::size_t capacity) {
    const Table* old = table_;
    table_ = new_table(capacity);
    table_->elements = old->elements;
    table_->next_index = old->next_index;
    for (std::size_t i = 0; i < old->capacity; ++i) {
      if (old->slots()[i].key != nullptr && old->slots()[i].key != hole()) insert(*table_, old->slots()[i]);
    }
  }

  /// Shrinks when a quarter or less is used, never below 16 slots.
  void shrink() {
    constexpr std::size_t kMinShrinkCapacity = 16;
    if (table_->elements > table_->capacity / 4) return;
    const std::size_t capacity = capacity_for(table_->elements);
    if (capacity >= kMinShrinkCapacity && capacity < table_->capacity) rehash(capacity);
  }

  bool enumerable(const Slot& slot) const {
    return slot.key != nullptr && slot.key != hole() && (slot.details & kDontEnumerate) == 0;
  }

  std::size_t count_enumerable() const {
    const Slot* slots = table_->slots();
    return static_cast<std::size_t>(
        std::count_if(slots, slots + table_->capacity, [this](const Slot& slot) { return enumerable(slot); }));
  }

  /// A FixedArray: two words of header before the elements.
  Key* new_key_list(Arena& young, std::size_t count) {
    const std::size_t bytes = 16 + count * 8;
    bytes_ += bytes;
    auto* words = static_cast<std::uint64_t*>(young.allocate(bytes));
    words[0] = 0;
    words[1] = count;
    return reinterpret_cast<Key*>(words + 2);
  }

  /// Slot indices first, sorted by the enumeration index in the details (two loads from the table a comparison), then
  /// names.
  void collect_sorted(Key* keys, std::size_t count) const {
    const Slot* slots = table_->slots();
    Key* next = keys;
    for (std::size_t i = 0; i < table_->capacity; ++i) {
      if (enumerable(slots[i])) (next++)->slot = i;
    }
    std::sort(keys, keys + count, [slots](const Key& a, const Key& b) {
      return (slots[a.slot].details >> kIndexShift) < (slots[b.slot].details >> kIndexShift);
    });
    for (std::size_t i = 0; i < count; ++i) keys[i].name = slots[keys[i].slot].key;
  }

  template <class Take>
  void each_key(Arena& young, Take&& take) {
    if (table_ == nullptr) return;
    const std::size_t count = count_enumerable();
    auto* keys = new_key_list(young, count);
    collect_sorted(keys, count);
    for (std::size_t i = 0; i < count; ++i) take(keys[i].name);
  }

  /// Two look-ups of the engine in a row are two look-ups; the compiler must not make one of them.
  static void hide(const Name*& key) { asm volatile("" : "+r"(key) : : "memory"); }

  Arena& arena_;
  Table* table_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace engine
