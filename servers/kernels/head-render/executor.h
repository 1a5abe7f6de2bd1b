// Runs an optimised plan, and puts boxed values back where a speculation failed.
#pragma once

#include "servers/kernels/head-render/interpreter.h"
#include "servers/kernels/head-render/plan.h"

namespace head_render {

inline void enter(const Head& head, Locals& locals) {
  locals.texts[kStatus] = &head.status;
  locals.texts[kDate] = &head.date;
  locals.integers[kFieldCount] = static_cast<std::int32_t>(head.fields.size());
  locals.integers[kHasConnection] = head.has_connection ? 1 : 0;
  locals.integers[kKeepAlive] = head.keep_alive ? 1 : 0;
  locals.integers[kTimeout] = head.keep_alive_timeout_ms;
  locals.integers[kHasKeepAlive] = head.has_keep_alive ? 1 : 0;
}

/// Null when the head is written; else the exit by which the plan was left, with nothing written yet.
template <TakesLines Out>
[[gnu::noinline]] const Exit* execute(const Plan& plan, Locals& locals, const Head& head, Arena& arena, Out& out) {
  auto& texts = locals.texts;
  auto& integers = locals.integers;
  const Node* node = plan.nodes;
  const auto go = [&](bool jumps) { node = jumps ? plan.nodes + node->target : node + 1; };
  for (;;) {
    switch (node->kind) {
      case NodeKind::kEnter:
        enter(head, locals);
        break;
      case NodeKind::kInteger:
        integers[node->a] = node->b;
        break;
      case NodeKind::kConstant:
        texts[node->a] = node->text;
        break;
      case NodeKind::kToInt32: {
        const Value operand = head.max_requests;
        if (operand.is_undefined()) return &plan.exits[node->b];
        integers[node->a] = operand.is_integer() ? operand.as_integer() : to_int32(operand);
        break;
      }
      case NodeKind::kToSeconds:
        integers[node->a] = to_seconds(integers[node->b]);
        break;
      case NodeKind::kIntegerText:
        texts[node->a] = integer_to_text(arena, integers[node->a]);
        break;
      case NodeKind::kOperandText:
        texts[node->a] = to_text(arena, head.max_requests);
        break;
      case NodeKind::kConcatenate:
        texts[node->a] = concatenate(arena, {texts[node->b], texts[node->c]});
        break;
      case NodeKind::kConcatenateThree:
        texts[node->a] = concatenate(arena, {texts[node->b], texts[node->c], texts[node->d]});
        break;
      case NodeKind::kStatusLine:
        out.status_line(*texts[node->a]);
        break;
      case NodeKind::kFieldLines:
        for (const Field& field : head.fields) out.header_line(field.name, field.value);
        break;
      case NodeKind::kNamedLine:
        out.header_line(*node->name, *texts[node->b]);
        break;
      case NodeKind::kConstantLine:
        out.header_line(*node->name, *node->text);
        break;
      case NodeKind::kJump:
        go(true);
        continue;
      case NodeKind::kJumpIfEmpty:
        go(texts[node->a]->empty());
        continue;
      case NodeKind::kJumpIfZero:
        go(integers[node->a] == 0);
        continue;
      case NodeKind::kJumpUnlessZero:
        go(integers[node->a] != 0);
        continue;
      case NodeKind::kJumpIfUndefined:
        go(head.max_requests.is_undefined());
        continue;
      case NodeKind::kJumpUnlessPositive:
        go(integers[node->a] <= 0);
        continue;
      case NodeKind::kReturn:
        return nullptr;
    }
    ++node;
  }
}

/// Boxes the live values of a plan into a frame that is otherwise as on entry.
inline void materialise(const Exit& exit, const Locals& locals, const Head& head, Frame& frame) {
  for (std::size_t i = 0; i < exit.count; ++i) {
    const auto [place, type] = exit.recoveries[i];
    switch (type) {
      case Type::kText:
        frame[place] = Value::text(locals.texts[place]);
        break;
      case Type::kInteger:
        frame[place] = Value::integer(locals.integers[place]);
        break;
      case Type::kBoolean:
        frame[place] = Value::boolean(locals.integers[place] != 0);
        break;
      case Type::kOperand:
        frame[place] = head.max_requests;
        break;
      case Type::kUnknown:
        std::abort();
    }
  }
}

}  // namespace head_render
