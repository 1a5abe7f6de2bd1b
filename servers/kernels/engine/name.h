// Interned names: one object for each lower-cased header name, so that a store compares keys by address.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "servers/kernels/engine/ascii.h"

namespace engine {

/// An internalised string: the hash is computed once and cached in it, as V8 does.
struct Name {
  std::uint32_t hash = 0;
  std::string_view lower;  ///< zero bytes follow up to a multiple of 8
};

/// The string table. `headers[name.toLowerCase()]` costs a lower-casing, a hash and a probe of this table whatever kind
/// of object `headers` is: the cost is outside of the variants and the same for all. Names are never removed, so only
/// names a handler sets may be interned; a name that is only asked for is looked up with find(). Not for several
/// threads.
class NameTable {
 public:
  NameTable() : slots_(256, nullptr) {}
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  /// The name of `text` in any case, added if it is new. The reference stays valid as long as the table.
  const Name& intern(std::string_view text) {
    return intern(text, [] {});
  }

  /// before_add() is called for a name that is new: what holds for a name in any case need not be asked twice.
  template <class BeforeAdd>
  const Name& intern(std::string_view text, BeforeAdd&& before_add) {
    const Lowered lowered(text);
    if (const Name* known = slots_[slot_of(lowered)]) return *known;
    before_add();
    return add(lowered);
  }

  /// The name of `text` in any case; null when it was never interned.
  const Name* find(std::string_view text) const { return slots_[slot_of(Lowered(text))]; }

  std::size_t size() const { return names_.size(); }

 private:
  /// A text lower-cased into words, and its hash.
  struct Lowered {
    explicit Lowered(std::string_view text) : length(text.size()), count((text.size() + 7) / 8) {
      if (count > kInline) {
        long_words = std::make_unique<std::uint64_t[]>(count);
        words = long_words.get();
      }
      std::uint64_t mixed = length * 0x9e3779b97f4a7c15ull;
      for (std::size_t i = 0; i < count; ++i) {
        words[i] = lower_word(load_word(text, i));
        mixed = (mixed ^ words[i]) * 0xff51afd7ed558ccdull;
        mixed ^= mixed >> 32;
      }
      hash = static_cast<std::uint32_t>(mixed);
    }
    Lowered(const Lowered&) = delete;
    Lowered& operator=(const Lowered&) = delete;

    /// Of a name of the same length. A loop: names are of two or three words.
    bool is(const Name& name) const {
      const auto* other = reinterpret_cast<const std::uint64_t*>(name.lower.data());
      std::uint64_t difference = 0;
      for (std::size_t i = 0; i < count; ++i) difference |= words[i] ^ other[i];
      return difference == 0;
    }

    static constexpr std::size_t kInline = 8;
    std::size_t length;
    std::size_t count;
    std::uint32_t hash = 0;
    std::uint64_t inline_words[kInline];
    std::unique_ptr<std::uint64_t[]> long_words;
    std::uint64_t* words = inline_words;
  };

  /// The slot that holds the name, or the free one where it would go.
  std::size_t slot_of(const Lowered& lowered) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = lowered.hash & mask;; i = (i + 1) & mask) {
      const Name* name = slots_[i];
      if (name == nullptr) return i;
      if (name->hash == lowered.hash && name->lower.size() == lowered.length && lowered.is(*name)) return i;
    }
  }

  [[gnu::noinline]] const Name& add(const Lowered& lowered) {
    if ((names_.size() + 1) * 2 > slots_.size()) grow();
    texts_.push_back(std::make_unique<std::uint64_t[]>(lowered.count));
    std::memcpy(texts_.back().get(), lowered.words, lowered.count * 8);
    const char* text = reinterpret_cast<const char*>(texts_.back().get());
    names_.push_back({lowered.hash, {text, lowered.length}});
    return *(slots_[slot_of(lowered)] = &names_.back());
  }

  void grow() {
    std::vector<const Name*> old(slots_.size() * 2, nullptr);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Name* name : old) {
      if (name == nullptr) continue;
      std::size_t i = name->hash & mask;
      while (slots_[i] != nullptr) i = (i + 1) & mask;
      slots_[i] = name;
    }
  }

  std::vector<const Name*> slots_;
  std::deque<Name> names_;
  std::deque<std::unique_ptr<std::uint64_t[]>> texts_;
};

}  // namespace engine
