// A value of the engine: one tagged word of eight bytes.
#pragma once

#include <cstdint>

namespace emit {

/// The first word of everything on the heap says what it is (in JSC the structure id, type and flags of a JSCell).
enum class Kind : std::uint64_t { kArray, kObject, kPromise };
struct Cell {
  Kind kind;
};

/// JSC's encoding of 64 bits (JSCJSValue.h): a pointer to a cell is itself, an integer carries a tag in its upper bits,
/// undefined is a constant. Other values of JavaScript are not modelled; to emit() they are words like these.
class Value {
 public:
  constexpr Value() = default;  ///< undefined
  static constexpr Value integer(std::int32_t number) { return Value(kNumberTag | static_cast<std::uint32_t>(number)); }
  static Value cell(const Cell& cell) { return Value(reinterpret_cast<std::uintptr_t>(&cell)); }
  static constexpr Value hole() { return Value(0); }  ///< an element of an array that was never written

  constexpr bool is_undefined() const { return bits_ == kUndefined; }
  constexpr bool is_integer() const { return (bits_ & kNumberTag) == kNumberTag; }
  constexpr bool is_cell() const { return (bits_ & kNotCellMask) == 0; }
  constexpr std::int32_t as_integer() const { return static_cast<std::int32_t>(static_cast<std::uint32_t>(bits_)); }
  const Cell& as_cell() const { return *reinterpret_cast<const Cell*>(static_cast<std::uintptr_t>(bits_)); }
  bool is_promise() const { return is_cell() && as_cell().kind == Kind::kPromise; }
  constexpr bool operator==(const Value&) const = default;

 private:
  static constexpr std::uint64_t kUndefined = 0x0a;
  static constexpr std::uint64_t kNumberTag = 0xfffe000000000000;
  static constexpr std::uint64_t kNotCellMask = kNumberTag | 0x02;

  explicit constexpr Value(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_ = kUndefined;
};
static_assert(sizeof(Value) == 8);

}  // namespace emit
