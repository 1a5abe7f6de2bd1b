// Tests of the body of a pull request's comment, from records on disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A run of a build that is slow enough to be seen, and the same record as another run would have left it.
class CommentBody : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    stored_ = new Scratch;
    const Arguments arguments = {
        "compare", "set-header", "--old", command_of("same"), "--new", command_of("slow-100"), "--rounds",
        "7",       "--laps",     "6",     "--lap-ms",         "3",     "--no-control"};
    result_ = run(joined({arguments, {"--out", first()}}));
    std::filesystem::copy(first(), second());
    Json header = read_record(first()).header;
    header["started_at"] = "2099-01-01T00:00:00Z";
    std::ofstream(second() + "/run.json") << header;
  }
  static void TearDownTestSuite() { delete stored_; }
  void SetUp() override { ASSERT_EQ(result_.exit_code, 0) << result_.err; }

  static std::string first() { return *stored_ / "first"; }
  static std::string second() { return *stored_ / "second"; }
  static std::string save(const Scratch& scratch, const std::string& body) {
    std::ofstream(scratch.path() / "body.md", std::ios::binary) << body;
    return scratch / "body.md";
  }

  static inline Scratch* stored_ = nullptr;
  static inline Result result_;
};

TEST_F(CommentBody, ShowsWhatMoved) {
  const Result result = run({"comment", first(), "--metrics", "cpu", "--margin", "0"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("<!-- hotlap:results -->\n"));
  EXPECT_THAT(result.out, HasSubstr("### Rows that moved"));
  EXPECT_THAT(result.out, HasSubstr("hotlap compare set-header"));
}

TEST_F(CommentBody, IsOneLineUnderItsMarkersWhenNothingMoved) {
  const Result result = run({"comment", first(), "--metrics", "cpu", "--margin", "900"});
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3) << result.out;
}

TEST_F(CommentBody, KeepsTheRedResultWhenALaterRunIsGreen) {
  const Scratch scratch;
  const Result red = run({"comment", first(), "--metrics", "cpu", "--margin", "0", "--fail-on", "regression"});
  EXPECT_EQ(red.exit_code, 1) << red.err;
  const Result green =
      run({"comment", second(), "--metrics", "cpu", "--margin", "900", "--previous", save(scratch, red.out)});
  EXPECT_EQ(green.exit_code, 0) << green.err;
  EXPECT_THAT(green.out, HasSubstr("Superseded results (1)"));
  EXPECT_THAT(green.out, HasSubstr("(verdict: regression)"));
}

TEST_F(CommentBody, RefusesABodyWithoutTheMarkerAndAKeyThatEndsIt) {
  const Scratch scratch;
  const std::string other = save(scratch, "somebody else's\n");
  expect_refused(run({"comment", first(), "--previous", other}), {"--previous", "<!-- hotlap:results -->"});
  expect_refused(run({"comment", first(), "--previous", scratch / "none"}), {scratch / "none"});
  expect_refused(run({"comment", first(), "--key", "a-->b"}), {"a-->b"});
  expect_refused(run({"comment"}), {"required", "hotlap comment --help"});
}

}  // namespace
}  // namespace hotlap::end_to_end
