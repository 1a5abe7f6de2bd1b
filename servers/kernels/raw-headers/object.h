// Objects, their structures and prototypes, as far as asking for a property goes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "servers/kernels/engine/name.h"

namespace raw_headers {

using engine::Name;

/// A function that reads a property; its address is its identity.
struct Getter {
  int id = 0;
};

struct Property {
  const Name* name;
  const Getter* getter = nullptr;  ///< null for a property that holds a value
  bool operator==(const Property&) const = default;
};

struct Object;

/// JSC's Structure: which properties an object has itself, and its prototype. Never changes; an object that gains or
/// loses a property gets another structure. The properties are in a table as in PropertyTable.h: an index with open
/// addressing that is half empty at least, and the entries in order.
class Structure {
 public:
  Structure(std::uint32_t id, const Object* prototype, std::vector<Property> properties)
      : id_(id), prototype_(prototype), properties_(std::move(properties)) {
    index_.assign(std::bit_ceil(std::max<std::size_t>(8, properties_.size() * 2)), 0);
    for (std::size_t i = 0; i < properties_.size(); ++i) index_[place_of(*properties_[i].name)] = entry_number(i);
  }

  std::uint32_t id() const { return id_; }
  const Object* prototype() const { return prototype_; }
  const std::vector<Property>& properties() const { return properties_; }

  /// The object's own property of that name, or null.
  const Property* find(const Name& name) const {
    const std::uint32_t entry = index_[place_of(name)];
    return entry == 0 ? nullptr : &properties_[entry - 1];
  }

 private:
  static std::uint32_t entry_number(std::size_t place) { return static_cast<std::uint32_t>(place) + 1; }  // 0 is empty

  std::size_t place_of(const Name& name) const {
    const std::size_t mask = index_.size() - 1;
    std::size_t place = name.hash & mask;
    while (index_[place] != 0 && properties_[index_[place] - 1].name != &name) place = (place + 1) & mask;
    return place;
  }

  std::uint32_t id_;
  const Object* prototype_;
  std::vector<Property> properties_;
  std::vector<std::uint32_t> index_;
};

struct Object {
  const Structure* structure;
};

/// All structures of a program; objects with the same prototype and the same properties share one.
class Structures {
 public:
  Structures() = default;
  Structures(const Structures&) = delete;
  Structures& operator=(const Structures&) = delete;

  const Structure& get(const Object* prototype, const std::vector<Property>& properties) {
    for (const Structure& known : all_) {
      if (known.prototype() == prototype && known.properties() == properties) return known;
    }
    return all_.emplace_back(static_cast<std::uint32_t>(all_.size() + 1) * kIdStep, prototype, properties);
  }

 private:
  static constexpr std::uint32_t kIdStep = 112;  // an id is made from the address: about the size of a Structure apart

  std::deque<Structure> all_;
};

}  // namespace raw_headers
