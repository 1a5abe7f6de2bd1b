// The values of the engine and what its generic operations make of them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "servers/kernels/head-render/operations.h"

namespace head_render {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

TEST(Values, are_of_one_kind_and_keep_what_they_hold) {
  const Text cell = "text";
  EXPECT_TRUE(Value().is_undefined());
  for (const Value value : {Value::undefined(), Value::null(), Value::boolean(false), Value::boolean(true)}) {
    EXPECT_FALSE(value.is_number() || value.is_text());
  }
  EXPECT_TRUE(Value::text(&cell).is_text());
  EXPECT_EQ(&Value::text(&cell).as_text(), &cell);
  for (const std::int32_t number : {0, 1, -1, std::numeric_limits<std::int32_t>::min()}) {
    EXPECT_TRUE(Value::integer(number).is_integer());
    EXPECT_EQ(Value::integer(number).as_integer(), number);
    EXPECT_EQ(Value::number(number), Value::integer(number));
  }
  for (const double number : {0.5, -0.5, 2147483648.0, -2147483649.0, 1e308, -1e308, kInfinity, -kInfinity, 5e-324}) {
    const Value value = Value::number(number);
    EXPECT_TRUE(value.is_number() && !value.is_integer() && !value.is_text() && !value.is_undefined()) << number;
    EXPECT_EQ(value.as_number(), number);
  }
  EXPECT_TRUE(std::signbit(Value::number(-0.0).as_number()));
  EXPECT_TRUE(Value::number(std::copysign(kNotANumber, -1)).is_number());
  EXPECT_FALSE(Value::number(std::copysign(kNotANumber, -1)).is_integer());
}

TEST(ToInt32, cuts_and_wraps_as_ecma_262_tells) {
  const auto of = [](double number) { return to_int32(Value::number(number)); };
  EXPECT_EQ(of(-1.9), -1);
  EXPECT_EQ(of(2147483648.0), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(of(4294967296.0 + 7.5), 7);
  EXPECT_EQ(of(-4294967296.0 - 7.5), -7);
  EXPECT_EQ(of(kInfinity), 0);
  EXPECT_EQ(of(kNotANumber), 0);
  EXPECT_EQ(to_int32(Value::undefined()), 0);
  EXPECT_EQ(to_int32(Value::boolean(true)), 1);
}

TEST(ToNumber, reads_the_whole_text_or_nothing) {
  EXPECT_EQ(text_to_number("  42\t"), 42);
  EXPECT_EQ(text_to_number("+4.5e1"), 45);
  EXPECT_EQ(text_to_number(" "), 0);
  EXPECT_TRUE(std::isnan(text_to_number("4 2")));
  EXPECT_TRUE(std::isnan(text_to_number("+-4")));
  EXPECT_TRUE(std::isnan(text_to_number("max")));
}

TEST(ToText, writes_numbers_as_javascript_does) {
  Arena arena;
  const auto of = [&](double number) { return std::string(*to_text(arena, Value::number(number))); };
  EXPECT_EQ(of(100000), "100000");
  EXPECT_EQ(of(1e20), "100000000000000000000");
  EXPECT_EQ(of(1e21), "1e+21");
  EXPECT_EQ(of(0.1), "0.1");
  EXPECT_EQ(of(0.000001), "0.000001");
  EXPECT_EQ(of(-0.0), "0");
  EXPECT_EQ(of(kNotANumber), "NaN");
  EXPECT_EQ(*to_text(arena, Value::integer(-2147483647 - 1)), "-2147483648");
  EXPECT_EQ(*to_text(arena, Value::null()), "null");
  EXPECT_EQ(*to_text(arena, Value::boolean(false)), "false");
}

}  // namespace
}  // namespace head_render
