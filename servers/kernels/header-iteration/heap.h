// What the script that makes the list allocates: arrays as V8 lays them out, and the strings it makes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

#include "servers/kernels/engine/arena.h"
#include "servers/kernels/engine/ascii.h"
#include "servers/kernels/engine/object.h"

namespace header_iteration {

using engine::Arena;

/// An arena and the count of what is taken from it, in words of 8 bytes.
struct Space {
  Arena& arena;
  std::size_t& bytes;

  void* allocate(std::size_t size) const {
    size = (size + 7) & ~std::size_t{7};
    bytes += size;
    return arena.allocate(size);
  }
};

/// What `[name, value]` takes: a JSArray of four words, a FixedArray of two words and two elements. The texts stand
/// where V8 has the two words and the pointers.
struct Entry {
  engine::Object array;
  std::uint64_t length = 2;
  std::string_view name;  ///< in lower case
  std::string_view value;
};
static_assert(sizeof(Entry) == 64);

/// A FixedArray: two words, then the elements, of a word each.
template <class Element>
Element* new_fixed_array(const Space& space, std::size_t length) {
  auto* words = static_cast<std::uint64_t*>(space.allocate(16 + length * 8));
  words[0] = 0;
  words[1] = length;
  return reinterpret_cast<Element*>(words + 2);
}

/// CalculateNewElementsCapacity of V8's code-stub-assembler: what a push makes room for when it needs `length`.
inline std::size_t grown_capacity(std::size_t length) { return length + length / 2 + 16; }

/// The array that the entries are pushed to. Empty, it has no elements of its own.
class EntryArray {
 public:
  std::size_t size() const { return length_; }
  Entry* const* begin() const { return elements_; }
  Entry** begin() { return elements_; }
  const Entry& operator[](std::size_t index) const { return *elements_[index]; }
  Entry& operator[](std::size_t index) { return *elements_[index]; }

  void push(const Space& space, std::string_view name, std::string_view value) {
    if (length_ == capacity_) grow(space);
    elements_[length_++] = new (space.allocate(sizeof(Entry))) Entry{{}, 2, name, value};
  }

 private:
  [[gnu::noinline]] void grow(const Space& space) {
    const std::size_t capacity = grown_capacity(length_ + 1);
    Entry** grown = new_fixed_array<Entry*>(space, capacity);
    std::copy_n(elements_, length_, grown);
    std::fill_n(grown + length_, capacity - length_, nullptr);
    elements_ = grown;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }

  [[maybe_unused]] void* shape_ = nullptr;
  [[maybe_unused]] void* properties_ = nullptr;
  Entry** elements_ = nullptr;
  std::uint32_t length_ = 0;
  std::uint32_t capacity_ = 0;  // V8 has it in the header of the elements
};
static_assert(sizeof(EntryArray) == 32);

/// The bytes of a sequential string of one byte a character: a header of two words before the text.
inline char* new_text(const Space& space, std::size_t length) {
  return static_cast<char*>(space.allocate(16 + length)) + 16;
}

/// `old + ", " + value`. V8 makes cons strings of texts of 13 characters and more, which are made flat when they are
/// read; here the text is flat at once.
inline std::string_view joined(const Space& space, std::string_view old, std::string_view value) {
  const std::size_t length = old.size() + 2 + value.size();
  char* text = new_text(space, length);
  char* next = std::copy_n(old.data(), old.size(), text);
  *next++ = ',';
  *next++ = ' ';
  std::copy_n(value.data(), value.size(), next);
  return {text, length};
}

/// toLowerCase: the same string when there is nothing to lower, a new one otherwise.
inline std::string_view lowered(const Space& space, std::string_view text) {
  const std::size_t words = (text.size() + 7) / 8;
  std::size_t same = 0;
  while (same < words && engine::lower_word(engine::load_word(text, same)) == engine::load_word(text, same)) ++same;
  if (same == words) return text;
  char* lower = new_text(space, text.size());
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t word = engine::lower_word(engine::load_word(text, i));
    std::memcpy(lower + i * 8, &word, std::min<std::size_t>(8, text.size() - i * 8));
  }
  return {lower, text.size()};
}

inline bool equal_names(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i * 8 < left.size(); ++i) {
    if (engine::lower_word(engine::load_word(left, i)) != engine::lower_word(engine::load_word(right, i))) return false;
  }
  return true;
}

}  // namespace header_iteration
