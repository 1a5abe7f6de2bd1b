// Tests of the page for people.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// One run for all of these tests.
class Report : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    stored_ = new Scratch;
    result_ = run(joined(
        {{"compare", "set-header", "--old", command_of("same"), "--new", command_of("slow-100"), "--format", "json"},
         kSmall,
         {"--out", record()}}));
  }
  static void TearDownTestSuite() { delete stored_; }
  void SetUp() override { ASSERT_EQ(result_.exit_code, 0) << result_.err; }

  static std::string record() { return *stored_ / "run"; }
  static std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static inline Scratch* stored_ = nullptr;
  static inline Result result_;
};

TEST_F(Report, WritesOnePageThatBeginsWithTheSentence) {
  const Scratch scratch;
  const Result result = run({"report", record(), "-o", scratch / "page.html"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, StartsWith(scratch / "page.html" + std::string(": 1 run, ")));
  const std::string page = contents(scratch / "page.html");
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("<h1>"));
  EXPECT_THAT(page, HasSubstr("cpu, round by round"));
  EXPECT_THAT(page, HasSubstr("--seed"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 1) << "a temporary file was left";
}

TEST_F(Report, PutsSeveralRunsOnOnePage) {
  const Scratch scratch;
  const Result result = run({"report", record(), record(), "-o", scratch / "page.html", "--metrics", "cpu"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("2 runs, 2 rows"));
  EXPECT_THAT(contents(scratch / "page.html"), HasSubstr("id=\"run2\""));
}

TEST_F(Report, ShowsMarkupInANameAsText) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  std::filesystem::copy(record(), folder);
  Json header = read_record(folder).header;
  header["configurations"][0]["scenario"] = "<script>alert(1)</script>";
  std::ofstream(folder + "/run.json") << header;
  EXPECT_EQ(run({"report", folder, "-o", scratch / "page.html"}).exit_code, 0);
  const std::string page = contents(scratch / "page.html");
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST_F(Report, IsRefusedWholeWhenOneRunIsMissing) {
  const Scratch scratch;
  expect_refused(run({"report", record(), scratch / "nothing", "-o", scratch / "page.html"}), {scratch / "nothing"});
  EXPECT_FALSE(std::filesystem::exists(scratch / "page.html"));
}

TEST_F(Report, DoesNotReplaceAFolderOrAFileOfTheRun) {
  const Scratch scratch;
  expect_refused(run({"report", record(), "-o", scratch.path().string()}), {"is a folder"});
  const std::string before = contents(record() + "/run.json");
  expect_refused(run({"report", record(), "-o", record() + "/run.json"}), {"is a file of the run"});
  EXPECT_EQ(contents(record() + "/run.json"), before);
}

TEST_F(Report, NeedsAFile) {
  expect_refused(run({"report", record()}), {"--output is required", "hotlap report --help"});
}

}  // namespace
}  // namespace hotlap::end_to_end
