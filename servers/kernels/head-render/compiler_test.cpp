// A plan does what the generic path does, for programs other than the two of the variants as well.
#include "servers/kernels/head-render/compiler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "servers/kernels/head-render/executor.h"
#include "servers/kernels/head-render/text_buffer.h"

namespace head_render {
namespace {

/// What a program writes, by both ways; with an exit the second goes on in the interpreter.
void expect_alike(const Program& program, const Head& head, const std::string& expected) {
  Arena arena, code;
  TextBuffer generic, optimised;
  Frame frame;
  interpret(program, 0, frame, head, arena, generic);
  EXPECT_EQ(generic.text(), expected);

  const Plan plan = Compiler(program, code).compile();
  Locals locals;
  if (const Exit* exit = execute(plan, locals, head, arena, optimised)) {
    Frame rebuilt;
    materialise(*exit, locals, head, rebuilt);
    interpret(program, exit->step, rebuilt, head, arena, optimised);
  }
  EXPECT_EQ(optimised.text(), expected);
}

Program with_inputs() {
  Program program;
  for (std::uint8_t input = 0; input < kInputs; ++input) program.add(Op::kGet, input);
  return program;
}

TEST(Compiler, keeps_a_constant_apart_from_another_one_on_a_second_way) {
  Program program = with_inputs();
  program.add(Op::kConstant, kText, kCloseText);
  const auto close = program.add(Op::kJumpUnless, kKeepAlive);
  program.add(Op::kConstant, kText, kKeepAliveText);
  program.land(close);
  program.add(Op::kConstant, kName, kConnectionName);
  program.add(Op::kHeaderLine, kName, kText);
  program.add(Op::kReturn);
  Head head;
  expect_alike(program, head, "Connection: keep-alive\r\n");
  head.keep_alive = false;
  expect_alike(program, head, "Connection: close\r\n");
}

TEST(Compiler, keeps_a_constant_that_is_read_after_an_exit) {
  Program program = with_inputs();
  program.add(Op::kConstant, kText, kCloseText);
  program.add(Op::kBitNot, kLimit, kMaxRequests);
  program.add(Op::kBitNot, kLimit, kLimit);
  program.add(Op::kConstant, kName, kConnectionName);
  program.add(Op::kHeaderLine, kName, kText);
  program.add(Op::kReturn);
  expect_alike(program, Head(), "Connection: close\r\n");
}

TEST(Compiler, finds_what_is_live_at_an_exit_through_a_jump_backwards) {
  Program program = with_inputs();
  program.add(Op::kConstant, kText, kCloseText);
  program.add(Op::kBitNot, kLimit, kMaxRequests);
  program.add(Op::kBitNot, kLimit, kLimit);
  const auto forward = program.add(Op::kJump);
  const std::uint8_t last = program.size;
  program.add(Op::kConstant, kName, kConnectionName);
  program.add(Op::kHeaderLine, kName, kText);
  program.add(Op::kReturn);
  program.land(forward);
  program.add(Op::kStatusLine, kStatus);
  program.steps[program.add(Op::kJump)].target = last;
  Head head;
  expect_alike(program, head, "HTTP/1.1 200 OK\r\nConnection: close\r\n");
  head.max_requests = Value::integer(1);
  expect_alike(program, head, "HTTP/1.1 200 OK\r\nConnection: close\r\n");
}

/// "timeout=" and the seconds, then the name of a header behind them; the last line is of `shown`.
Program with_two_additions(Register second, Register shown) {
  Program program = with_inputs();
  program.add(Op::kConstant, kPrefix, kTimeoutText);
  program.add(Op::kToSeconds, kSeconds, kTimeout);
  program.add(Op::kConstant, kMaxText, kCloseText);
  program.add(Op::kConcatenate, kParts, kPrefix, kSeconds);
  program.add(Op::kConcatenate, kText, kParts, second);
  program.add(Op::kConstant, kName, kConnectionName);
  program.add(Op::kHeaderLine, kName, kText);
  program.add(Op::kHeaderLine, kName, shown);
  program.add(Op::kReturn);
  return program;
}

std::size_t joins_of_three(const Program& program) {
  Arena code;
  const Plan plan = Compiler(program, code).compile();
  return static_cast<std::size_t>(std::count_if(plan.nodes, plan.nodes + plan.node_count, [](const Node& node) {
    return node.kind == NodeKind::kConcatenateThree;
  }));
}

TEST(Compiler, joins_three_pieces_at_once_when_nobody_else_reads_the_first_two) {
  const Program program = with_two_additions(kMaxText, kText);
  EXPECT_EQ(joins_of_three(program), 1u);
  expect_alike(program, Head(), "Connection: timeout=5close\r\nConnection: timeout=5close\r\n");
}

TEST(Compiler, makes_the_text_of_two_pieces_that_is_read_again) {
  const Program again = with_two_additions(kMaxText, kParts);
  EXPECT_EQ(joins_of_three(again), 0u);
  expect_alike(again, Head(), "Connection: timeout=5close\r\nConnection: timeout=5\r\n");
  const Program twice = with_two_additions(kParts, kText);
  EXPECT_EQ(joins_of_three(twice), 0u);
  expect_alike(twice, Head(), "Connection: timeout=5timeout=5\r\nConnection: timeout=5timeout=5\r\n");
}

}  // namespace
}  // namespace head_render
