// mitata, tinybench, vitest and Criterion: samples of one process, in ns.
#include <gmock/gmock.h>

#include <algorithm>

#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

TEST(Mitata, SamplesOrTheAverageAreRead) {
  const Collection found = read("mitata", text_of("mitata.json"));
  EXPECT_THAT(names(found), ElementsAre("parse", "fib(1) n=1", "fib(two) n=two"));
  EXPECT_THAT(values(found, "parse"), UnorderedElementsAre(10.5, 11, 12.25));
  EXPECT_THAT(values(found, "fib(1) n=1"), ElementsAre(1.5));
  EXPECT_THAT(values(found, "fib(two) n=two"), ElementsAre(2500));
  EXPECT_EQ(found.warnings.at(0).code, "one_process");
}

TEST(Mitata, SortedSamplesAreMixedAlwaysAlike) {
  std::string samples = "0";
  for (int i = 1; i < 100; ++i) samples += "," + std::to_string(i);
  const std::string text = R"({"benchmarks":[{"runs":[{"name":"a","stats":{"samples":[)" + samples + "]}}]}]}";
  std::vector<double> mixed = values(read("mitata", text), "a");
  EXPECT_EQ(mixed, values(read("mitata", text), "a"));
  EXPECT_FALSE(std::is_sorted(mixed.begin(), mixed.end()));
  std::sort(mixed.begin(), mixed.end());
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(mixed.at(i), static_cast<double>(i));
}

TEST(Mitata, FilesOfSeveralProcessesStandOneAfterAnother) {
  const std::string text = text_of("mitata.json");
  EXPECT_THAT(values(read("mitata", text + text), "fib(1) n=1"), ElementsAre(1.5, 1.5));
}

TEST(Mitata, WhatIsWrongIsSaid) {
  const auto of = [](const std::string& runs) { return "{\"benchmarks\":[\n{\"runs\":" + runs + "}]}"; };
  EXPECT_THAT(broken(read("mitata", of(R"([{"name":"a","args":{},"error":{"message":"no x","stack":""}}])"))),
              ElementsAre("f:2: the benchmark gave up: no x"));
  EXPECT_THAT(error_in("mitata", of(R"([{"name":"a","stats":{"samples":[1,"2"]}}])")),
              StartsWith("f:2: \"samples\" holds what is no number"));
  EXPECT_THAT(error_in("mitata", of(R"([{"name":"a","stats":{"samples":5}}])")),
              StartsWith("f:2: \"samples\" is no a"));
  EXPECT_THAT(error_in("mitata", of(R"([{"name":"a","stats":{"avg":null}}])")),
              StartsWith("f:2: \"avg\" is no number"));
  EXPECT_THAT(error_in("mitata", of(R"([{"name":"a"}])")), StartsWith("f:2: there is no object with a \"samples\""));
  EXPECT_THAT(error_in("mitata", of("5")), StartsWith("f:2: there is no array \"runs\""));
  EXPECT_THAT(error_in("mitata", of(R"([{"name":"a","stats":{"avg":1}},{"name":"a","stats":{"avg":1}}])")),
              StartsWith("f:2: two benchmarks are called a"));
}

TEST(Tinybench, EachVersionsResultsAreRead) {
  const Collection found = read("tinybench", text_of("tinybench.json"));
  EXPECT_THAT(values(found, "a"), UnorderedElementsAre(250'000, 750'000));
  EXPECT_THAT(values(found, "b"), ElementsAre(125'000));
  const Collection old = read("tinybench", text_of("tinybench_old.json"));
  EXPECT_THAT(values(old, "a"), UnorderedElementsAre(1e6, 2e6));
  EXPECT_THAT(values(old, "b"), ElementsAre(3e6));
}

TEST(Tinybench, WhatIsWrongIsSaid) {
  EXPECT_THAT(broken(read("tinybench", R"([{"name":"a","state":"errored","error":{}}])")),
              ElementsAre("f:1: the benchmark gave up: it does not say why"));
  EXPECT_THAT(broken(read("tinybench", R"([{"name":"a","state":"aborted-with-statistics","latency":{"mean":1}}])")),
              ElementsAre("f:1: the benchmark gave up: its state is aborted-with-statistics"));
  EXPECT_THAT(error_in("tinybench", R"([{"name":"a","latency":5}])"), StartsWith("f:1: there is no object with a"));
  EXPECT_THAT(error_in("tinybench", R"([{"name":"a","latency":{"mean":"1"}}])"), StartsWith("f:1: \"mean\" is no num"));
  EXPECT_THAT(error_in("tinybench", R"([{"latency":{"mean":1}}])"), StartsWith("f:1: there is no \"name\""));
  EXPECT_THAT(error_in("tinybench", "[]"), StartsWith("f:1: there is no benchmark in the file"));
}

TEST(Vitest, MeansAreSamples) {
  const std::string text = text_of("vitest.json");
  const Collection found = read("vitest", text + text);
  EXPECT_THAT(names(found), ElementsAre("sort.bench.ts > numbers > quick", "sort.bench.ts > numbers > merge"));
  EXPECT_THAT(values(found, "sort.bench.ts > numbers > quick"), ElementsAre(250'000, 250'000));
  EXPECT_THAT(values(found, "sort.bench.ts > numbers > merge"), ElementsAre(500'000, 500'000));
}

TEST(Vitest, WhatIsWrongIsSaid) {
  const auto of = [](const std::string& benchmark) {
    return "{\"files\":[\n{\"groups\":[{\"fullName\":\"g\",\"benchmarks\":[" + benchmark + "]}]}]}";
  };
  EXPECT_THAT(broken(read("vitest", of(R"({"name":"a","rank":0,"rme":0,"samples":[]})"))),
              ElementsAre("f:2: the benchmark gave up: it has no mean"));
  EXPECT_THAT(error_in("vitest", of(R"({"name":"a","mean":"1"})")), StartsWith("f:2: \"mean\" is no number"));
  EXPECT_THAT(error_in("vitest", of("1")), StartsWith("f:2: there is no object with a \"name\""));
  EXPECT_THAT(error_in("vitest", R"({"files":[{"groups":{}}]})"), StartsWith("f:1: there is no array \"groups\""));
}

TEST(Criterion, SamplesAreTimesAnIteration) {
  EXPECT_THAT(values(read("criterion", text_of("criterion_sample.json")), "benchmark"), ElementsAre(12.5, 13, 12.5));
}

TEST(Criterion, EstimatesAreOneSampleARun) {
  const std::string text = text_of("criterion_estimates.json");
  EXPECT_THAT(values(read("criterion", text + text), "benchmark"), ElementsAre(12.5, 12.5));
  EXPECT_THAT(values(read("criterion", R"({"Mean":{"point_estimate":7},"StdDev":{}})"), "benchmark"), ElementsAre(7));
}

TEST(Criterion, TheFolderSaysWhichBenchmark) {
  const auto name = [](const std::string& path) {
    Collection collection;
    Collector collector(collection, path, core::Arm::new_build);
    std::istringstream stream(text_of("criterion_sample.json"));
    format("criterion").read(stream, collector);
    return names(collection).at(0);
  };
  EXPECT_EQ(name("target/criterion/fib 20/new/sample.json"), "fib 20");
  EXPECT_EQ(name("/x/target/criterion/fib 20/my_baseline/sample.json"), "fib 20");
  EXPECT_EQ(name("runs/all/old.json"), "benchmark");
  EXPECT_EQ(name("sample.json"), "benchmark");
}

TEST(Criterion, WhatIsWrongIsRefusedByLine) {
  EXPECT_THAT(error_in("criterion", R"({"iters":[1,2],"times":[1]})"), StartsWith("f:1: 1 times for 2 numbers"));
  EXPECT_THAT(error_in("criterion", R"({"iters":[0],"times":[1]})"), StartsWith("f:1: sample 1 of 0 iterations"));
  EXPECT_THAT(error_in("criterion", R"({"iters":[1],"times":["1"]})"), StartsWith("f:1: \"times\" holds what is no"));
  EXPECT_THAT(error_in("criterion", R"({"iters":[1]})"), StartsWith("f:1: 0 times for 1 numbers"));
  EXPECT_THAT(error_in("criterion", R"({"mean":{"point_estimate":0.1},"median":{}})"),
              StartsWith("f:1: relative changes, no times"));
  EXPECT_THAT(error_in("criterion", R"({"mean":5,"std_dev":{}})"), StartsWith("f:1: there is no object with a"));
}

}  // namespace
}  // namespace hotlap::foreign
