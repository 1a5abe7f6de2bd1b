// Makes an optimised plan of a program: the work that a failed speculation causes again and again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <memory>

#include "servers/kernels/engine/arena.h"
#include "servers/kernels/head-render/plan.h"

namespace head_render {

/// Passes over the steps, as an optimising compiler makes them, with their tables in the arena beside the plan: jump
/// targets, types, liveness from the end to the start until nothing changes, then nodes, then the targets of jumps.
class Compiler {
 public:
  Compiler(const Program& program, engine::Arena& code) : program_(program), code_(code) {}

  [[gnu::noinline]] Plan compile() {
    live_ = make<Registers>(program_.size);
    node_of_step_ = make<std::uint8_t>(program_.size);
    nodes_ = make<Node>(program_.size * std::size_t{2});
    exits_ = make<Exit>(program_.size);
    find_targets();
    infer_types();
    find_live();
    lower();
    link();
    return {nodes_, node_count_, exits_, exit_count_};
  }

 private:
  template <class T>
  T* make(std::size_t count) {
    T* made = static_cast<T*>(code_.allocate(count * sizeof(T)));
    std::uninitialized_value_construct_n(made, count);
    return made;
  }

  const Step& step(std::size_t at) const { return program_.steps[at]; }
  bool is_target(std::size_t at) const { return (targets_ >> at & 1) != 0; }

  void find_targets() {
    for (std::size_t at = 0; at < program_.size; ++at) {
      if (is_jump(step(at).op)) targets_ |= std::uint64_t{1} << step(at).target;
      if (step(at).op == Op::kConcatenate) concatenated_ |= reads(step(at));
    }
  }

  static Type type_of_input(std::uint8_t which) {
    switch (which) {
      case kStatus:
      case kDate:
        return Type::kText;
      case kHasConnection:
      case kKeepAlive:
      case kHasKeepAlive:
        return Type::kBoolean;
      case kMaxRequests:
        return Type::kOperand;
      default:
        return Type::kInteger;
    }
  }

  static Type type_of_result(const Step& step) {
    switch (step.op) {
      case Op::kGet:
        return type_of_input(step.a);
      case Op::kConstant:
      case Op::kConcatenate:
      case Op::kFieldName:
      case Op::kFieldValue:
        return Type::kText;
      default:
        return Type::kInteger;
    }
  }

  /// Every register of these programs has one type; one with two would need boxed values, which a plan has not.
  void infer_types() {
    for (std::size_t at = 0; at < program_.size; ++at) {
      if (writes(step(at)) == 0) continue;
      Type& type = types_[step(at).a];
      const Type result = type_of_result(step(at));
      if (type != Type::kUnknown && type != result) std::abort();
      type = result;
    }
  }

  /// The registers whose value is still read at or after step `at`.
  Registers live_at(std::size_t at) const {
    const Step& current = step(at);
    Registers after = 0;
    if (is_jump(current.op)) after |= live_[current.target];
    if (current.op != Op::kJump && current.op != Op::kReturn) after |= live_[at + 1];
    return reads(current) | (after & ~writes(current));
  }

  void find_live() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t at = program_.size; at-- > 0;) {
        const Registers live = live_at(at);
        changed |= live != live_[at];
        live_[at] = live;
      }
    }
    for (std::size_t at = 0; at < program_.size; ++at) {
      if (is_target(at) || step(at).op == Op::kBitNot) kept_ |= live_[at];
    }
  }

  void emit(const Node& node) { nodes_[node_count_++] = node; }
  void emit_jump(NodeKind kind, const Step& from) { emit({.kind = kind, .a = from.a, .target = from.target}); }

  void lower() {
    for (std::size_t at = 0; at < program_.size;) {
      if (is_target(at)) known_.fill(nullptr);  // what is constant on one way may not be on the other
      node_of_step_[at] = static_cast<std::uint8_t>(node_count_);
      at += lower_step(at);
    }
  }

  /// Returns how many steps the node stands for.
  std::size_t lower_step(std::size_t at) {
    const Step& current = step(at);
    if (writes(current) != 0) known_[current.a] = nullptr;
    switch (current.op) {
      case Op::kGet:
        if (at == 0) emit({.kind = NodeKind::kEnter});
        return 1;
      case Op::kInteger:
        if (is_loop_over_fields(at)) {
          emit({.kind = NodeKind::kFieldLines});
          return kLoopSteps;
        }
        emit({.kind = NodeKind::kInteger, .a = current.a, .b = current.b});
        return 1;
      case Op::kConstant:
        known_[current.a] = &kConstants[current.b];
        if (((concatenated_ | kept_) & only(current.a)) != 0)
          emit({.kind = NodeKind::kConstant, .a = current.a, .text = known_[current.a]});
        return 1;
      case Op::kBitNot:
        if (step(at + 1).op != Op::kBitNot || is_target(at + 1)) std::abort();
        emit({.kind = NodeKind::kToInt32, .a = current.a, .b = add_exit(at)});
        return 2;
      case Op::kToSeconds:
        emit({.kind = NodeKind::kToSeconds, .a = current.a, .b = current.b});
        return 1;
      case Op::kConcatenate:
        return lower_concatenation(at);
      case Op::kStatusLine:
        emit({.kind = NodeKind::kStatusLine, .a = current.a});
        return 1;
      case Op::kHeaderLine:
        emit_line(current);
        return 1;
      case Op::kJump:
        emit_jump(NodeKind::kJump, current);
        return 1;
      case Op::kJumpIf:
        emit_jump(NodeKind::kJumpUnlessZero, current);
        return 1;
      case Op::kJumpUnless:
        emit_jump(types_[current.a] == Type::kText ? NodeKind::kJumpIfEmpty : NodeKind::kJumpIfZero, current);
        return 1;
      case Op::kJumpIfUndefined:
        emit_jump(NodeKind::kJumpIfUndefined, current);
        return 1;
      case Op::kJumpUnlessPositive:
        emit_jump(NodeKind::kJumpUnlessPositive, current);
        return 1;
      case Op::kReturn:
        emit({.kind = NodeKind::kReturn});
        return 1;
      case Op::kIncrement:
      case Op::kFieldName:
      case Op::kFieldValue:
      case Op::kJumpUnlessLess:
        break;
    }
    std::abort();  // stands outside of the loop over the fields
  }

  static constexpr std::size_t kLoopSteps = 7;
  bool is_loop_over_fields(std::size_t at) const {
    constexpr Op kLoop[kLoopSteps] = {Op::kInteger,    Op::kJumpUnlessLess, Op::kFieldName, Op::kFieldValue,
                                      Op::kHeaderLine, Op::kIncrement,      Op::kJump};
    if (at + kLoopSteps > program_.size) return false;
    for (std::size_t i = 0; i < kLoopSteps; ++i) {
      if (step(at + i).op != kLoop[i]) return false;
    }
    return step(at + 1).b == kFieldCount && step(at + 1).target == at + kLoopSteps &&
           step(at + kLoopSteps - 1).target == at + 1;
  }

  /// One string of two that are added at once is not made: the three pieces are joined in one go.
  std::size_t lower_concatenation(std::size_t at) {
    const Step& current = step(at);
    const Step& next = step(at + 1);
    emit_text_of(current.b);
    emit_text_of(current.c);
    const bool is_piece = next.op == Op::kConcatenate && next.b == current.a && next.c != current.a &&
                          !is_target(at + 1) && (live_[at + 2] & only(current.a)) == 0;
    if (!is_piece) {
      emit({.kind = NodeKind::kConcatenate, .a = current.a, .b = current.b, .c = current.c});
      return 1;
    }
    emit_text_of(next.c);
    known_[next.a] = nullptr;
    emit({.kind = NodeKind::kConcatenateThree, .a = next.a, .b = current.b, .c = current.c, .d = next.c});
    return 2;
  }

  void emit_text_of(std::uint8_t place) {
    if (types_[place] == Type::kInteger) emit({.kind = NodeKind::kIntegerText, .a = place});
    if (types_[place] == Type::kOperand) emit({.kind = NodeKind::kOperandText, .a = place});
  }

  void emit_line(const Step& current) {
    const Text* name = known_[current.a];
    const Text* text = known_[current.b];
    if (name == nullptr) std::abort();
    emit({.kind = text == nullptr ? NodeKind::kNamedLine : NodeKind::kConstantLine,
          .b = current.b,
          .name = name,
          .text = text});
  }

  /// What the generic path needs to go on at step `at`.
  std::uint8_t add_exit(std::size_t at) {
    auto* recoveries = make<Recovery>(kRegisters);
    std::uint8_t count = 0;
    for (std::uint8_t place = 0; place < kRegisters; ++place) {
      if ((live_[at] & only(place)) != 0) recoveries[count++] = {place, types_[place]};
    }
    exits_[exit_count_] = {static_cast<std::uint8_t>(at), count, recoveries};
    return static_cast<std::uint8_t>(exit_count_++);
  }

  void link() {
    for (std::size_t i = 0; i < node_count_; ++i) {
      if (nodes_[i].kind >= NodeKind::kJump && nodes_[i].kind < NodeKind::kReturn)
        nodes_[i].target = node_of_step_[nodes_[i].target];
    }
  }

  const Program& program_;
  engine::Arena& code_;
  std::uint64_t targets_ = 0;
  Registers concatenated_ = 0;  ///< read as registers by a concatenation
  Registers kept_ = 0;          ///< live where ways meet or a plan is left: there no constant is known
  std::array<Type, kRegisters> types_{};
  std::array<const Text*, kRegisters> known_{};
  Registers* live_ = nullptr;
  std::uint8_t* node_of_step_ = nullptr;
  Node* nodes_ = nullptr;
  Exit* exits_ = nullptr;
  std::size_t node_count_ = 0;
  std::size_t exit_count_ = 0;
};
static_assert(Program::kCapacity <= 64, "jump targets are bits of one word");

}  // namespace head_render
