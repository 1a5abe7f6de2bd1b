// A value of the engine in one word, as JavaScriptCore encodes it.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace head_render {

/// A string of the engine: a cell that values point to. Its bytes belong to whoever made it.
using Text = std::string_view;

/// Facts from JSCJSValue.h for 64 bits: an integer has the upper 15 bits set, a double is moved up by 2^49 so that its
/// upper bits are neither all set nor all zero, everything else is a small constant or a pointer.
class Value {
 public:
  constexpr Value() : bits_(kUndefined) {}
  static constexpr Value undefined() { return Value(kUndefined); }
  static constexpr Value null() { return Value(kNull); }
  static constexpr Value boolean(bool value) { return Value(kFalse | (value ? 1u : 0u)); }
  static constexpr Value integer(std::int32_t value) { return Value(kNumberTag | static_cast<std::uint32_t>(value)); }
  static Value text(const Text* cell) { return Value(reinterpret_cast<std::uintptr_t>(cell)); }

  /// An integer if it is one and not -0, which no integer can express.
  static Value number(double value) {
    if (value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max() &&
        value == std::trunc(value) && !(value == 0 && std::signbit(value))) {
      return integer(static_cast<std::int32_t>(value));
    }
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();  // others would look like integers
    return Value(std::bit_cast<std::uint64_t>(value) + kDoubleOffset);
  }

  bool is_undefined() const { return bits_ == kUndefined; }
  bool is_true() const { return bits_ == (kFalse | 1u); }
  bool is_integer() const { return (bits_ & kNumberTag) == kNumberTag; }
  bool is_number() const { return (bits_ & kNumberTag) != 0; }
  bool is_text() const { return (bits_ & (kNumberTag | kOtherTag)) == 0; }
  bool is_boolean() const { return (bits_ & ~std::uint64_t{1}) == kFalse; }

  std::int32_t as_integer() const { return static_cast<std::int32_t>(bits_); }
  double as_number() const { return is_integer() ? as_integer() : std::bit_cast<double>(bits_ - kDoubleOffset); }
  const Text& as_text() const { return *reinterpret_cast<const Text*>(static_cast<std::uintptr_t>(bits_)); }

  bool operator==(const Value&) const = default;

 private:
  static constexpr std::uint64_t kNumberTag = 0xfffe'0000'0000'0000;
  static constexpr std::uint64_t kDoubleOffset = 0x0002'0000'0000'0000;
  static constexpr std::uint64_t kOtherTag = 0x2;
  static constexpr std::uint64_t kNull = 0x2;
  static constexpr std::uint64_t kFalse = 0x6;
  static constexpr std::uint64_t kUndefined = 0xa;

  constexpr explicit Value(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_;
};
static_assert(sizeof(Value) == 8);

}  // namespace head_render
