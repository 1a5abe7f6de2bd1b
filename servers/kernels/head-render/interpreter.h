// The generic path: one step after the other, every value boxed and in the frame, its kind asked for each time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>

#include "servers/kernels/head-render/operations.h"
#include "servers/kernels/head-render/program.h"
#include "servers/kernels/head-render/render.h"

namespace head_render {

/// The slots of one call; all undefined on entry, as the engine leaves them.
struct Frame {
  std::array<Value, kRegisters> slots;
  Value& operator[](std::uint8_t place) { return slots[place]; }
};

inline Value input(const Head& head, std::uint8_t which) {
  switch (which) {
    case kStatus:
      return Value::text(&head.status);
    case kFieldCount:
      return Value::integer(static_cast<std::int32_t>(head.fields.size()));
    case kDate:
      return Value::text(&head.date);
    case kHasConnection:
      return Value::boolean(head.has_connection);
    case kKeepAlive:
      return Value::boolean(head.keep_alive);
    case kTimeout:
      return Value::integer(head.keep_alive_timeout_ms);
    case kHasKeepAlive:
      return Value::boolean(head.has_keep_alive);
    default:
      return head.max_requests;
  }
}

/// a < b of two numbers.
inline bool is_less(Value a, Value b) {
  if (a.is_integer() && b.is_integer()) return a.as_integer() < b.as_integer();
  return to_number(a) < to_number(b);
}

/// The element of an array, by an index that may be anything.
inline const Field& field_at(const Head& head, Value index) {
  if (!index.is_integer() || static_cast<std::uint32_t>(index.as_integer()) >= head.fields.size()) std::abort();
  return head.fields[static_cast<std::uint32_t>(index.as_integer())];
}

/// Runs the program from step `at` to its end.
template <TakesLines Out>
[[gnu::noinline]] void interpret(const Program& program, std::size_t at, Frame& frame, const Head& head, Arena& arena,
                                 Out& out) {
  for (;;) {
    const Step& step = program.steps[at++];
    Value& a = frame[step.a];
    bool jumps = false;
    switch (step.op) {
      case Op::kGet:
        a = input(head, step.a);
        break;
      case Op::kInteger:
        a = Value::integer(step.b);
        break;
      case Op::kConstant:
        a = Value::text(&kConstants[step.b]);
        break;
      case Op::kBitNot: {
        const Value operand = frame[step.b];
        a = Value::integer(~(operand.is_integer() ? operand.as_integer() : to_int32(operand)));
        break;
      }
      case Op::kIncrement:
        a = a.is_integer() && a.as_integer() < std::numeric_limits<std::int32_t>::max()
                ? Value::integer(a.as_integer() + 1)
                : Value::number(to_number(a) + 1);
        break;
      case Op::kToSeconds:
        a = Value::number(to_seconds(to_number(frame[step.b])));
        break;
      case Op::kConcatenate:
        a = Value::text(concatenate(arena, {to_text(arena, frame[step.b]), to_text(arena, frame[step.c])}));
        break;
      case Op::kFieldName:
        a = Value::text(&field_at(head, frame[step.b]).name);
        break;
      case Op::kFieldValue:
        a = Value::text(&field_at(head, frame[step.b]).value);
        break;
      case Op::kStatusLine:
        out.status_line(*to_text(arena, a));
        break;
      case Op::kHeaderLine:
        out.header_line(*to_text(arena, a), *to_text(arena, frame[step.b]));
        break;
      case Op::kJump:
        jumps = true;
        break;
      case Op::kJumpIf:
        jumps = is_true(a);
        break;
      case Op::kJumpUnless:
        jumps = !is_true(a);
        break;
      case Op::kJumpIfUndefined:
        jumps = a.is_undefined();
        break;
      case Op::kJumpUnlessLess:
        jumps = !is_less(a, frame[step.b]);
        break;
      case Op::kJumpUnlessPositive:
        jumps = !is_less(Value::integer(0), a);
        break;
      case Op::kReturn:
        return;
    }
    if (jumps) at = step.target;
  }
}

}  // namespace head_render
