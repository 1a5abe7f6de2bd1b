// The facts about JSC that the variants model: which calls allocate an array, and how large it is.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "servers/kernels/emit/registry.h"

namespace emit {
namespace {

struct Returning {
  Value result;
  Value call(std::span<const Value>) { return result; }
};

struct Facts : testing::Test {
  template <class Variant>
  void emit(const Name& event, std::size_t listeners, std::size_t arguments) {
    const std::vector<Value> values(arguments, Value::integer(1));
    Variant::emit(emitter, event, std::span<Returning* const>(list, listeners), values);
  }
  engine::NameTable names;
  Arena arena;
  Emitter emitter{arena, names.intern("error")};
  const Name& data = names.intern("data");
  Cell promise{Kind::kPromise};
  Returning quiet, asynchronous{Value::cell(promise)};
  Returning* list[2] = {&quiet, &quiet};
};
using Arrays = Facts;
using Values = Facts;

TEST_F(Arrays, are_one_a_call_before_and_none_after) {
  for (int i = 0; i < 8000; ++i) emit<RestArgs>(data, 1, 2);
  EXPECT_EQ(emitter.allocations.arrays, 8000u);
  emitter.clear();
  for (int i = 0; i < 8000; ++i) emit<Indexed>(data, 1, 2);
  EXPECT_EQ(emitter.allocations.arrays, 0u);
}

TEST_F(Arrays, are_allocated_before_even_if_nobody_listens_and_for_errors_too) {
  emit<RestArgs>(data, 0, 0);
  emit<RestArgs>(emitter.error, 0, 1);
  emit<RestArgs>(emitter.error, 2, 1);
  EXPECT_EQ(emitter.allocations.arrays, 3u);
}

TEST_F(Arrays, take_a_cell_of_16_bytes_and_elements_in_steps_of_16) {
  // 0 and 1 are rounded up to 5 and 3 elements by the engine: 8 + 40 and 8 + 24 bytes.
  const std::map<std::size_t, std::size_t> butterflies = {{0, 48}, {1, 32}, {2, 32}, {3, 32}, {4, 48},
                                                          {5, 48}, {6, 64}, {7, 64}, {8, 80}, {9, 80}};
  for (const auto& [arguments, bytes] : butterflies) {
    emitter.clear();
    emit<RestArgs>(data, 1, arguments);
    EXPECT_EQ(emitter.allocations.bytes, 16 + bytes) << arguments << " arguments";
  }
}

TEST_F(Arrays, have_holes_where_they_have_room) {
  const std::vector<Value> one = {Value::integer(1)};
  const Array& array = *new_array(arena, emitter.allocations, one);
  EXPECT_EQ(array.lengths().used, 1u);
  EXPECT_EQ(array.lengths().capacity, 3u);
  EXPECT_TRUE(array.elements[0] == one[0]);
  EXPECT_TRUE(array.elements[1] == Value::hole());
  EXPECT_TRUE(array.elements[2] == Value::hole());
  const std::vector<Value> two(2, Value::integer(1));
  EXPECT_EQ(new_array(arena, emitter.allocations, two)->lengths().capacity, 2u);
}

TEST_F(Arrays, are_copied_after_for_every_promise_and_for_nothing_else) {
  emitter.capture_rejections = true;
  emit<Indexed>(data, 2, 2);
  EXPECT_EQ(emitter.allocations.arrays, 0u);
  list[0] = list[1] = &asynchronous;
  emit<Indexed>(data, 2, 2);
  EXPECT_EQ(emitter.allocations.arrays, 2u);
  emit<Indexed>(emitter.error, 2, 2);
  EXPECT_EQ(emitter.allocations.arrays, 2u);
  emitter.capture_rejections = false;
  emit<Indexed>(data, 2, 2);
  EXPECT_EQ(emitter.allocations.arrays, 2u);
}

TEST_F(Arrays, are_shared_before_by_all_promises_of_a_call) {
  emitter.capture_rejections = true;
  list[0] = list[1] = &asynchronous;
  emit<RestArgs>(data, 2, 2);
  EXPECT_EQ(emitter.allocations.arrays, 1u);
  ASSERT_NE(emitter.rejections->next, nullptr);
  EXPECT_EQ(emitter.rejections->arguments, emitter.rejections->next->arguments);
}

TEST_F(Values, know_what_they_are) {
  EXPECT_TRUE(Value().is_undefined());
  EXPECT_FALSE(Value().is_cell());
  EXPECT_EQ(Value::integer(-1).as_integer(), -1);
  EXPECT_TRUE(Value::integer(-1).is_integer());
  EXPECT_FALSE(Value::integer(2).is_cell());
  EXPECT_FALSE(Value().is_integer());
  const Cell object{Kind::kObject};
  EXPECT_TRUE(Value::cell(object).is_cell());
  EXPECT_FALSE(Value::cell(object).is_integer());
  EXPECT_FALSE(Value::cell(object).is_promise());
  EXPECT_TRUE(Value::cell(promise).is_promise());
}

}  // namespace
}  // namespace emit
