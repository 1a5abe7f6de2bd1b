#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string of_rows(const std::string& rows) { return "{\"context\":{},\n\"benchmarks\":[\n" + rows + "\n]}\n"; }
std::string row_error(const std::string& rows) { return error_in("google-benchmark", of_rows(rows)); }

TEST(GoogleBenchmark, RepetitionsAreSamplesInNanoseconds) {
  const Collection found = read("google-benchmark", text_of("google_benchmark.json"));
  EXPECT_THAT(names(found), ElementsAre("BM_Ns/8", "BM_Us/real_time", "BM_Ms/manual_time", "BM_S"));
  EXPECT_THAT(values(found, "BM_Ns/8"), ElementsAre(12.5, 12.75));
  EXPECT_THAT(values(found, "BM_Us/real_time"), ElementsAre(2500));
  EXPECT_THAT(values(found, "BM_Ms/manual_time"), ElementsAre(500'000));
  EXPECT_THAT(values(found, "BM_S"), ElementsAre(2e9));
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_EQ(found.warnings[0].code, "one_process");
}

TEST(GoogleBenchmark, AggregatesOfOldVersionsAreKnownByTheirNames) {
  const Collection found = read("google-benchmark", text_of("google_benchmark_old.json"));
  EXPECT_THAT(names(found), ElementsAre("BM_Copy"));
  EXPECT_THAT(values(found, "BM_Copy"), ElementsAre(4, 6));
}

TEST(GoogleBenchmark, FilesOfSeveralProcessesStandOneAfterAnother) {
  const std::string text = text_of("google_benchmark.json");
  EXPECT_THAT(values(read("google-benchmark", text + text), "BM_Ns/8"), ElementsAre(12.5, 12.75, 12.5, 12.75));
}

TEST(GoogleBenchmark, ErrorsAndSkipsBreakTheArm) {
  const Collection found =
      read("google-benchmark", of_rows(R"({"name":"A","error_occurred":true,"error_message":"no x"},
{"name":"B","skipped":true,"skip_message":"not here"})"));
  EXPECT_THAT(broken(found), ElementsAre("f:3: the benchmark gave up: no x", "f:4: the benchmark gave up: not here"));
  EXPECT_TRUE(found.samples.empty());
}

TEST(GoogleBenchmark, WhatIsWrongIsRefusedByLine) {
  EXPECT_THAT(row_error(R"({"name":"A","cpu_time":1,"time_unit":"min"})"), StartsWith("f:3: time_unit 'min' is none"));
  EXPECT_THAT(row_error(R"({"name":"A","cpu_time":"1","time_unit":"ns"})"), StartsWith("f:3: \"cpu_time\" is no num"));
  EXPECT_THAT(row_error(R"({"name":"A","time_unit":"ns"})"), StartsWith("f:3: there is no \"cpu_time\""));
  EXPECT_THAT(row_error(R"({"name":1})"), StartsWith("f:3: \"name\" is no text"));
  EXPECT_THAT(row_error(R"({"name":"A","cpu_time":NaN,"time_unit":"ns"})"), StartsWith("f:3: no JSON: "));
  EXPECT_THAT(row_error(R"({"name":"A","cpu_time":1e999,"time_unit":"ns"})"), StartsWith("f:3: no JSON: "));
  EXPECT_THAT(row_error(R"({"name":"A","aggregate_name":"mean"})"), StartsWith("f:1: 1 aggregates and no repetition"));
  EXPECT_THAT(row_error(R"({"name":"A","family_index":0,"cpu_time":1,"time_unit":"ns"},
{"name":"A","family_index":1,"cpu_time":1,"time_unit":"ns"})"),
              StartsWith("f:4: two benchmarks are called A"));
}

}  // namespace
}  // namespace hotlap::foreign
