// What the lists of header-iteration allocate, counted by hand, and how often each variant makes one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "servers/kernels/header-iteration/registry.h"

namespace header_iteration {
namespace {

template <class Headers>
std::size_t iterate(Headers& headers) {
  const std::size_t before = headers.bytes_allocated();
  auto iterator = headers.iterate();
  while (iterator.next() != nullptr) {
  }
  return headers.bytes_allocated() - before;
}

std::size_t bytes_of_one_list(const std::vector<Pair>& list) {
  Arena arena;
  Once headers(arena, arena, list, Guard::kMutable);
  return iterate(headers);
}

// An object with a null prototype and its table of 4, 8, 16 or 32 slots.
constexpr std::size_t kObject = 24, kTable4 = 152, kTable8 = 248, kTable16 = 440, kTable32 = 824;
// A JSArray, and the elements that the first push and the 18th make room for: 17 and 43.
constexpr std::size_t kArray = 32, kElements17 = 16 + 17 * 8, kElements43 = 16 + 43 * 8;
constexpr std::size_t kEntry = 64;
// The state of a sort and its stack; the copy of the array comes on top.
constexpr std::size_t kSort = 17 * 8 + 16 + 85 * 8;

TEST(List, of_no_headers_takes_an_object_and_an_empty_array) {
  EXPECT_EQ(bytes_of_one_list({}), kObject + kTable4 + kArray);
}

TEST(List, of_one_header_is_not_sorted) {
  EXPECT_EQ(bytes_of_one_list({{"a", "1"}}), kObject + kTable4 + kArray + kElements17 + kEntry);
  EXPECT_EQ(kObject + kTable4 + kArray + kElements17 + kEntry, 424u);
}

TEST(List, of_two_headers_is_sorted_in_a_copy) {
  EXPECT_EQ(bytes_of_one_list({{"b", "1"}, {"a", "2"}}), 424 + kEntry + kSort + 16 + 16);
  EXPECT_EQ(bytes_of_one_list({{"b", "1"}, {"a", "2"}}), 1352u);
}

TEST(List, takes_a_string_for_each_name_that_is_not_in_lower_case) {
  EXPECT_EQ(bytes_of_one_list({{"Content-Type", "1"}}), 424 + 16 + 16u);    // 12 bytes
  EXPECT_EQ(bytes_of_one_list({{"Accept-Charset", "1"}}), 424 + 16 + 16u);  // 14
  EXPECT_EQ(bytes_of_one_list({{"If-Modified-Since", "1"}}), 424 + 16 + 24u);
}

TEST(List, takes_a_string_for_each_line_that_is_joined) {
  EXPECT_EQ(bytes_of_one_list({{"a", "1"}, {"a", "2"}}), 424 + 16 + 8u);                 // "1, 2"
  EXPECT_EQ(bytes_of_one_list({{"a", "1"}, {"a", "2"}, {"a", "345"}}), 448 + 16 + 16u);  // "1, 2, 345"
  EXPECT_EQ(bytes_of_one_list({{"a", ""}, {"a", "2"}}), 424u);
}

TEST(List, finds_appended_names_in_the_spelling_of_the_first) {
  Arena arena;
  Once headers(arena, arena, {}, Guard::kMutable);
  headers.append("a", "1");
  headers.append("A", "2");
  EXPECT_EQ(iterate(headers), 448u);
  EXPECT_EQ(bytes_of_one_list({{"a", "1"}, {"A", "2"}}), 448 + 16 + 8u);
}

/// Of up to 64 names that are not sorted, without their entries and the elements of the sorted copy.
std::size_t bytes_of_names(std::size_t count) {
  std::vector<std::string> names(count);
  std::vector<Pair> list(count);
  for (std::size_t i = 0; i < count; ++i) {
    names[i] = "x" + std::to_string(10 + (i * 37) % 64);
    list[i] = {names[i], "1"};
  }
  return bytes_of_one_list(list) - count * (kEntry + 8);
}

TEST(List, allocates_larger_tables_and_arrays_as_it_grows) {
  const std::size_t least = kObject + kTable4 + kArray + kElements17 + kSort + 16;
  EXPECT_EQ(bytes_of_names(3), least);
  EXPECT_EQ(bytes_of_names(4), least + kTable8);
  EXPECT_EQ(bytes_of_names(5), least + kTable8);
  EXPECT_EQ(bytes_of_names(6), least + kTable8 + kTable16);
  EXPECT_EQ(bytes_of_names(11), least + kTable8 + kTable16);
  EXPECT_EQ(bytes_of_names(12), least + kTable8 + kTable16 + kTable32);
  EXPECT_EQ(bytes_of_names(17), least + kTable8 + kTable16 + kTable32);
  EXPECT_EQ(bytes_of_names(18), least + kTable8 + kTable16 + kTable32 + kElements43);
}

TEST(List, of_64_headers_merges_two_runs_through_a_copy_of_the_first) {
  EXPECT_EQ(bytes_of_names(64), bytes_of_names(63) + 16 + 256);  // 32 elements
}

template <class Headers>
struct Iterations : testing::Test {
  static constexpr std::size_t kList = 1352;
  Iterations() : headers(kept, scratch, kTwo, Guard::kImmutable) {}
  static constexpr Pair kTwo[] = {{"b", "1"}, {"a", "2"}};
  Arena kept, scratch;
  Headers headers;
};
using RebuildIterations = Iterations<Rebuild>;
using OnceIterations = Iterations<Once>;
using CachedIterations = Iterations<Cached>;

TEST_F(RebuildIterations, make_a_list_for_each_entry_and_one_for_the_end) {
  EXPECT_EQ(iterate(headers), 3 * kList);
  EXPECT_EQ(iterate(headers), 3 * kList);
}

TEST_F(OnceIterations, make_one_list_each) {
  EXPECT_EQ(iterate(headers), kList);
  EXPECT_EQ(iterate(headers), kList);
}

TEST_F(OnceIterations, make_another_list_after_a_change) {
  headers.set_guard(Guard::kMutable);
  auto iterator = headers.iterate();
  iterator.next();
  headers.set("b", "3");
  EXPECT_EQ(iterator.next()->value, "3");
  iterator.next();
  EXPECT_EQ(headers.bytes_allocated(), 2 * kList);
}

TEST_F(CachedIterations, share_one_list_of_an_immutable_object) {
  EXPECT_EQ(iterate(headers), kList);
  EXPECT_EQ(iterate(headers), 0u);
}

TEST_F(CachedIterations, make_a_list_for_each_step_of_a_mutable_object) {
  headers.set_guard(Guard::kMutable);
  EXPECT_EQ(iterate(headers), 3 * kList);
}

TEST_F(CachedIterations, make_another_list_for_an_object_that_was_changed_in_between) {
  iterate(headers);
  headers.set_guard(Guard::kMutable);
  headers.set("a", "3");
  headers.set_guard(Guard::kImmutable);
  EXPECT_EQ(iterate(headers), kList);
  EXPECT_EQ(headers.iterate().next()->value, "3");
}

}  // namespace
}  // namespace header_iteration
