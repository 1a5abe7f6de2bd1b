// A value is a finite number or a reason, never both and never neither.
#include "harness/core/value.h"

#include <gmock/gmock.h>

#include <limits>

namespace hotlap::core {
namespace {

TEST(Value, HoldsANumberWithoutAReason) {
  const Value value = 12.5;
  ASSERT_TRUE(value.present());
  EXPECT_EQ(*value, 12.5);
  EXPECT_EQ(value.reason(), "");
  EXPECT_EQ(value.value_or(1), 12.5);
}

TEST(Value, ZeroIsANumber) { EXPECT_TRUE(Value(0.0).present()); }

TEST(Value, IsNotMeasuredAtFirst) {
  EXPECT_FALSE(Value().present());
  EXPECT_EQ(Value().reason(), "not measured");
  EXPECT_EQ(Value().value_or(3), 3);
}

TEST(Value, KeepsTheReasonOfAnAbsentOne) {
  const Value value = Value::absent("needs a PMU");
  EXPECT_FALSE(value.present());
  EXPECT_EQ(value.reason(), "needs a PMU");
}

TEST(Value, AnAbsentOneAlwaysHasAReason) { EXPECT_EQ(Value::absent("").reason(), "not measured"); }

TEST(Value, NotANumberAndInfinityCannotGetIn) {
  for (const double number : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()}) {
    const Value value = number;
    EXPECT_FALSE(value.present());
    EXPECT_EQ(value.reason(), "not a finite number");
  }
}

TEST(Value, EqualWhenNumberOrReasonAreEqual) {
  EXPECT_EQ(Value(1.0), Value(1.0));
  EXPECT_NE(Value(1.0), Value(2.0));
  EXPECT_NE(Value(0.0), Value());
  EXPECT_NE(Value::absent("a"), Value::absent("b"));
}

}  // namespace
}  // namespace hotlap::core
