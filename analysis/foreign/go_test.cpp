#include <gmock/gmock.h>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::StartsWith;

TEST(Go, LinesAreSamplesOfAnyUnit) {
  const Collection found = read("go", text_of("go.txt"));
  EXPECT_THAT(names(found), ElementsAre("BenchmarkFib-8 pkg=example.com/a", "BenchmarkRead/size=1k pkg=example.com/a",
                                        "BenchmarkFib-8 pkg=example.com/b"));
  EXPECT_THAT(values(found, names(found)[0]), ElementsAre(12.5, 13.25));
  EXPECT_THAT(values(found, names(found)[0], 1), ElementsAre(64, 64));
  EXPECT_THAT(values(found, names(found)[0], 2), ElementsAre(2, 2));
  EXPECT_THAT(values(found, names(found)[1], 1), ElementsAre(1024));
  EXPECT_THAT(values(found, names(found)[1], 2), ElementsAre(7.5));
  EXPECT_THAT(values(found, names(found)[2]), ElementsAre(1000));
  std::vector<std::string> metrics;
  for (const core::Metric& metric : found.metrics) metrics.push_back(metric.id + " " + metric.unit);
  EXPECT_THAT(metrics, ElementsAre("time ns/op", "bytes B/op", "allocations allocs/op", "MB/s MB/s", "hops hops"));
  EXPECT_EQ(found.metrics[3].better, core::Better::higher);
  EXPECT_EQ(found.warnings.at(0).code, "one_process");
}

TEST(Go, WhatIsWrongIsRefusedByLine) {
  EXPECT_THAT(error_in("go", "\nBenchmarkA 10 1,5 ns/op\n"), StartsWith("f:2: '1,5' is no number"));
  EXPECT_THAT(error_in("go", "BenchmarkA 10 NaN ns/op\n"), StartsWith("f:1: 'NaN' is no number"));
  EXPECT_THAT(error_in("go", "BenchmarkA 10 +Inf ns/op\n"), StartsWith("f:1: '+Inf' is no number"));
  EXPECT_THAT(error_in("go", "BenchmarkA ten 1 ns/op\n"), StartsWith("f:1: 'ten' is no number of iterations"));
  EXPECT_THAT(error_in("go", "BenchmarkA 10 1\n"), StartsWith("f:1: a value without a unit"));
  EXPECT_THAT(error_in("go", "BenchmarkA 10 1 ns/op\n--- FAIL: BenchmarkB\n"),
              StartsWith("f:2: the benchmarks failed"));
  EXPECT_THAT(error_in("go", "PASS\n"), StartsWith("f:1: there is no benchmark line"));
}

TEST(Go, CutLinesAreRefusedEvenWhereTheyLookWhole) {
  EXPECT_THAT(error_in("go", "BenchmarkA 10 1 ns/op 12 B/o"), StartsWith("f:1: the line has no end"));
  EXPECT_THAT(error_in("go", "BenchmarkA 10 1 ns/op\nBenchmarkA 1"), StartsWith("f:2: the line has no end"));
  EXPECT_THAT(error_in("go", "BenchmarkA 10\n"), StartsWith("f:1: a value without a unit"));
}

}  // namespace
}  // namespace hotlap::foreign
