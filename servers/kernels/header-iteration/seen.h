// Where deno remembers which names it has met: an object with a null prototype that maps a name to a place.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "servers/kernels/header-iteration/heap.h"

namespace header_iteration {

/// Never 0.
inline std::uint32_t hash_of(std::string_view text) {
  std::uint64_t mixed = text.size() * 0x9e3779b97f4a7c15ull;
  for (std::size_t i = 0; i * 8 < text.size(); ++i) {
    mixed = (mixed ^ engine::load_word(text, i)) * 0xff51afd7ed558ccdull;
    mixed ^= mixed >> 32;
  }
  return static_cast<std::uint32_t>(mixed) | 1u << 31;
}

/// In dictionary mode from the start: sizes, growth and probing of V8's NameDictionary (runtimes.md 5.1). V8 makes a
/// key an internal string first and then compares addresses; as names come from clients and a table of them would grow
/// without end, texts are compared here, after their hashes: one probe a key less than V8 makes.
class SeenNames {
 public:
  static constexpr std::size_t kNotFound = static_cast<std::size_t>(-1);

  explicit SeenNames(const Space& space) : space_(space) {
    space_.allocate(sizeof(engine::Object));
    table_ = new_table(kInitialCapacity);
  }

  /// The place stored under the name.
  std::size_t find(std::string_view name, std::uint32_t hash) const {
    const Slot& slot = slot_of(*table_, name, hash);
    return slot.text == nullptr ? kNotFound : slot.place;
  }

  /// `name` was not found.
  void add(std::string_view name, std::uint32_t hash, std::size_t place) {
    const std::size_t elements = table_->elements + 1;
    if (elements + elements / 2 > table_->capacity) [[unlikely]] {
      rehash(std::bit_ceil(elements + elements / 2));
    }
    slot_of(*table_, name, hash) = {name.data(), static_cast<std::uint32_t>(name.size()), hash, place};
    ++table_->elements;
  }

 private:
  static constexpr std::size_t kInitialCapacity = 4;

  /// Three words an entry.
  struct Slot {
    const char* text;
    std::uint32_t length;
    std::uint32_t hash;
    std::size_t place;
  };
  /// Two words of array header, five of prefix, then the slots.
  struct Table {
    std::uint64_t map, length;
    std::uint64_t elements, deleted, capacity, next_index, object_hash;
    Slot* slots() { return reinterpret_cast<Slot*>(this + 1); }
  };
  static_assert(sizeof(Slot) == 24 && sizeof(Table) == 56);

  Table* new_table(std::size_t capacity) const {
    const std::size_t bytes = sizeof(Table) + capacity * sizeof(Slot);
    auto* table = new (space_.allocate(bytes)) Table{0, bytes / 8 - 2, 0, 0, capacity, 1, 0};
    std::fill_n(table->slots(), capacity, Slot{nullptr, 0, 0, 0});
    return table;
  }

  /// The slot of the name, or the free one where it would go.
  static Slot& slot_of(Table& table, std::string_view name, std::uint32_t hash) {
    const std::size_t mask = table.capacity - 1;
    for (std::size_t at = hash & mask, step = 1;; at = (at + step++) & mask) {
      Slot& slot = table.slots()[at];
      if (slot.text == nullptr || (slot.hash == hash && std::string_view(slot.text, slot.length) == name)) return slot;
    }
  }

  [[gnu::noinline]] void rehash(std::size_t capacity) {
    Table* old = table_;
    table_ = new_table(capacity);
    table_->elements = old->elements;
    for (std::size_t i = 0; i < old->capacity; ++i) {
      const Slot& slot = old->slots()[i];
      if (slot.text != nullptr) slot_of(*table_, {slot.text, slot.length}, slot.hash) = slot;
    }
  }

  Space space_;
  Table* table_;
};

}  // namespace header_iteration
