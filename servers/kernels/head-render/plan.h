// An optimised plan: a row of nodes over unboxed values, and what is live where one of its speculations can fail.
#pragma once

#include <array>
#include <cstdint>

#include "servers/kernels/head-render/program.h"

namespace head_render {

/// Of the steps of the program, those that are left: constants are in the nodes, the loop over the fields is one node.
enum class NodeKind : std::uint8_t {
  kEnter,               ///< all inputs, unboxed
  kInteger,             ///< integer a = b
  kConstant,            ///< text a = text
  kToInt32,             ///< integer a = ~~ of the operand, an integer; leaves the plan by exit b if it is undefined
  kToSeconds,           ///< integer a = seconds of integer b
  kIntegerText,         ///< text a = integer a, written
  kOperandText,         ///< text a = the operand, written
  kConcatenate,         ///< text a = texts b and c
  kConcatenateThree,    ///< text a = texts b, c and d
  kStatusLine,          ///< text a
  kFieldLines,          ///< all fields
  kNamedLine,           ///< name, text b
  kConstantLine,        ///< name, text
  kJump,                ///< to target
  kJumpIfEmpty,         ///< text a
  kJumpIfZero,          ///< integer a
  kJumpUnlessZero,      ///< integer a
  kJumpIfUndefined,     ///< the operand
  kJumpUnlessPositive,  ///< integer a
  kReturn
};

struct Node {
  NodeKind kind;
  std::uint8_t a = 0, b = 0, c = 0, d = 0;
  std::uint8_t target = 0;
  const Text* name = nullptr;
  const Text* text = nullptr;
};

enum class Type : std::uint8_t { kUnknown, kText, kInteger, kBoolean, kOperand };

/// How to get the boxed value of a register back.
struct Recovery {
  std::uint8_t place;
  Type type;
};

/// Where the generic path goes on, and what it needs there.
struct Exit {
  std::uint8_t step;
  std::uint8_t count;
  const Recovery* recoveries;
};

/// Lives in the arena it was compiled into.
struct Plan {
  const Node* nodes = nullptr;
  std::size_t node_count = 0;
  const Exit* exits = nullptr;
  std::size_t exit_count = 0;
};

/// The registers of a plan: a text or an integer each, not boxed. The operand, of any kind, stays in its input.
struct Locals {
  std::array<const Text*, kRegisters> texts;
  std::array<std::int32_t, kRegisters> integers;
};

}  // namespace head_render
