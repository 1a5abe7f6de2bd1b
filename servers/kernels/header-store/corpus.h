// The operation sequences on which all variants of header-store must agree before any of them may be timed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace header_store::corpus {

enum class Kind { kSet, kAppend, kRemove, kClear };

struct Operation {
  Kind kind;
  std::string name;
  std::string value;
};

struct Sequence {
  std::string title;
  std::vector<Operation> operations;
};

inline Operation set(std::string name, std::string value) { return {Kind::kSet, std::move(name), std::move(value)}; }
inline Operation append(std::string name, std::string value) {
  return {Kind::kAppend, std::move(name), std::move(value)};
}
inline Operation remove(std::string name) { return {Kind::kRemove, std::move(name), ""}; }
inline Operation clear() { return {Kind::kClear, "", ""}; }

/// `count` names set in order, X-0, X-1, ...
inline Sequence numbered(int count) {
  Sequence sequence{"set " + std::to_string(count) + " names", {}};
  for (int i = 0; i < count; ++i) sequence.operations.push_back(set("X-" + std::to_string(i), std::to_string(i)));
  return sequence;
}

/// Sequences with a reason each: the orders, spellings and limits at which the variants differ inside.
inline std::vector<Sequence> fixed() {
  std::vector<Sequence> all = {
      {"hello world", {set("Content-Type", "text/plain")}},
      {"hello world with its length", {set("Content-Type", "text/plain"), set("Content-Length", "11")}},
      {"the last spelling and value count, the place is the first",
       {set("ETag", "a"), set("Vary", "b"), set("etag", "c"), set("ETAG", "d")}},
      {"removed last, set again", {set("A", "1"), set("B", "2"), remove("b"), set("B", "3")}},
      {"removed first, set again", {set("A", "1"), set("B", "2"), remove("a"), set("a", "3")}},
      {"removed last, another one instead", {set("A", "1"), set("B", "2"), remove("B"), set("C", "3"), set("B", "4")}},
      {"everything removed", {set("A", "1"), set("B", "2"), remove("A"), remove("B"), remove("A"), set("C", "3")}},
      {"removed before anything was set", {remove("A"), set("A", "1")}},
      {"appended", {append("Set-Cookie", "a=1"), append("set-cookie", "b=2"), append("SET-COOKIE", "c=3")}},
      {"set over appended lines", {append("A", "1"), append("A", "2"), set("a", "3"), append("A", "4")}},
      {"cleared and used again", {set("A", "1"), set("B", "2"), clear(), set("B", "3"), set("A", "4")}},
  };
  // 4, 6, 12 and 22 outgrow a dictionary of 4, 8, 16 and 32; 4, 7, 10, 13 grow a property array; 16 ends fast mode.
  for (const int count : {1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 21, 22, 50, 600})
    all.push_back(numbered(count));
  Sequence across = numbered(20);
  across.title = "removed and set again on both sides of the end of fast mode";
  for (const char* name : {"X-19", "X-0", "X-7"}) across.operations.push_back(remove(name));
  for (const char* name : {"x-7", "x-20", "x-0"}) across.operations.push_back(set(name, "again"));
  all.push_back(across);
  Sequence churn{"one name set and removed many times beside another", {set("Stays", "1")}};
  for (int i = 0; i < 200; ++i) {
    churn.operations.push_back(set("Goes-" + std::to_string(i % 7), std::to_string(i)));
    if (i % 2 == 1) churn.operations.push_back(remove("Goes-" + std::to_string((i * 3) % 7)));
  }
  all.push_back(churn);
  Sequence shrunk = numbered(60);
  shrunk.title = "most of many names removed";
  for (int i = 0; i < 58; ++i) shrunk.operations.push_back(remove("X-" + std::to_string(i)));
  shrunk.operations.push_back(set("X-0", "back"));
  all.push_back(shrunk);
  return all;
}

/// A random sequence, the same for the same seed on every machine; up to `names` different names, in changing
/// spellings.
inline Sequence random(std::uint64_t seed, int length, unsigned names) {
  std::mt19937_64 bits(seed);
  Sequence sequence{"random sequence of seed " + std::to_string(seed), {}};
  for (int i = 0; i < length; ++i) {
    const auto index = bits() % names;
    const std::string name = (bits() % 2 == 0 ? "X-Name-" : "x-nAME-") + std::to_string(index);
    const auto dice = bits() % 100;
    if (dice < 60) {
      sequence.operations.push_back(set(name, "v" + std::to_string(i)));
    } else if (dice < 75) {
      sequence.operations.push_back(append(name, "a" + std::to_string(i)));
    } else if (dice < 99) {
      sequence.operations.push_back(remove(name));
    } else {
      sequence.operations.push_back(clear());
    }
  }
  return sequence;
}

/// Applies one operation to a store.
template <class Store, class Names, class Arena>
void apply(const Operation& operation, Names& names, Arena& arena, Store& store) {
  switch (operation.kind) {
    case Kind::kSet:
      return store.set(names.intern(operation.name), operation.name, operation.value);
    case Kind::kAppend:
      return store.append(names.intern(operation.name), operation.name, operation.value);
    case Kind::kRemove:
      store.remove(names.intern(operation.name));
      return;
    case Kind::kClear:
      store.clear();
      arena.reset();
      return;
  }
}

}  // namespace header_store::corpus
