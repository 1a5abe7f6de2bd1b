// Names of enumerations that stand in records, both ways.
#include "harness/core/metric.h"

#include <gmock/gmock.h>

#include "harness/core/arm.h"
#include "harness/core/sample.h"

namespace hotlap::core {
namespace {

TEST(MetricNames, AreTheWordsOfTheRecord) {
  EXPECT_EQ(name(Better::lower), "lower");
  EXPECT_EQ(name(Better::higher), "higher");
  EXPECT_EQ(name(Pooling::per_time), "time");
  EXPECT_EQ(name(Pooling::per_request), "request");
  EXPECT_EQ(name(Pooling::per_round), "round");
  EXPECT_EQ(name(Role::decides), "decides");
  EXPECT_EQ(name(Role::informs), "informs");
}

TEST(MetricNames, ComeBackAsWhatTheyWere) {
  for (const Better better : {Better::lower, Better::higher}) EXPECT_EQ(better_from_name(name(better)), better);
  for (const Pooling pooling : {Pooling::per_time, Pooling::per_request, Pooling::per_round}) {
    EXPECT_EQ(pooling_from_name(name(pooling)), pooling);
  }
  for (const Role role : {Role::decides, Role::informs}) EXPECT_EQ(role_from_name(name(role)), role);
}

TEST(MetricNames, OthersAreRefused) {
  EXPECT_EQ(better_from_name("Lower"), std::nullopt);
  EXPECT_EQ(pooling_from_name(""), std::nullopt);
  EXPECT_EQ(role_from_name("decide"), std::nullopt);
}

TEST(ArmNames, ComeBackAsWhatTheyWereAndOthersAreRefused) {
  for (const Arm arm : kArms) EXPECT_EQ(arm_from_name(arm_name(arm)), arm);
  EXPECT_EQ(arm_name(Arm::old_build), "old");
  EXPECT_EQ(arm_name(Arm::new_build), "new");
  EXPECT_EQ(arm_name(Arm::control), "control");
  EXPECT_EQ(arm_from_name("base"), std::nullopt);
}

TEST(SampleKindNames, AreTheWordsOfTheRecord) {
  EXPECT_EQ(name(SampleKind::warmup), "warmup");
  EXPECT_EQ(name(SampleKind::lap), "lap");
  EXPECT_EQ(name(SampleKind::round), "round");
}

}  // namespace
}  // namespace hotlap::core
