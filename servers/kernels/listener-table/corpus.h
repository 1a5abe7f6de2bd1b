// The operation sequences on which all variants of listener-table must agree before any of them may be timed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "servers/kernels/listener-table/listeners.h"

namespace listener_table {

/// What a listener is in the tests.
struct Listener {
  int id;
};

namespace corpus {

enum class Kind { kAdd, kRemove, kClear };

struct Operation {
  Kind kind;
  std::string event;
  int listener = 0;
};

struct Sequence {
  std::string title;
  std::vector<Operation> operations;
};

inline constexpr int kListeners = 5;  ///< how many different ones the sequences use

inline Operation add(std::string event, int listener) { return {Kind::kAdd, std::move(event), listener}; }
inline Operation remove(std::string event, int listener) { return {Kind::kRemove, std::move(event), listener}; }
inline Operation clear() { return {Kind::kClear, "", 0}; }

/// One listener for each of `count` uncommon events, e0, e1, ...
inline Sequence numbered(int count) {
  Sequence sequence{std::to_string(count) + " uncommon events", {}};
  for (int i = 0; i < count; ++i) sequence.operations.push_back(add("e" + std::to_string(i), i % kListeners));
  return sequence;
}

/// Sequences with a reason each: the words, orders and limits at which the variants differ inside.
inline std::vector<Sequence> fixed() {
  std::vector<Sequence> all = {
      {"hello world", {add("finish", 0)}},
      {"all common events", {add("drain", 0), add("finish", 1), add("prefinish", 2), add("error", 3), add("close", 4)}},
      {"one function, an array, one function again",
       {add("close", 0), add("close", 1), remove("close", 0), add("close", 2), remove("close", 2), remove("close", 1)}},
      {"the same listener twice", {add("data", 0), add("data", 1), add("data", 0), remove("data", 0)}},
      {"removed from the middle, the front and the end",
       {add("x", 0), add("x", 1), add("x", 2), add("x", 3), remove("x", 1), remove("x", 0), remove("x", 3)}},
      {"removed though it does not listen",
       {remove("x", 0), add("x", 0), remove("x", 1), add("x", 2), remove("x", 1), remove("y", 0), remove("close", 0)}},
      {"everything removed, then used again",
       {add("x", 0), add("finish", 1), remove("x", 0), remove("finish", 1), add("finish", 2), add("x", 3)}},
      {"cleared and used again", {add("close", 0), add("x", 0), clear(), add("x", 1), add("close", 1)}},
      {"newListener is heard", {add("close", 0), add("newListener", 1), add("finish", 2), add("x", 3)}},
      {"newListener was heard", {add("newListener", 0), add("x", 3), remove("newListener", 0), add("finish", 2)}},
  };
  Sequence many{"an array that grows twice", {}};
  for (int i = 0; i < 30; ++i) many.operations.push_back(add("close", i % kListeners));
  for (int i = 0; i < 28; ++i) many.operations.push_back(remove("close", (i * 3) % kListeners));
  all.push_back(many);
  // 4, 6 and 12 outgrow a dictionary of 4, 8 and 16; 4, 7, 10 and 13 a property array; 16 ends fast mode.
  for (const int count : {1, 3, 4, 5, 6, 7, 11, 12, 13, 15, 16, 17, 40}) all.push_back(numbered(count));
  Sequence across = numbered(20);
  across.title = "removed and added again on both sides of the end of fast mode";
  for (const char* event : {"e3", "close", "e19"}) across.operations.push_back(add(event, 4));
  for (const int i : {3, 0, 19}) across.operations.push_back(remove("e" + std::to_string(i), i % kListeners));
  for (const char* event : {"e0", "close", "e19"}) across.operations.push_back(add(event, 1));
  all.push_back(across);
  return all;
}

/// A random sequence, the same for the same seed on every machine; every other event is a common one.
inline Sequence random(std::uint64_t seed, int length, unsigned events) {
  constexpr const char* kCommon[] = {"close", "error", "prefinish", "finish", "drain", "newListener"};
  std::mt19937_64 bits(seed);
  Sequence sequence{"random sequence of seed " + std::to_string(seed), {}};
  for (int i = 0; i < length; ++i) {
    const bool common = bits() % 2 == 0;
    const std::string event = common ? kCommon[bits() % 6] : "e" + std::to_string(bits() % events);
    const auto dice = bits() % 200;
    const int listener = static_cast<int>(bits() % kListeners);
    sequence.operations.push_back(dice == 0 ? clear() : dice < 110 ? add(event, listener) : remove(event, listener));
  }
  return sequence;
}

}  // namespace corpus
}  // namespace listener_table
