// Shapes: which names an object in fast mode has, shared by all objects that got the same names in the same order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "servers/kernels/engine/name.h"

namespace engine {

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

/// Where a load with many names at one site looks first: V8's StubCache, its primary table of 2,048 entries by name and
/// shape (stub-cache.h). An entry never gets wrong, since a shape never changes. Not modelled: the secondary table.
class StubCache {
 public:
  StubCache() : entries_(kSize) {}

  /// As Shape::find().
  std::size_t find(const Shape& shape, const Name& key) {
    const auto map = static_cast<std::uint32_t>(std::bit_cast<std::uintptr_t>(&shape) >> 4);
    Entry& entry = entries_[(map + key.hash) & (kSize - 1)];
    if (entry.name != &key || entry.shape != &shape) [[unlikely]] {
      entry = {&key, &shape, shape.find(key)};
    }
    return entry.slot;
  }

 private:
  static constexpr std::size_t kSize = 2048;
  struct Entry {
    const Name* name = nullptr;
    const Shape* shape = nullptr;
    std::size_t slot = 0;
  };
  std::vector<Entry> entries_;
};

/// The transition tree, kept over all responses of a server: after the first response with some names no shape is made.
class Shapes {
 public:
  Shapes() { all_.emplace_back(); }
  Shapes(const Shapes&) = delete;
  Shapes& operator=(const Shapes&) = delete;

  Shape& root() { return all_.front(); }
  std::size_t size() const { return all_.size(); }
  StubCache& stub_cache() { return stub_cache_; }

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
  StubCache stub_cache_;
};

}  // namespace engine
