// The sequences of changes and iterations on which all variants of header-iteration must agree.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace header_iteration::corpus {

/// kStart begins an iteration, kStep takes one step of the iteration `which` (modulo those begun), kSeal and kOpen make
/// the object immutable and mutable.
enum class Kind { kAppend, kSet, kRemove, kStart, kStep, kSeal, kOpen };

struct Operation {
  Kind kind;
  std::string name;
  std::string value;
  std::size_t which = 0;
};

struct Sequence {
  std::string title;
  std::vector<Operation> operations;
};

inline Operation append(std::string name, std::string value) {
  return {Kind::kAppend, std::move(name), std::move(value)};
}
inline Operation set(std::string name, std::string value) { return {Kind::kSet, std::move(name), std::move(value)}; }
inline Operation remove(std::string name) { return {Kind::kRemove, std::move(name), ""}; }
inline Operation start() { return {Kind::kStart, "", ""}; }
inline Operation step(std::size_t which = 0) { return {Kind::kStep, "", "", which}; }
inline Operation seal() { return {Kind::kSeal, "", ""}; }
inline Operation open() { return {Kind::kOpen, "", ""}; }

/// `count` names in an order that is neither sorted nor the reverse; with `repeat`, some names more than once.
inline Sequence numbered(std::size_t count, bool repeat = false) {
  Sequence sequence{std::to_string(count) + (repeat ? " lines, names repeated" : " names"), {}};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t number = (i * 7919 + 13) % 10007 % (repeat ? count / 2 + 1 : 10007);
    sequence.operations.push_back(append("X-" + std::to_string(number), std::to_string(i)));
  }
  return sequence;
}

/// Sequences with a reason each.
inline std::vector<Sequence> fixed() {
  std::vector<Sequence> all = {
      {"nothing", {start(), step(), step()}},
      {"any case is one name", {append("Accept", "a"), append("ACCEPT", "b"), append("accept", "c")}},
      {"an empty value takes no comma", {append("A", ""), append("a", ""), append("a", "1"), append("a", "")}},
      {"cookies stay apart, in their order",
       {append("Set-Cookie", "b=1"), append("X", "1"), append("set-cookie", "a=2"), append("SET-COOKIE", "c=3"),
        append("Accept", "2"), append("X", "3")}},
      {"added before the place of the iterator",
       {append("b", "1"), append("c", "2"), start(), step(), append("a", "0"), step(), step(), step()}},
      {"removed before the place of the iterator",
       {append("a", "1"), append("b", "2"), append("c", "3"), start(), step(), step(), remove("A"), step()}},
      {"an iterator at its end goes on",
       {append("a", "1"), start(), step(), step(), append("b", "2"), step(), step(), append("B", "3"), step()}},
      {"a value that changes under two iterators",
       {append("a", "1"), append("b", "2"), start(), start(), step(0), set("b", "3"), step(1), step(0), step(1)}},
      {"set keeps the spelling and the place, drops the others",
       {append("B", "1"), append("a", "2"), append("b", "3"), set("b", "4"), append("b", "5")}},
      {"nothing changes an immutable object",
       {append("a", "1"), seal(), start(), step(), append("b", "2"), set("a", "3"), remove("a"), step()}},
      {"changed while it was open between two seals",
       {append("a", "1"), seal(), start(), step(), open(), append("b", "2"), seal(), step(), start(), step(1), open(),
        remove("a"), step(1), seal(), step(0)}},
      {"a name of more than eight and sixteen bytes",
       {append("Content-Security-Policy", "1"), append("content-security-policy", "2"), append("Content-Length", "3")}},
  };
  // 4, 6, 12 and 22 outgrow a dictionary of 4, 8, 16 and 32; 18 and 44 the array; 64 and more are several runs.
  for (const std::size_t count :
       {1u, 2u, 3u, 4u, 5u, 6u, 11u, 12u, 17u, 18u, 21u, 22u, 43u, 44u, 63u, 64u, 65u, 130u}) {
    all.push_back(numbered(count));
    all.push_back(numbered(count, true));
  }
  Sequence rising{"sorted already", {}}, falling{"in reverse", {}}, saw{"rising and falling in turn", {}};
  for (int i = 0; i < 300; ++i) {
    const std::string rise = "n" + std::to_string(1000 + i), fall = "n" + std::to_string(1999 - i);
    rising.operations.push_back(append(rise, "1"));
    falling.operations.push_back(append(fall, "1"));
    saw.operations.push_back(append(i / 70 % 2 == 0 ? rise : fall, "1"));
  }
  all.insert(all.end(), {rising, falling, saw});
  Sequence cookies{"more cookies than a run, among others", {}};
  for (int i = 0; i < 200; ++i) {
    cookies.operations.push_back(append(i % 3 == 0 ? "z" + std::to_string(i) : "Set-Cookie", std::to_string(i)));
  }
  all.push_back(cookies);
  return all;
}

/// A random sequence, the same for the same seed on every machine.
inline Sequence random(std::uint64_t seed, int length) {
  std::mt19937_64 bits(seed);
  const std::vector<std::string> names = {"A",           "a", "B", "b", "Set-Cookie", "set-cookie", "X-Long-Name",
                                          "x-long-name", "C", "d", "E", "f",          "Zeta"};
  Sequence sequence{"random sequence of seed " + std::to_string(seed), {}};
  for (int i = 0; i < length; ++i) {
    const std::string& name = names[bits() % names.size()];
    const std::string value = bits() % 8 == 0 ? "" : "v" + std::to_string(i);
    const auto dice = bits() % 100;
    if (dice < 25) {
      sequence.operations.push_back(append(name, value));
    } else if (dice < 35) {
      sequence.operations.push_back(set(name, value));
    } else if (dice < 45) {
      sequence.operations.push_back(remove(name));
    } else if (dice < 55) {
      sequence.operations.push_back(start());
    } else if (dice < 90) {
      sequence.operations.push_back(step(bits() % 8));
    } else {
      sequence.operations.push_back(dice % 2 == 0 ? seal() : open());
    }
  }
  return sequence;
}

}  // namespace header_iteration::corpus
