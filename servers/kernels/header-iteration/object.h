// A Headers object without its iterator: the list of names and values as it was filled, and the guard over it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "servers/kernels/header-iteration/entries.h"

namespace header_iteration {

/// Requests that came in and responses that were fetched are immutable.
enum class Guard : std::uint8_t { kImmutable, kMutable };

struct Pair {
  std::string_view name;
  std::string_view value;
};

/// What all variants have in common; none of it runs during an iteration, except make().
/// - append: adds a line at the end, under the spelling of the first line of that name.
/// - set: the first line of that name takes the value and keeps its spelling, the others of that name go; a new name
///   is added at the end.
/// - remove: all lines of that name go.
/// All three say whether the object could be changed; deno throws where they return false.
/// `kept` is for what lives as long as the object, `scratch` for what may go when no iteration is under way; they may
/// be one arena.
class HeaderObject {
 public:
  HeaderObject(Arena& kept, Arena& scratch, std::span<const Pair> list, Guard guard)
      : kept_(kept), scratch_(scratch), guard_(guard) {
    reserve(list.size());
    for (const Pair& pair : list) list_[size_++] = {pair.name, pair.value};
  }
  HeaderObject(const HeaderObject&) = delete;
  HeaderObject& operator=(const HeaderObject&) = delete;

  bool append(std::string_view name, std::string_view value) {
    if (guard_ == Guard::kImmutable) return false;
    const auto known = first_of(name);
    push(known == end() ? name : known->name, value);
    ++version_;
    return true;
  }

  bool set(std::string_view name, std::string_view value) {
    if (guard_ == Guard::kImmutable) return false;
    const auto known = first_of(name);
    if (known == end()) {
      push(name, value);
    } else {
      known->value = value;
      remove_from(known + 1, name);
    }
    ++version_;
    return true;
  }

  bool remove(std::string_view name) {
    if (guard_ == Guard::kImmutable) return false;
    remove_from(list_, name);
    ++version_;
    return true;
  }

  Guard guard() const { return guard_; }
  void set_guard(Guard guard) { guard_ = guard; }
  std::size_t bytes_allocated() const { return bytes_; }

 protected:
  /// Counts the changes: lists made under the same version are equal.
  std::uint64_t version() const { return version_; }

  const EntryArray& make_kept() { return make(kept_); }
  const EntryArray& make_scratch() { return make(scratch_); }

 private:
  const EntryArray& make(Arena& arena) {
    return make_entries({list_, size_}, Space{arena, bytes_}, Space{scratch_, bytes_});
  }

  Header* end() const { return list_ + size_; }

  Header* first_of(std::string_view name) const {
    return std::find_if(list_, end(), [&](const Header& header) { return equal_names(header.name, name); });
  }

  void remove_from(Header* begin, std::string_view name) {
    Header* kept = std::remove_if(begin, end(), [&](const Header& h) { return equal_names(h.name, name); });
    size_ = static_cast<std::size_t>(kept - list_);
  }

  void push(std::string_view name, std::string_view value) {
    if (size_ == capacity_) reserve(grown_capacity(size_ + 1));
    list_[size_++] = {name, value};
  }

  void reserve(std::size_t capacity) {
    auto* grown = static_cast<Header*>(kept_.allocate(capacity * sizeof(Header)));
    std::copy_n(list_, size_, grown);
    list_ = grown;
    capacity_ = capacity;
  }

  Arena& kept_;
  Arena& scratch_;
  Header* list_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::uint64_t version_ = 0;
  std::size_t bytes_ = 0;
  Guard guard_;
};

}  // namespace header_iteration
