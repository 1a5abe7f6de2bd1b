// What the engine does with a value of any kind: the operations that both the generic path and the plan call.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <new>

#include "servers/kernels/engine/arena.h"
#include "servers/kernels/engine/copy_text.h"
#include "servers/kernels/head-render/value.h"

namespace head_render {

using engine::Arena;

/// Number(text): the whole text, without white space around it, or not a number. Differs from JavaScript on purpose:
/// 0x, 0o and 0b are not known.
inline double text_to_number(Text text) {
  constexpr Text kSpaces = " \t\n\v\f\r";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == Text::npos) return 0;
  text = text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? number : std::numeric_limits<double>::quiet_NaN();
}

inline double to_number(Value value) {
  if (value.is_number()) return value.as_number();
  if (value.is_text()) return text_to_number(value.as_text());
  if (value.is_undefined()) return std::numeric_limits<double>::quiet_NaN();
  return value.is_true() ? 1 : 0;
}

/// ToInt32 of ECMA-262, which both `~` apply: cut to an integer, modulo 2^32.
[[gnu::noinline]] inline std::int32_t to_int32(Value value) {
  const double number = to_number(value);
  if (!std::isfinite(number)) return 0;
  constexpr double kModulus = 4294967296.0;
  const double rest = std::fmod(std::trunc(number), kModulus);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(rest)));
}

inline bool is_true(Value value) {
  if (value.is_text()) return !value.as_text().empty();
  if (value.is_number()) return value.as_number() != 0 && !std::isnan(value.as_number());
  return value.is_true();
}

/// Math.floor(milliseconds / 1000).
inline double to_seconds(double milliseconds) { return std::floor(milliseconds / 1000); }
constexpr std::int32_t to_seconds(std::int32_t milliseconds) {
  return milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0);
}

/// A cell and room for its characters behind it. Valid until the arena is reset.
struct NewText {
  NewText(Arena& arena, std::size_t size)
      : memory(static_cast<char*>(arena.allocate(sizeof(Text) + size))), characters(memory + sizeof(Text)) {}
  const Text* finish(std::size_t size) const { return new (memory) Text(characters, size); }
  char* memory;
  char* characters;
};

/// Numbers as JavaScript writes them; the shortest digits that give the number back.
inline const Text* number_to_text(Arena& arena, double number) {
  if (std::isnan(number)) {
    static constexpr Text kNotANumber = "NaN";
    return &kNotANumber;
  }
  constexpr std::size_t kLongest = 32;
  const NewText made(arena, kLongest);
  if (number == 0) number = 0;  // -0 is written 0
  const double size = std::fabs(number);
  const auto format =
      size != 0 && (size >= 1e21 || size < 1e-6) ? std::chars_format::scientific : std::chars_format::fixed;
  char* end = std::to_chars(made.characters, made.characters + kLongest, number, format).ptr;
  return made.finish(static_cast<std::size_t>(end - made.characters));
}

[[gnu::noinline]] inline const Text* integer_to_text(Arena& arena, std::int32_t number) {
  constexpr std::size_t kLongest = 11;
  const NewText made(arena, kLongest);
  char* end = std::to_chars(made.characters, made.characters + kLongest, number).ptr;
  return made.finish(static_cast<std::size_t>(end - made.characters));
}

inline const Text* to_text(Arena& arena, Value value) {
  static constexpr Text kWords[] = {"undefined", "null", "false", "true"};
  if (value.is_text()) return &value.as_text();
  if (value.is_integer()) return integer_to_text(arena, value.as_integer());
  if (value.is_number()) return number_to_text(arena, value.as_number());
  if (value.is_boolean()) return &kWords[value.is_true() ? 3 : 2];
  return &kWords[value.is_undefined() ? 0 : 1];
}

/// The pieces one after the other. The engine makes a rope first and flattens it when it is read: this is the
/// flattening alone.
[[gnu::noinline]] inline const Text* concatenate(Arena& arena, std::initializer_list<const Text*> pieces) {
  std::size_t size = 0;
  for (const Text* piece : pieces) size += piece->size();
  const NewText made(arena, size);
  char* to = made.characters;
  for (const Text* piece : pieces) to = engine::copy_text(to, *piece);
  return made.finish(size);
}

}  // namespace head_render
