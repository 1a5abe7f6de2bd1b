// The objects on which all variants of header-walk must agree before any of them may be timed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "servers/kernels/header-walk/walk.h"

namespace header_walk::corpus {

struct Header {
  std::string name;
  std::vector<std::string> lines;
  bool is_array = false;
  bool operator==(const Header&) const = default;
};

struct Row {
  std::string title;
  std::vector<Header> headers;
};

inline std::string numbered(std::string_view stem, int number) {
  return std::string(stem).append(std::to_string(number));
}

/// `count` names with a string each.
inline Row strings(int count) {
  Row row{numbered("", count) + "_headers", {}};
  for (int i = 0; i < count; ++i) row.headers.push_back({numbered("X-Header-", i), {numbered("value ", i)}, false});
  return row;
}

/// `count` names with an array of `lines_each` strings each.
inline Row arrays(std::string title, int count, int lines_each) {
  Row row{std::move(title), {}};
  for (int i = 0; i < count; ++i) {
    Header header{numbered("X-Header-", i), {}, true};
    for (int line = 0; line < lines_each; ++line) header.lines.push_back(numbered("value ", line));
    row.headers.push_back(std::move(header));
  }
  return row;
}

/// The rows of the table in nodejs/node#66679. Its text does not say how long the arrays of the third are.
inline std::vector<Row> rows() {
  return {strings(2),
          strings(10),
          arrays("10_headers_with_arrays", 10, 2),
          strings(50),
          arrays("50_lines_of_5_arrays", 5, 10),
          strings(600),
          arrays("600_lines_of_6_arrays", 6, 100)};
}

inline void put(PlainObject& object, engine::Arena& arena, engine::NameTable& names, const Header& header) {
  if (!header.is_array) return header_walk::put(object, arena, names, header.name, std::string_view(header.lines[0]));
  const std::vector<std::string_view> views(header.lines.begin(), header.lines.end());
  header_walk::put(object, arena, names, header.name, std::span(views));
}

/// One step of a random sequence: the header is put, or the name is removed.
struct Operation {
  bool is_removal;
  Header header;
};

/// The same for the same seed on every machine; up to `names` different names in changing spellings.
inline std::vector<Operation> random(std::uint64_t seed, int length, unsigned names) {
  std::mt19937_64 bits(seed);
  std::vector<Operation> operations;
  for (int i = 0; i < length; ++i) {
    const int index = static_cast<int>(bits() % names);
    Header header{numbered(bits() % 2 == 0 ? "X-Name-" : "x-nAME-", index), {}, bits() % 3 == 0};
    const int lines = header.is_array ? static_cast<int>(bits() % 4) : 1;
    for (int line = 0; line < lines; ++line) header.lines.push_back(numbered("v", i * 10 + line));
    operations.push_back({bits() % 6 == 0, std::move(header)});
  }
  return operations;
}

}  // namespace header_walk::corpus
