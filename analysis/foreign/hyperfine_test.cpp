#include <gmock/gmock.h>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::StartsWith;

std::string of_result(const std::string& result) { return "{\"results\":[\n" + result + "\n]}"; }

TEST(Hyperfine, TwoCommandsInOneFileAreTheBuilds) {
  const Collection found = read("hyperfine", text_of("hyperfine.json"), true);
  EXPECT_THAT(names(found), ElementsAre("command"));
  EXPECT_THAT(values(found, "command"), ElementsAre(0.1, 0.3, 0.2, 0.4));
  EXPECT_EQ(found.samples[1].arm, core::Arm::old_build);
  EXPECT_EQ(found.samples[2].arm, core::Arm::new_build);
  ASSERT_EQ(found.warnings.size(), 2u);
  EXPECT_EQ(found.warnings[1].text, "new is `./b`");
}

TEST(Hyperfine, CommandsOfAFileOfOneBuildAreConfigurations) {
  const Collection found = read("hyperfine", text_of("hyperfine_one.json"));
  EXPECT_THAT(names(found), ElementsAre("./sort n=10 threads=4", "./sort n=20 threads=4"));
  EXPECT_THAT(values(found, "./sort n=10 threads=4"), ElementsAre(0.5, 0.25));
}

TEST(Hyperfine, AFailureBreaksTheArm) {
  EXPECT_THAT(broken(read("hyperfine", of_result(R"({"command":"x","times":[1,2],"exit_codes":[0,3]})"))),
              ElementsAre("f:2: run 2 ended with status 3"));
  EXPECT_THAT(broken(read("hyperfine", of_result(R"({"command":"x","times":[1],"exit_codes":[null]})"))),
              ElementsAre("f:2: run 1 was ended by a signal"));
}

TEST(Hyperfine, WhatIsWrongIsRefusedByLine) {
  EXPECT_THAT(error_in("hyperfine", of_result(R"({"command":"x","mean":1})")), StartsWith("f:2: there is no array"));
  EXPECT_THAT(error_in("hyperfine", of_result(R"({"command":"x","times":["1"]})")), StartsWith("f:2: a time of"));
  EXPECT_THAT(error_in("hyperfine", of_result(R"({"command":"x","times":[null]})")), StartsWith("f:2: a time of null"));
  EXPECT_THAT(error_in("hyperfine", of_result(R"({"command":"x","times":[NaN]})")), StartsWith("f:2: no JSON"));
  EXPECT_THAT(error_in("hyperfine", of_result(R"({"command":5,"times":[1]})")), StartsWith("f:2: \"command\" is no"));
  const std::string one = R"({"command":"x","times":[1]})";
  EXPECT_THAT(error_in("hyperfine", of_result(one + "," + one + ",\n" + one), true),
              StartsWith("f:3: more than two commands"));
}

TEST(Pyperf, AProcessIsASampleAndNamesAreShared) {
  const Collection found = read("pyperf", text_of("pyperf.json"));
  EXPECT_THAT(names(found), ElementsAre("fib", "shared"));
  EXPECT_THAT(values(found, "fib"), ElementsAre(0.5, 1.5));
  EXPECT_THAT(values(found, "shared"), ElementsAre(2));
  EXPECT_EQ(found.metrics.at(0).unit, "s");
}

TEST(Pyperf, OtherUnitsAreOtherMetrics) {
  const Collection found =
      read("pyperf", R"({"benchmarks":[{"metadata":{"name":"m","unit":"byte"},"runs":[{"values":[7]}]}]})");
  EXPECT_EQ(found.metrics.at(0).id, "byte");
  EXPECT_EQ(found.metrics.at(0).unit, "B");
}

TEST(Pyperf, WhatIsWrongIsRefusedByLine) {
  EXPECT_THAT(error_in("pyperf", R"({"benchmarks":[{"runs":[{"values":[1]}]}]})"),
              StartsWith("f:1: a benchmark without a name"));
  EXPECT_THAT(error_in("pyperf", R"({"benchmarks":[{}]})"), StartsWith("f:1: there is no array \"runs\""));
  EXPECT_THAT(error_in("pyperf", R"({"benchmarks":[{"runs":[1]}]})"), StartsWith("f:1: a run is no object"));
  EXPECT_THAT(error_in("pyperf", "{\"benchmarks\":[\n{\"runs\":[{\"values\":[\"1\"]}]}]}"),
              StartsWith("f:2: a value of \"1\" is no number"));
}

}  // namespace
}  // namespace hotlap::foreign
