#include <gmock/gmock.h>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(Wrk, RunsOneAfterAnotherAreSamples) {
  const Collection found = read("wrk", text_of("wrk.txt"));
  EXPECT_THAT(names(found), ElementsAre("http://127.0.0.1:8080/"));
  EXPECT_THAT(values(found, names(found)[0]), ElementsAre(111234.56, 1112.25));
  EXPECT_TRUE(found.void_arms.empty());
}

TEST(Wrk, ErrorsBreakTheArm) {
  EXPECT_THAT(broken(read("wrk", text_of("wrk_errors.txt"))),
              ElementsAre("f:4: Socket errors: connect 0, read 12, write 0, timeout 53",
                          "f:5: responses with a status that is an error: 12479"));
}

TEST(Wrk, WhatIsWrongIsRefusedByLine) {
  const std::string start = "Running 1s test @ http://x/\n";
  EXPECT_THAT(error_in("wrk", start), StartsWith("f:1: a run without Requests/sec:"));
  EXPECT_THAT(error_in("wrk", start + start + "Requests/sec: 1\n"), StartsWith("f:2: a run without Requests/sec:"));
  EXPECT_THAT(error_in("wrk", start + "Requests/sec:\n"), StartsWith("f:2: a run without Requests/sec:"));
  EXPECT_THAT(error_in("wrk", start + "Requests/sec: -nan\n"), StartsWith("f:2: '-nan' is no rate"));
  EXPECT_THAT(error_in("wrk", start + "Requests/sec: 12,5\n"), StartsWith("f:2: '12,5' is no rate"));
  EXPECT_THAT(error_in("wrk", start + "Requests/sec: 12"), StartsWith("f:2: the line has no end"));
  EXPECT_THAT(error_in("wrk", "Requests/sec: 12\n" + start + "Requests/sec: 1\n"), StartsWith("f:1: a rate of no run"));
  EXPECT_THAT(error_in("wrk", "unable to connect to x:80\n"), StartsWith("f:1: there is no run of wrk"));
}

}  // namespace
}  // namespace hotlap::foreign
