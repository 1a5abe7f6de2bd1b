// An emitter as node's: who is called, in which order, and what newListener and error do.
#include "servers/reference/emitter.h"

#include <gtest/gtest.h>

#include <string>

#include "servers/reference/policies.h"

namespace reference {
namespace {

/// Writes its mark each time it is called.
struct Mark {
  Mark(std::string& all, char its_mark) : calls(all), mark(its_mark) {}
  void take(std::span<const Value> arguments) { calls += mark + std::to_string(arguments.size()); }
  std::string& calls;
  char mark;
  Listener listener = listener_of<&Mark::take>(*this);
};

template <class Policies>
struct Emits : ::testing::Test {
  engine::NameTable names;
  EventNames events{names};
  typename Policies::ListenerTable::Shared tables{names};
  engine::Arena old, young;
  Emitter<Policies> emitter{old, young, tables, events};
  std::string calls;
  Mark a{calls, 'a'}, b{calls, 'b'};
};
using Sets = ::testing::Types<Before, After>;
TYPED_TEST_SUITE(Emits, Sets);

TYPED_TEST(Emits, to_all_listeners_in_their_order_with_all_arguments) {
  this->emitter.begin();
  EXPECT_FALSE(this->emitter.emit(this->events.finish, {}));
  this->emitter.on(this->events.finish, this->b.listener);
  this->emitter.on(this->events.finish, this->a.listener);
  EXPECT_EQ(this->emitter.listener_count(this->events.finish), 2u);
  EXPECT_TRUE(this->emitter.emit(this->events.finish, {Value::integer(1), Value::integer(2)}));
  EXPECT_FALSE(this->emitter.emit(this->events.close, {}));
  EXPECT_EQ(this->calls, "b2a2");
}

TYPED_TEST(Emits, no_more_to_one_that_was_taken_off) {
  this->emitter.begin();
  this->emitter.on(this->events.data, this->a.listener);
  EXPECT_FALSE(this->emitter.off(this->events.end, this->a.listener));
  EXPECT_TRUE(this->emitter.off(this->events.data, this->a.listener));
  EXPECT_FALSE(this->emitter.off(this->events.data, this->a.listener));
  EXPECT_FALSE(this->emitter.emit(this->events.data, {}));
  EXPECT_EQ(this->calls, "");
}

TYPED_TEST(Emits, new_listener_for_each_one_after_the_first_that_hears_it) {
  this->emitter.begin();
  this->emitter.on(this->events.new_listener, this->a.listener);
  this->emitter.on(this->events.finish, this->b.listener);
  EXPECT_EQ(this->calls, "a0");
}

TYPED_TEST(Emits, nothing_to_listeners_of_before_it_was_cleared) {
  this->emitter.begin();
  this->emitter.on(this->events.finish, this->a.listener);
  this->emitter.clear();
  this->old.reset();
  this->emitter.begin();
  EXPECT_FALSE(this->emitter.emit(this->events.finish, {}));
}

TYPED_TEST(Emits, an_error_that_nobody_hears_as_the_end_of_the_program) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        this->emitter.begin();
        this->emitter.emit(this->events.error, {Value::integer(1)});
      },
      "an 'error' has a listener");
}

}  // namespace
}  // namespace reference
