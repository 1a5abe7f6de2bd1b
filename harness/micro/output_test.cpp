// Results out of JSON: units, counters, repetitions, and everything that voids an arm.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/core/error.h"
#include "harness/micro/micro.h"

namespace hotlap::micro {
namespace {

using testing::HasSubstr;

/// A row as the library writes it; `more` begins with a comma.
std::string row(const std::string& name, const std::string& more = "",
                const std::string& times = R"("real_time": 9.0, "cpu_time": 7.5)") {
  return R"({"name": ")" + name + R"(", "run_name": ")" + name +
         R"(", "run_type": "iteration", "repetitions": 1, "threads": 1, "iterations": 1000, )" + times +
         R"(, "time_unit": "ns")" + more + "}";
}
std::string file(const std::string& rows) { return R"({"context": {"num_cpus": 2}, "benchmarks": [)" + rows + "]}"; }

std::string failure(const std::string& json) {
  try {
    result_of(json, "r");
  } catch (const core::ArmFailure& failure) {
    return failure.what();
  }
  return "";
}

TEST(ResultOf, HasTimeIterationsAndUserCountersAlone) {
  const Result result = result_of(file(row("r", R"(, "bytes/call": 4.8e+01, "label": "x")")), "r");
  EXPECT_EQ(result.time_ns, 7.5);
  EXPECT_EQ(result.iterations, 1000u);
  ASSERT_EQ(result.counters.size(), 1u);
  EXPECT_EQ(result.counters[0], std::pair(std::string("bytes/call"), core::Value(48.0)));
}

TEST(ResultOf, TakesItsRowAmongOthers) {
  EXPECT_EQ(result_of(file(row("q", "", R"("real_time": 1, "cpu_time": 1)") + "," + row("r")), "r").time_ns, 7.5);
}

TEST(ResultOf, TurnsEveryUnitIntoNanoseconds) {
  for (const auto& [unit, factor] : {std::pair("ns", 1.0), {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}) {
    std::string json = file(row("r"));
    json.replace(json.find("\"ns\""), 4, "\"" + std::string(unit) + "\"");
    EXPECT_EQ(result_of(json, "r").time_ns, 7.5 * factor);
  }
}

TEST(ResultOf, TakesRealTimeWhereTheBenchmarkAsksForIt) {
  EXPECT_EQ(result_of(file(row("r/real_time")), "r/real_time").time_ns, 9);
  EXPECT_EQ(result_of(file(row("r/manual_time")), "r/manual_time").time_ns, 9);
}

TEST(ResultOf, AveragesRepetitions) {
  const std::string json =
      file(row("r", R"(, "bytes": 1)") + "," + row("r", R"(, "bytes": 3)", R"("real_time": 1, "cpu_time": 8.5)"));
  EXPECT_EQ(result_of(json, "r").time_ns, 8);
  EXPECT_EQ(result_of(json, "r").counters[0].second, core::Value(2.0));
  EXPECT_EQ(result_of(json, "r").iterations, 2000u);
}

TEST(ResultOf, TakesTheMeanOfABenchmarkThatReportsAggregatesOnly) {
  const auto aggregate = [](const std::string& kind, double time) {
    return R"({"name": "r_)" + kind + R"(", "run_name": "r", "run_type": "aggregate", "aggregate_name": ")" + kind +
           R"(", "iterations": 3, "real_time": 1, "cpu_time": )" + std::to_string(time) + R"(, "time_unit": "ns"})";
  };
  EXPECT_EQ(result_of(file(aggregate("median", 3) + "," + aggregate("mean", 5)), "r").time_ns, 5);
}

TEST(ResultOf, AcceptsTheNanOfTheLibraryAndMakesItAbsent) {
  const Result result =
      result_of(file(row("r", R"(, "a": NaN, "b": -Infinity, "error_message": "a \"NaN\" here")")), "r");
  ASSERT_EQ(result.counters.size(), 2u);
  EXPECT_FALSE(result.counters[0].second.present());
  EXPECT_THAT(result.counters[1].second.reason(), HasSubstr("finite"));
}

TEST(ResultOf, AnErrorOfTheBenchmarkIsSaid) {
  EXPECT_EQ(failure(file(row("r", R"(, "error_occurred": true, "error_message": "no \"NaN\" memory")"))),
            "the benchmark reported an error: no \"NaN\" memory");
  EXPECT_THAT(failure(file(row("r", R"(, "skipped": true, "skip_message": "needs AVX")"))), HasSubstr("needs AVX"));
}

TEST(ResultOf, WhatIsNoResultSaysWhy) {
  EXPECT_THAT(failure("Segmentation fault"), HasSubstr("no JSON"));
  EXPECT_THAT(failure(file(row("r")).substr(0, 150)), HasSubstr("truncated"));
  EXPECT_THAT(failure(""), HasSubstr("no JSON"));
  EXPECT_THAT(failure("[]"), HasSubstr("no list of benchmarks"));
  EXPECT_THAT(failure("{\"benchmarks\": 3}"), HasSubstr("no list of benchmarks"));
  EXPECT_THAT(failure(file("3, null, \"r\"")), HasSubstr("no result for row r"));
  EXPECT_THAT(failure(file(row("other"))), HasSubstr("no result for row r"));
  EXPECT_THAT(failure(file(row("r", "", R"("real_time": 1, "cpu_time": NaN)"))), HasSubstr("cpu_time is no time"));
  EXPECT_THAT(failure(file(row("r", "", R"("real_time": 1, "cpu_time": -1)"))), HasSubstr("cpu_time is no time"));
  EXPECT_THAT(failure(file(row("r", "", R"("real_time": 1)"))), HasSubstr("cpu_time is no time"));
  EXPECT_THAT(failure(file(R"({"name": "r", "cpu_time": 1, "time_unit": "h"})")), HasSubstr("unit 'h'"));
}

TEST(FindResult, OfAnotherRowIsAbsent) { EXPECT_FALSE(find_result(file(row("other")), "r")); }

TEST(Metrics, OfCountersAreThoseThatSayTheyCountACost) {
  for (const char* name : {"bytes/call", "arrays/call", "allocs_per_iter", "Allocations", "max_bytes_used"}) {
    EXPECT_TRUE(counts_a_cost(name)) << name;
  }
  for (const char* name : {"hits", "bytes_per_second", "items_per_second", "bytes/s", ""}) {
    EXPECT_FALSE(counts_a_cost(name)) << name;
  }
  EXPECT_TRUE(is_rate("bytes_per_second"));
  EXPECT_FALSE(is_rate("bytes/call"));
}

TEST(Metrics, OfCountersAreExactAndInform) {
  const core::Metric metric = counter_metric("bytes/call");
  EXPECT_TRUE(metric.exact);
  EXPECT_EQ(metric.role, core::Role::informs);
  EXPECT_EQ(metric.unit, "bytes");
  EXPECT_EQ(counter_metric("arrays/call").unit, "count");
  EXPECT_EQ(time_metric().role, core::Role::decides);
}

}  // namespace
}  // namespace hotlap::micro
