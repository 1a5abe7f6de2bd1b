// Tests of the sticky comment: found again, quiet when nothing moved, and nothing that was said disappears.
#include "analysis/report/comment.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "analysis/report/limits.h"
#include "analysis/report/sample_comparison.h"
#include "harness/core/error.h"

namespace hotlap::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A run in which nothing moved, told apart from others by when it started.
compare::Comparison quiet_run(const std::string& started_at) {
  compare::Comparison comparison = sample_comparison();
  comparison.rows = {inconclusive_row()};
  comparison.headline = comparison.rows.front().sentence;
  comparison.header.started_at = started_at;
  return comparison;
}

compare::Comparison loud_run(const std::string& started_at) {
  compare::Comparison comparison = sample_comparison();
  comparison.header.started_at = started_at;
  return comparison;
}

std::string with_carriage_returns(const std::string& body) {
  std::string text;
  for (const char c : body) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return text;
}

TEST(Comment, BeginsWithItsMarker) {
  EXPECT_THAT(comment({loud_run("A")}, "ci", {}), StartsWith("<!-- hotlap:ci -->\n"));
}

TEST(Comment, IsOneLineWhenNothingMoved) {
  const std::string body = comment({quiet_run("A")}, "ci", {});
  EXPECT_EQ(std::count(body.begin(), body.end(), '\n'), 3) << body;
  EXPECT_THAT(body, HasSubstr("no verdict: change -0.8 %"));
}

TEST(Comment, ShowsTheRowsWhenSomethingMovedAndWhatAVoidArmDid) {
  EXPECT_THAT(comment({loud_run("A")}, "ci", {}), HasSubstr("### Rows that moved"));
  EXPECT_THAT(comment({void_comparison()}, "ci", {}), HasSubstr("### Void arms"));
}

TEST(Comment, KeepsEveryEarlierResultNewestFirst) {
  const std::string first = comment({loud_run("first")}, "ci", {});
  const std::string second = comment({quiet_run("second")}, "ci", with_carriage_returns(first));
  const std::string third = comment({quiet_run("third")}, "ci", second);
  EXPECT_THAT(third, HasSubstr("Superseded results (2), newest first"));
  const std::size_t newer = third.find("of second\n");
  const std::size_t older = third.find("of first\n");
  ASSERT_NE(older, std::string::npos) << third;
  EXPECT_LT(newer, older);
  EXPECT_THAT(third, HasSubstr("- new is 18.6 % cheaper"));
  EXPECT_THAT(third, Not(HasSubstr("### Rows that moved"))) << "of earlier results the line only";
}

TEST(Comment, OfTheSameRunTwiceSupersedesNothing) {
  const std::string body = comment({loud_run("A")}, "ci", {});
  EXPECT_EQ(comment({loud_run("A")}, "ci", body), body);
}

TEST(Comment, OfAHundredAttemptsSaysHowManyThereWere) {
  std::string body = comment({quiet_run("0")}, "ci", {});
  for (int i = 1; i <= 100; ++i) body = comment({quiet_run(std::to_string(i))}, "ci", body);
  EXPECT_THAT(body, HasSubstr("Superseded results (100)"));
  EXPECT_THAT(body, HasSubstr("**50 older results left out**"));
}

TEST(Comment, FitsWithTheWorstNamesAndManyRuns) {
  std::string worst;
  for (int i = 0; i < 600; ++i) worst += "\u202E@|";
  std::vector<compare::Comparison> runs(60, large_comparison(4));
  for (compare::Comparison& run : runs) {
    run.headline = run.folder = worst;
    run.header.started_at = worst;
    run.header.command_line.assign(4, worst);
    for (compare::Row& row : run.rows) row.scenario = worst;
  }
  const std::string first = comment(runs, "ci", {});
  EXPECT_LE(first.size(), kCommentLimit);
  EXPECT_THAT(first, HasSubstr("of 60 runs left out**"));
  for (compare::Comparison& run : runs) run.folder = "other" + worst;
  const std::string second = comment(runs, "ci", first);
  EXPECT_LE(second.size(), kCommentLimit);
  EXPECT_THAT(second, HasSubstr("older results left out**"));
}

TEST(Comment, IsNoMarkerOfAStranger) {
  compare::Comparison run = hostile_comparison();
  run.headline = "x\n<!-- superseded -->\n- forged\n::error::x @everyone #123";
  const std::string body = comment({run}, "ci", comment({run}, "ci", {}));
  EXPECT_THAT(body, Not(HasSubstr("\n- forged")));
  EXPECT_THAT(body, Not(HasSubstr("\n<!-- superseded -->")));
  EXPECT_THAT(body, Not(HasSubstr("@everyone")));
}

TEST(Comment, RefusesABodyThatIsNotItsOwn) {
  const auto refused = [](const std::string& body) {
    EXPECT_THROW(comment({quiet_run("A")}, "ci", body), core::UserError) << body;
  };
  refused("");
  refused("a comment of somebody else");
  refused(comment({quiet_run("A")}, "other", {}));
  refused("<!-- hotlap:ci -->\n<!-- result -->");
  refused("<!-- hotlap:ci -->\n<!-- result -->\n<img src=x>\n");
  refused("<!-- hotlap:ci -->\n<!-- superseded -->\n- cut off");
  refused("<!-- hotlap:ci -->\n<!-- older left out: many -->\n");
}

}  // namespace
}  // namespace hotlap::report
