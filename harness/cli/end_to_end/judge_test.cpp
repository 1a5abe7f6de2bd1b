// Tests of judging stored runs again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// One run for all of these tests; each reads it or works on a copy.
class Judge : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    stored_ = new Scratch;
    const Arguments arguments = {
        "compare", "set-header", "--old", command_of("same"), "--new", command_of("slow-100"), "--rounds",
        "7",       "--laps",     "6",     "--lap-ms",         "3",     "--no-control"};
    result_ = run(joined({arguments, {"--format", "json", "--out", record()}}));
  }
  static void TearDownTestSuite() { delete stored_; }
  void SetUp() override { ASSERT_EQ(result_.exit_code, 0) << result_.err; }

  static std::string record() { return *stored_ / "run"; }
  static Json judged(const Arguments& options) {
    const Result result = run(joined({{"judge", record(), "--format", "json"}, options}));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return parsed(result.out);
  }

  static inline Scratch* stored_ = nullptr;
  static inline Result result_;
};

TEST_F(Judge, SaysWhatTheRunSaid) {
  const Json again = judged({});
  const Json first = parsed(result_.out);
  EXPECT_THAT(comparison_problems(again), IsEmpty());
  EXPECT_EQ(again, first) << Json::diff(first, again).dump(1);
}

TEST_F(Judge, WithAnotherMarginChangesVerdictsAndNoFigure) {
  const Json first = judged({"--metrics", "cpu", "--margin", "0"});
  const Json second = judged({"--metrics", "cpu", "--margin", "900"});
  EXPECT_EQ(first["rows"][0]["verdict"], "regression");
  EXPECT_EQ(second["rows"][0]["verdict"], "equivalent");
  EXPECT_EQ(second["policy"]["margin_percent"], 900);
  for (const char* figure : {"change_percent", "interval_percent", "p", "rounds", "old", "new", "welch", "control"}) {
    EXPECT_EQ(first["rows"][0][figure], second["rows"][0][figure]) << figure;
  }
}

TEST_F(Judge, WithASmallerAlphaWidensTheInterval) {
  const auto width = [](const Json& comparison) {
    const Json& interval = comparison["rows"][0]["interval_percent"];
    return interval[1].get<double>() - interval[0].get<double>();
  };
  EXPECT_GT(width(judged({"--metrics", "cpu", "--alpha", "0.001"})), width(judged({"--metrics", "cpu"})));
}

TEST_F(Judge, ShowsOnlyTheMetricsThatWereAskedFor) {
  const Json comparison = judged({"--metrics", "cpu,peak_rss"});
  std::vector<std::string> metrics;
  for (const Json& row : comparison["rows"]) metrics.push_back(row["metric"].get<std::string>());
  EXPECT_THAT(metrics, testing::UnorderedElementsAre("cpu", "peak_rss"));
}

TEST_F(Judge, FailsOnARegressionWhenAsked) {
  EXPECT_EQ(run({"judge", record(), "--metrics", "cpu", "--margin", "0", "--fail-on", "regression"}).exit_code, 1);
}

TEST_F(Judge, ChangesNothingInTheRecord) {
  const auto written = std::filesystem::last_write_time(std::filesystem::path(record()) / "samples.jsonl");
  judged({});
  EXPECT_EQ(std::filesystem::last_write_time(std::filesystem::path(record()) / "samples.jsonl"), written);
}

TEST_F(Judge, OfAMissingFolderIsRefused) {
  expect_refused(run({"judge", *stored_ / "nothing"}), {*stored_ / "nothing"});
}

TEST_F(Judge, OfNoFolderIsRefused) { expect_refused(run({"judge"}), {"required", "hotlap judge --help"}); }

TEST_F(Judge, OfABrokenLineNamesFileAndLine) {
  const Scratch scratch;
  std::filesystem::copy(record(), scratch.path());
  std::ifstream whole(record() + "/samples.jsonl");
  std::ofstream broken(scratch.path() / "samples.jsonl");
  int number = 0;
  for (std::string line; std::getline(whole, line);) broken << (++number == 7 ? "{\"kind\":" : line) << '\n';
  broken.close();
  expect_refused(run({"judge", scratch.path()}), {scratch / "samples.jsonl:7"});
}

TEST_F(Judge, OfABrokenHeaderNamesTheFile) {
  const Scratch scratch;
  std::filesystem::copy(record(), scratch.path());
  std::ofstream(scratch.path() / "run.json") << "{\"schema\": \"hotlap.run/1\"";
  expect_refused(run({"judge", scratch.path()}), {scratch / "run.json"});
}

TEST_F(Judge, OfARecordFromALaterSchemaSaysWhich) {
  const Scratch scratch;
  std::filesystem::copy(record(), scratch.path());
  Json header = read_record(record()).header;
  header["schema"] = "hotlap.run/2";
  std::ofstream(scratch.path() / "run.json") << header;
  expect_refused(run({"judge", scratch.path()}), {"hotlap.run/2"});
}

TEST_F(Judge, ForgivesALastLineThatWasCutOff) {
  const Scratch scratch;
  std::filesystem::copy(record(), scratch.path());
  const auto file = scratch.path() / "samples.jsonl";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 5);
  const Result result = run({"judge", scratch.path(), "--format", "json"});
  EXPECT_THAT(result.err, testing::Not(HasSubstr("malformed")));
  EXPECT_THAT(comparison_problems(parsed(result.out)), IsEmpty());
}

}  // namespace
}  // namespace hotlap::end_to_end
