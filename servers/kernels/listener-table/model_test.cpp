// The facts about V8 that the variants model: sizes, limits and what is shared.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "servers/kernels/listener-table/corpus.h"
#include "servers/kernels/listener-table/registry.h"

namespace listener_table {
namespace {

struct Fixture : testing::Test {
  /// Bytes after one listener for each of `count` uncommon events.
  template <class Table>
  std::size_t bytes_after(int count, Table& table) {
    table.begin();
    for (const auto& operation : corpus::numbered(count).operations) listen(table, operation.event);
    return table.bytes_allocated();
  }
  template <class Table>
  void listen(Table& table, const std::string& event) {
    EXPECT_FALSE(table.add(names.intern(event), listener));
  }
  NameTable names;
  Arena arena;
  Listener listener{0}, other{1};
  DictionaryTable::Shared none{names};
  PresetTable::Shared presets{names};
};
using Dictionary = Fixture;
using Preset = Fixture;
using Arrays = Fixture;

TEST_F(Dictionary, allocates_nothing_before_the_first_listener) {
  DictionaryTable table(arena, none);
  EXPECT_EQ(bytes_after(0, table), 0u);
  EXPECT_FALSE(table.remove(names.intern("close"), listener));
  EXPECT_EQ(table.bytes_allocated(), 0u);
}

TEST_F(Dictionary, takes_an_object_and_a_table_that_doubles) {
  const std::map<int, std::size_t> tables = {{1, 152}, {3, 152}, {4, 152 + 248}, {5, 152 + 248}, {6, 152 + 248 + 440}};
  for (const auto& [count, bytes] : tables) {
    DictionaryTable table(arena, none);
    EXPECT_EQ(bytes_after(count, table), 24u + bytes) << count << " events";
  }
}

TEST_F(Dictionary, makes_a_new_object_after_the_last_event_went) {
  DictionaryTable table(arena, none);
  bytes_after(1, table);
  table.remove(names.intern("e0"), listener);
  listen(table, "finish");
  EXPECT_EQ(table.bytes_allocated(), 2 * (24u + 152u));
}

TEST_F(Preset, takes_64_bytes_with_all_common_events_heard) {
  PresetTable table(arena, presets);
  table.begin();
  EXPECT_EQ(table.bytes_allocated(), 24u + 5 * 8u);
  for (const std::string_view event : kCommonEvents) listen(table, std::string(event));
  EXPECT_EQ(table.bytes_allocated(), 24u + 5 * 8u);
}

TEST_F(Preset, puts_uncommon_events_into_an_array_that_grows_by_three_with_a_copy) {
  const std::map<int, std::size_t> arrays = {{1, 40}, {3, 40}, {4, 40 + 64}, {6, 40 + 64}, {7, 40 + 64 + 88}};
  for (const auto& [count, bytes] : arrays) {
    PresetTable table(arena, presets);
    EXPECT_EQ(bytes_after(count, table), 64u + bytes) << count << " events";
  }
}

TEST_F(Preset, becomes_a_dictionary_with_the_sixteenth_uncommon_event) {
  PresetTable fifteen(arena, presets);
  const std::size_t fast = bytes_after(15, fifteen);
  EXPECT_EQ(fast, 64u + 40 + 64 + 88 + 112 + 136);
  EXPECT_FALSE(fifteen.in_dictionary_mode());
  PresetTable sixteen(arena, presets);
  EXPECT_EQ(bytes_after(16, sixteen), fast + 824);  // 5 + 15 names ask for 30 slots, which are 32
  EXPECT_TRUE(sixteen.in_dictionary_mode());
}

TEST_F(Preset, makes_no_shape_for_common_events_and_shares_those_of_uncommon_ones) {
  PresetTable one(arena, presets), two(arena, presets);
  one.begin();
  two.begin();
  const std::size_t made = presets.shapes.size();
  EXPECT_EQ(made, 6u);
  for (const std::string_view event : kCommonEvents) listen(one, std::string(event));
  EXPECT_EQ(one.shape(), presets.preset);
  EXPECT_EQ(presets.shapes.size(), made);
  listen(one, "timeout");
  listen(two, "timeout");
  EXPECT_EQ(one.shape(), two.shape());
  EXPECT_EQ(presets.shapes.size(), made + 1);
}

TEST_F(Preset, keeps_its_shape_when_a_listener_goes) {
  PresetTable table(arena, presets);
  table.begin();
  listen(table, "timeout");
  const engine::Shape* shape = table.shape();
  EXPECT_TRUE(table.remove(names.intern("timeout"), listener));
  EXPECT_EQ(table.shape(), shape);
  listen(table, "timeout");
  EXPECT_EQ(table.shape(), shape);
}

TEST_F(Arrays, are_made_of_two_listeners_and_have_room_for_twenty_after_three) {
  Handler* handler = with_added(arena, undefined(), listener);
  EXPECT_EQ(to_array(handler), nullptr);
  EXPECT_EQ(to_function(handler), &listener);
  handler = with_added(arena, handler, other);
  ASSERT_NE(to_array(handler), nullptr);
  EXPECT_EQ(to_array(handler)->elements->capacity, 2u);
  EXPECT_EQ(with_added(arena, handler, other), handler);
  EXPECT_EQ(to_array(handler)->elements->capacity, 20u);
  EXPECT_EQ(to_array(handler)->length, 3u);
  EXPECT_EQ(without(handler, other), handler);
  EXPECT_EQ(without(handler, other), to_handler(listener));
}

}  // namespace
}  // namespace listener_table
