// The render function as steps over registers: what the generic path runs and what plans are compiled from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "servers/kernels/head-render/value.h"

namespace head_render {

/// The locals of the function; the first are its input.
enum Register : std::uint8_t {
  kStatus,
  kFieldCount,
  kDate,
  kHasConnection,
  kKeepAlive,
  kTimeout,
  kHasKeepAlive,
  kMaxRequests,
  kLimit,
  kIndex,
  kName,
  kText,
  kPrefix,
  kParts,
  kSeconds,
  kMaxText,
  kRegisters
};
inline constexpr std::uint8_t kInputs = kLimit;

enum class Op : std::uint8_t {
  kGet,                 ///< a = input a
  kInteger,             ///< a = the number b
  kConstant,            ///< a = constant text b
  kBitNot,              ///< a = ~b
  kIncrement,           ///< a = a + 1
  kToSeconds,           ///< a = Math.floor(b / 1000)
  kConcatenate,         ///< a = text of b, text of c
  kFieldName,           ///< a = name of field b
  kFieldValue,          ///< a = value of field b
  kStatusLine,          ///< writes a
  kHeaderLine,          ///< writes name a, value b
  kJump,                ///< to target
  kJumpIf,              ///< a is true
  kJumpUnless,          ///< a is not true
  kJumpIfUndefined,     ///< a is undefined
  kJumpUnlessLess,      ///< not a < b
  kJumpUnlessPositive,  ///< not a > 0
  kReturn
};

struct Step {
  Op op;
  std::uint8_t a, b, c;
  std::uint8_t target;
};

inline constexpr std::array<Text, 8> kConstants = {"Date",       "Connection", "keep-alive", "close",
                                                   "Keep-Alive", "timeout=",   ", max=",     ""};
enum Constant : std::uint8_t {
  kDateName,
  kConnectionName,
  kKeepAliveText,
  kCloseText,
  kKeepAliveName,
  kTimeoutText,
  kMaxPrefix,
  kNothing
};

struct Program {
  static constexpr std::size_t kCapacity = 64;
  std::array<Step, kCapacity> steps{};
  std::uint8_t size = 0;

  /// Returns the place of the step.
  constexpr std::uint8_t add(Op op, std::uint8_t a = 0, std::uint8_t b = 0, std::uint8_t c = 0) {
    steps[size] = {op, a, b, c, 0};
    return size++;
  }
  /// The jump at `place` goes to the next step.
  constexpr void land(std::uint8_t place) { steps[place].target = size; }
};

/// The only difference between the variants: `checks_first` asks whether the operand is undefined before it computes.
constexpr Program make_program(bool checks_first) {
  Program p;
  for (std::uint8_t input = 0; input < kInputs; ++input) p.add(Op::kGet, input);
  p.add(Op::kInteger, kLimit, 0);
  const auto undefined = checks_first ? p.add(Op::kJumpIfUndefined, kMaxRequests) : std::uint8_t{0};
  p.add(Op::kBitNot, kLimit, kMaxRequests);
  p.add(Op::kBitNot, kLimit, kLimit);
  if (checks_first) p.land(undefined);

  p.add(Op::kStatusLine, kStatus);
  p.add(Op::kInteger, kIndex, 0);
  const auto no_more = p.add(Op::kJumpUnlessLess, kIndex, kFieldCount);
  p.add(Op::kFieldName, kName, kIndex);
  p.add(Op::kFieldValue, kText, kIndex);
  p.add(Op::kHeaderLine, kName, kText);
  p.add(Op::kIncrement, kIndex);
  p.steps[p.add(Op::kJump)].target = no_more;
  p.land(no_more);

  const auto no_date = p.add(Op::kJumpUnless, kDate);
  p.add(Op::kConstant, kName, kDateName);
  p.add(Op::kHeaderLine, kName, kDate);
  p.land(no_date);

  const auto given = p.add(Op::kJumpIf, kHasConnection);
  const auto close = p.add(Op::kJumpUnless, kKeepAlive);
  p.add(Op::kConstant, kName, kConnectionName);
  p.add(Op::kConstant, kText, kKeepAliveText);
  p.add(Op::kHeaderLine, kName, kText);
  const auto no_timeout = p.add(Op::kJumpUnless, kTimeout);
  const auto has_own = p.add(Op::kJumpIf, kHasKeepAlive);
  p.add(Op::kConstant, kMaxText, kNothing);
  const auto no_limit = p.add(Op::kJumpUnlessPositive, kLimit);
  p.add(Op::kConstant, kPrefix, kMaxPrefix);
  p.add(Op::kConcatenate, kMaxText, kPrefix, kMaxRequests);
  p.land(no_limit);
  p.add(Op::kToSeconds, kSeconds, kTimeout);
  p.add(Op::kConstant, kPrefix, kTimeoutText);
  p.add(Op::kConcatenate, kParts, kPrefix, kSeconds);
  p.add(Op::kConcatenate, kText, kParts, kMaxText);
  p.add(Op::kConstant, kName, kKeepAliveName);
  p.add(Op::kHeaderLine, kName, kText);
  const auto end = p.add(Op::kJump);

  p.land(close);
  p.add(Op::kConstant, kName, kConnectionName);
  p.add(Op::kConstant, kText, kCloseText);
  p.add(Op::kHeaderLine, kName, kText);
  for (const auto jump : {given, no_timeout, has_own, end}) p.land(jump);
  p.add(Op::kReturn);
  return p;
}

/// Sets of registers, one bit each.
using Registers = std::uint32_t;
constexpr Registers only(std::uint8_t place) { return Registers{1} << place; }

constexpr Registers reads(const Step& step) {
  switch (step.op) {
    case Op::kBitNot:
    case Op::kToSeconds:
    case Op::kFieldName:
    case Op::kFieldValue:
      return only(step.b);
    case Op::kConcatenate:
      return only(step.b) | only(step.c);
    case Op::kHeaderLine:
    case Op::kJumpUnlessLess:
      return only(step.a) | only(step.b);
    case Op::kIncrement:
    case Op::kStatusLine:
    case Op::kJumpIf:
    case Op::kJumpUnless:
    case Op::kJumpIfUndefined:
    case Op::kJumpUnlessPositive:
      return only(step.a);
    case Op::kGet:
    case Op::kInteger:
    case Op::kConstant:
    case Op::kJump:
    case Op::kReturn:
      break;
  }
  return 0;
}

constexpr bool is_jump(Op op) { return op >= Op::kJump && op < Op::kReturn; }
constexpr Registers writes(const Step& step) {
  return is_jump(step.op) || step.op == Op::kReturn || step.op == Op::kStatusLine || step.op == Op::kHeaderLine
             ? 0
             : only(step.a);
}

}  // namespace head_render
