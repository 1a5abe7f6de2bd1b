// Tests of servers that break: the arm is void, the message names arm, round and what was seen, and nobody is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// A variant that breaks, and what the message must show of how it did.
struct Fault {
  std::string variant;
  std::vector<std::string> seen;
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.variant; }

class BrokenArm : public testing::TestWithParam<Fault> {
 protected:
  /// `run` also fails the test when a process with this run's mark is left.
  static Result compared(const std::string& old_variant, const std::string& new_variant, const std::string& folder) {
    // Enough laps for every fault that waits for some number of requests.
    const Arguments sizes = {"--rounds", "2", "--laps", "6", "--lap-ms", "20"};
    return run(joined({compare(old_variant, new_variant, folder), sizes, {"--format", "json"}}));
  }
};

TEST_P(BrokenArm, IsVoidAndTheMessageNamesArmRoundAndWhatWasSeen) {
  const Scratch scratch;
  const Result result = compared("same", GetParam().variant, scratch / "run");
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.err, HasSubstr("arm new"));
  EXPECT_THAT(result.err, HasSubstr("round 1"));
  for (const std::string& words : GetParam().seen) EXPECT_THAT(result.err, HasSubstr(words));

  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["verdict"], "invalid");
  ASSERT_THAT(comparison["void_arms"], SizeIs(1));
  EXPECT_EQ(comparison["void_arms"][0]["arm"], "new");
  for (const Json& row : comparison["rows"]) EXPECT_EQ(row["verdict"], "invalid") << row["metric"];

  const RecordOnDisk record = read_record(scratch / "run");
  EXPECT_THAT(schema_problems(record), IsEmpty());
  EXPECT_THAT(events(record, "void_arm"), SizeIs(1));
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, BrokenArm,
    testing::Values(Fault{"wrong-body", {"body has 12 bytes instead of 11", "Hello World!"}},
                    Fault{"changes-body", {"body has 12 bytes instead of 11"}},
                    Fault{"status-500", {"status 500 instead of 200", "HTTP/1.1 500 Internal Server Error"}},
                    Fault{"drops", {"a connection"}},
                    Fault{"dies", {"exited with status 7", "dies after 3000 requests, as told"}},
                    Fault{"hangs", {"not answered within"}},
                    Fault{"dies-early", {"exited with status 3", "before it was ready", "ends before it listens"}},
                    Fault{"never-ready", {"accepted no connection on port", "never listens, as told"}},
                    Fault{"daemon", {"process "}}),
    [](const auto& instance) {
      std::string name = instance.param.variant;
      name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
      return name;
    });

TEST(BrokenArms, OldIsNamedWhenItIsOldThatBreaks) {
  const Scratch scratch;
  const Result result = run(joined({compare("status-500", "same", scratch / "run"), kSmall, {"--no-control"}}));
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("arm old"), Not(HasSubstr("arm new"))));
}

TEST(BrokenArms, TheRoundIsCountedAlikeEverywhere) {
  const Scratch scratch;
  const auto round_in = [](const std::string& text) {
    std::smatch found;
    return std::regex_search(text, found, std::regex("round (\\d+)")) ? found[1].str() : "none";
  };
  const Result result = run(joined({compare("same", "status-500", scratch / "run"), kSmall}));
  EXPECT_EQ(round_in(result.err), "1");
  EXPECT_EQ(round_in(result.out), round_in(result.err)) << "standard output and standard error disagree";
}

TEST(BrokenArms, ABrokenArmIsNotOverruledByFailOn) {
  const Scratch scratch;
  const Arguments options = {"--fail-on", "regression,inconclusive"};
  EXPECT_EQ(run(joined({compare("same", "status-500", scratch / "run"), kSmall, options})).exit_code, 4);
}

TEST(BrokenArms, WhatWasMeasuredBeforeStaysReadable) {
  const Scratch scratch;
  ASSERT_EQ(run(joined({compare("same", "changes-body", scratch / "run"), kSmall})).exit_code, 4);
  EXPECT_THAT(read_record(scratch / "run").lines, SizeIs(testing::Ge(2u))) << "a lap, and how it ended";
  const Result judged = run({"judge", scratch / "run", "--format", "json"});
  EXPECT_EQ(judged.exit_code, 4) << judged.err;
  EXPECT_EQ(parsed(judged.out)["verdict"], "invalid");
}

TEST(BrokenArms, EveryFormatSaysThatAnArmIsVoid) {
  const Scratch scratch;
  ASSERT_EQ(run(joined({compare("same", "status-500", scratch / "run"), kSmall})).exit_code, 4);
  for (const std::string format : {"text", "markdown", "csv", "json"}) {
    EXPECT_THAT(run({"judge", scratch / "run", "--format", format}).out, HasSubstr("invalid")) << format;
  }
}

TEST(DifferingResponses, AreShownAsADiffAndWarnedAboutButMeasured) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "header-order", scratch / "run"), kSmall, {"--format", "json"}}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("differ"), HasSubstr("\n+ Content-Length: 11\n"),
                                HasSubstr("\n- Content-Length: 11\n"), HasSubstr("\n  Content-Type: text/plain\n")));
  EXPECT_THAT(result.err, Not(HasSubstr("GMT"))) << "the date is not masked";
  const Json comparison = parsed(result.out);
  std::vector<std::string> codes;
  for (const Json& warning : comparison["warnings"]) codes.push_back(warning["code"].get<std::string>());
  EXPECT_THAT(codes, Contains("responses_differ"));
}

TEST(DifferingResponses, EqualResponsesAreNotWarnedAbout) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "slow-1", scratch / "run"), kSmall, {"--format", "json"}}));
  EXPECT_THAT(result.err, Not(HasSubstr("differ")));
  EXPECT_THAT(result.out, Not(HasSubstr("responses_differ")));
}

/// Servers that behave in an unusual way, and are measured nevertheless.
class UnusualServer : public testing::TestWithParam<std::string> {};

TEST_P(UnusualServer, IsMeasuredAndStopped) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", GetParam(), scratch / "run"), kSmall, {"--format", "json"}}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(parsed(result.out)["void_arms"], IsEmpty());
  EXPECT_THAT(events(read_record(scratch / "run"), "round_done"), SizeIs(2));
}

INSTANTIATE_TEST_SUITE_P(Fixtures, UnusualServer, testing::Values("slow-ready", "forks", "ignores-sigterm", "warming"),
                         [](const auto& instance) { return std::regex_replace(instance.param, std::regex("-"), ""); });

TEST(UnusualServers, TheWorkOfAChildProcessIsCounted) {
  const Scratch scratch;
  const Result result =
      run(joined({compare("same", "forks", scratch / "run"), kSmall, {"--metrics", "cpu", "--format", "json"}}));
  const Json row = rows(result).at(0);
  // A parent that only waits uses next to nothing. The true ratio is 1; no noise makes 1 into a fourth.
  EXPECT_GT(row["new"]["mean"].get<double>(), row["old"]["mean"].get<double>() / 4);
}

}  // namespace
}  // namespace hotlap::end_to_end
