// The facts about V8 that the variants model: sizes, limits and what is shared.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "servers/kernels/header-store/corpus.h"
#include "servers/kernels/header-store/registry.h"

namespace header_store {
namespace {

struct Fixture : testing::Test {
  template <class Store>
  std::size_t bytes_after(int names_set, Store& store) {
    for (const auto& operation : corpus::numbered(names_set).operations) {
      kept_.push_back(operation);
      corpus::apply(kept_.back(), names, arena, store);
    }
    return store.bytes_allocated();
  }
  NameTable names;
  Arena arena;
  engine::Shapes shapes;
  DictionaryStore::Shared none;
  std::deque<corpus::Operation> kept_;
};
using Dictionary = Fixture;
using FastMode = Fixture;

TEST_F(Dictionary, takes_an_object_and_a_table_of_four_for_up_to_three_names) {
  for (const int count : {1, 2, 3}) {
    DictionaryStore store(arena, none);
    EXPECT_EQ(bytes_after(count, store), 24u + 152u);
  }
}

TEST_F(Dictionary, allocates_a_new_table_of_twice_the_size_when_it_is_full) {
  const std::map<int, std::size_t> tables = {{4, 152 + 248},
                                             {5, 152 + 248},
                                             {6, 152 + 248 + 440},
                                             {11, 152 + 248 + 440},
                                             {12, 152 + 248 + 440 + 824},
                                             {21, 152 + 248 + 440 + 824}};
  for (const auto& [count, bytes] : tables) {
    DictionaryStore store(arena, none);
    EXPECT_EQ(bytes_after(count, store), 24u + bytes) << count << " names";
  }
}

TEST_F(Dictionary, allocates_a_key_list_for_every_walk) {
  DictionaryStore store(arena, none);
  const std::size_t before = bytes_after(2, store);
  store.walk([](const Entry&) {});
  EXPECT_EQ(store.bytes_allocated(), before + 32);
  store.walk([](const Entry&) {});
  EXPECT_EQ(store.bytes_allocated(), before + 64);
}

TEST_F(FastMode, takes_an_object_and_an_array_of_three_for_up_to_three_names) {
  for (const int count : {1, 2, 3}) {
    ShapeStore store(arena, shapes);
    EXPECT_EQ(bytes_after(count, store), 24u + 40u);
  }
}

TEST_F(FastMode, grows_its_array_by_three_with_a_copy) {
  ShapeStore four(arena, shapes);
  EXPECT_EQ(bytes_after(4, four), 24u + 40u + 64u);
  ShapeStore seven(arena, shapes);
  EXPECT_EQ(bytes_after(7, seven), 24u + 40u + 64u + 88u);
}

TEST_F(FastMode, ends_with_the_sixteenth_name) {
  ShapeStore fifteen(arena, shapes);
  const std::size_t fast = bytes_after(15, fifteen);
  EXPECT_FALSE(fifteen.in_dictionary_mode());
  ShapeStore sixteen(arena, shapes);
  EXPECT_EQ(bytes_after(16, sixteen), fast + 824);
  EXPECT_TRUE(sixteen.in_dictionary_mode());
}

TEST_F(FastMode, allocates_nothing_for_a_walk) {
  ShapeStore store(arena, shapes);
  const std::size_t before = bytes_after(8, store);
  store.walk([](const Entry&) {});
  EXPECT_EQ(store.bytes_allocated(), before);
}

TEST_F(FastMode, shares_one_shape_among_responses_with_the_same_names_in_the_same_order) {
  ShapeStore one(arena, shapes), two(arena, shapes), other(arena, shapes);
  one.set(names.intern("A"), "A", "1");
  one.set(names.intern("B"), "B", "1");
  const std::size_t made = shapes.size();
  two.set(names.intern("a"), "a", "2");
  two.set(names.intern("b"), "b", "2");
  EXPECT_EQ(one.shape(), two.shape());
  EXPECT_EQ(shapes.size(), made);
  other.set(names.intern("B"), "B", "1");
  other.set(names.intern("A"), "A", "1");
  EXPECT_NE(other.shape(), one.shape());
  EXPECT_EQ(shapes.size(), made + 2);
}

TEST_F(FastMode, survives_the_removal_of_the_last_name_only) {
  ShapeStore store(arena, shapes);
  bytes_after(3, store);
  store.remove(names.intern("x-2"));
  EXPECT_FALSE(store.in_dictionary_mode());
  store.remove(names.intern("x-0"));
  EXPECT_TRUE(store.in_dictionary_mode());
}

TEST_F(FastMode, makes_no_more_shapes_than_v8_has_transitions) {
  for (std::size_t i = 0; i < engine::Shapes::kMaxTransitions; ++i) {
    ASSERT_NE(shapes.transition(shapes.root(), names.intern("n" + std::to_string(i))), nullptr);
  }
  ShapeStore store(arena, shapes);
  store.set(names.intern("one-more"), "One-More", "1");
  EXPECT_TRUE(store.in_dictionary_mode());
  EXPECT_TRUE(store.has(names.intern("one-more")));
}

}  // namespace
}  // namespace header_store
