// Tests of how servers are named and started: commands, arguments and variables of one arm, names made to do harm.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// How one server was started, as it wrote that down itself.
struct Started {
  Arguments arguments;
  Arguments environment;
};

/// A command line in which `text` is one argument, whatever stands in it except single quotes.
std::string quoted(const std::string& text) { return "'" + text + "'"; }

class Witnessed : public testing::Test {
 protected:
  Witnessed() {
    for (const char* arm : {"old", "new"}) std::filesystem::create_directory(scratch_.path() / arm);
  }

  /// A server that writes into the folder of that arm how it was started.
  std::string subject(const std::string& arm, const std::string& more = "") const {
    return "cmd:" ARGUMENT_WITNESS " -- " FIXTURE_SERVER " {port} " + quoted(scratch_ / arm) + more;
  }
  Arguments command(const Arguments& sizes = kTiny) const {
    return joined(
        {{"compare", "get", "--old", subject("old"), "--new", subject("new"), "--out", scratch_ / "run"}, sizes});
  }
  /// One for every launch of that arm (the control is `old` once more).
  std::vector<Started> started(const std::string& arm) const {
    std::vector<Started> all;
    for (const auto& entry : std::filesystem::directory_iterator(scratch_.path() / arm)) {
      std::ifstream file(entry.path(), std::ios::binary);
      Started one;
      std::string text;
      std::getline(file, text, '\0');
      const std::size_t count = std::stoul(text);
      while (std::getline(file, text, '\0')) {
        (one.arguments.size() < count ? one.arguments : one.environment).push_back(text);
      }
      all.push_back(std::move(one));
    }
    return all;
  }

  const Scratch scratch_;
};

TEST_F(Witnessed, EveryRoundStartsFreshProcesses) {
  ASSERT_EQ(run(command(kSmall)).exit_code, 0);
  EXPECT_THAT(started("new"), SizeIs(testing::Ge(2u)));
  EXPECT_EQ(started("old").size(), 2 * started("new").size()) << "old, and control, which is old once more";
}

TEST_F(Witnessed, ArgumentsReachTheirArmOnly) {
  const Arguments options = {"--old-arg", "for-old", "--new-arg", "one", "--new-arg", "two"};
  ASSERT_EQ(run(joined({command(), options})).exit_code, 0);
  for (const Started& one : started("old")) EXPECT_THAT(one.arguments, ElementsAre("for-old"));
  for (const Started& one : started("new")) EXPECT_THAT(one.arguments, ElementsAre("one", "two"));
}

TEST_F(Witnessed, VariablesReachTheirArmOnly) {
  const Arguments options = {"--old-env", "WHO=old build", "--new-env", "WHO=new=build", "--new-env", "EMPTY="};
  ASSERT_EQ(run(joined({command(), options})).exit_code, 0);
  for (const Started& one : started("old")) {
    EXPECT_THAT(one.environment, AllOf(Contains("WHO=old build"), Not(Contains("EMPTY="))));
  }
  for (const Started& one : started("new")) {
    EXPECT_THAT(one.environment, AllOf(Contains("WHO=new=build"), Contains("EMPTY=")));
  }
}

TEST_F(Witnessed, ArgumentsAndVariablesStandInTheRecord) {
  Arguments sizes = kTiny;
  ASSERT_EQ(sizes.back(), "--no-control");
  sizes.pop_back();
  ASSERT_EQ(run(joined({command(sizes), {"--new-arg", "a b", "--old-env", "WHO=me"}})).exit_code, 0);
  const Json subjects = read_record(scratch_ / "run").header["subjects"];
  EXPECT_EQ(subjects[0]["environment"], Json({{"WHO", "me"}}));
  EXPECT_EQ(subjects[0]["arguments"], Json::array());
  EXPECT_EQ(subjects[1]["environment"], Json::object());
  EXPECT_EQ(subjects[1]["arguments"], Json({"a b"}));
  EXPECT_EQ(subjects[2]["environment"], Json({{"WHO", "me"}})) << "the control is old once more";
}

TEST_F(Witnessed, TheSizeOfTheEnvironmentIsDrawnAnewForEveryRoundAlikeForAllArms) {
  ASSERT_EQ(run(joined({command(kSmall), {"--seed", "3"}})).exit_code, 0);
  const auto sizes = [&](const std::string& arm) {
    std::set<std::size_t> all;
    for (const Started& one : started(arm)) {
      std::size_t size = 0;
      for (const std::string& variable : one.environment) size += variable.size() + 1;
      all.insert(size);
    }
    return all;
  };
  EXPECT_EQ(sizes("old"), sizes("new"));
  EXPECT_GT(sizes("new").size(), 1u);
}

/// Texts that mean something to a shell, to printf, or to whoever prints them.
const Arguments kHostile = {"; touch PWNED",
                            "$(touch PWNED)",
                            "`touch PWNED`",
                            "| touch PWNED",
                            "a\nb",
                            "%n%s%d",
                            "\"double\"",
                            "back\\slash",
                            "*",
                            "~",
                            "$HOME",
                            "{",
                            "<b>&amp;</b>",
                            "\x1b[31mred",
                            "a\tb",
                            "--help",
                            "||markdown|`x`",
                            "\xff\xfe not UTF",
                            "it's"};

TEST_F(Witnessed, HostileArgumentsArePassedVerbatimAndNeverToAShell) {
  Arguments options;
  for (const std::string& text : kHostile) options.push_back("--new-arg=" + text);
  for (const std::string& text : kHostile) options.push_back("--old-env=HOSTILE=" + text);
  const Start start{.arguments = joined({command(), options, {"--format", "json"}}), .folder = scratch_.path()};
  const Result result = run(start);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  ASSERT_THAT(started("new"), Not(IsEmpty()));
  for (const Started& one : started("new")) EXPECT_THAT(one.arguments, ElementsAreArray(kHostile));
  for (const Started& one : started("old")) EXPECT_THAT(one.environment, Contains("HOSTILE=" + kHostile.back()));
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "PWNED"));
  EXPECT_THAT(comparison_problems(parsed(result.out)), IsEmpty());
  EXPECT_THAT(schema_problems(read_record(scratch_ / "run")), IsEmpty());
}

TEST_F(Witnessed, HostileTextDoesNotReachATerminalOrAMarkdownPageAlive) {
  Arguments options;
  for (const std::string& text : kHostile) options.push_back("--new-arg=" + text);
  ASSERT_EQ(run(joined({command(), options})).exit_code, 0);
  for (const std::string format : {"text", "node", "markdown", "csv", "json"}) {
    const std::string shown = run({"judge", scratch_ / "run", "--format", format}).out;
    EXPECT_THAT(shown, Not(HasSubstr("\x1b"))) << format;
    if (format == "markdown") {
      EXPECT_THAT(shown, Not(HasSubstr("<b>")));
    }
  }
}

TEST_F(Witnessed, QuotedArgumentsOfACommandSurviveWithTheirSpaces) {
  const std::string more = R"( 'one two' "three  four" five\ six '' "a\"b" 'c"d')";
  Arguments arguments = command();
  arguments[5] = subject("new", more);
  ASSERT_EQ(arguments[4], "--new");
  const Result result = run(arguments);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const Started& one : started("new")) {
    EXPECT_THAT(one.arguments, ElementsAre("one two", "three  four", "five six", "", "a\"b", "c\"d"));
  }
}

TEST_F(Witnessed, APathMadeToDoHarmIsOnlyAPath) {
  const std::filesystem::path folder = scratch_.path() / "a b; $(touch PWNED) %n \"q\"\n|`x`";
  std::filesystem::create_directory(folder);
  const std::filesystem::path program = folder / "fixture-server";
  std::filesystem::copy_file(FIXTURE_SERVER, program);
  const Start start{.arguments = joined({{"compare", "get", "--old", command_of("same"), "--new",
                                          "cmd:" + quoted(program) + " --port {port} --variant same", "--out",
                                          scratch_ / "run", "--format", "markdown"},
                                         kTiny}),
                    .folder = scratch_.path()};
  const Result result = run(start);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "PWNED"));
  EXPECT_EQ(read_record(scratch_ / "run").header["subjects"][1]["executable"], program.string());
}

TEST(Commands, NeedNoScenarioNamed) {
  const Scratch scratch;
  const Result result = run(
      joined({{"compare", "--old", command_of("same"), "--new", command_of("same"), "--out", scratch / "run"}, kTiny}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_record(scratch / "run").header["configurations"][0]["scenario"], "get");
}

TEST(Commands, AreFoundInThePath) {
  const Scratch scratch;
  const std::string folder = std::filesystem::path(FIXTURE_SERVER).parent_path();
  const std::string subject = "cmd:fixture-server --port {port} --variant same";
  const Start start{
      .arguments = joined({{"compare", "get", "--old", subject, "--new", subject, "--out", scratch / "run"}, kTiny}),
      .environment = {{"PATH", folder + ":/usr/bin:/bin"}}};
  const Result result = run(start);
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(Commands, OfTheSameProgramWithAndWithoutASwitch) {
  const Scratch scratch;
  const std::string subject = "cmd:" FIXTURE_SERVER " --port {port}";
  const Result result =
      run(joined({{"compare", "set-header", "--old", subject, "--new", subject, "--old-arg=--variant", "--old-arg=same",
                   "--new-arg=--variant", "--new-arg=status-500", "--out", scratch / "run"},
                  kTiny}));
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("arm new"), HasSubstr("status 500 instead of 200")));
}

TEST_F(Witnessed, ArgumentsStandBehindTheProgramWhereItsSwitchesBelong) {
  Arguments arguments = command();
  ASSERT_EQ(arguments[4], "--new");
  arguments[5] = subject("new", " last");
  ASSERT_EQ(run(joined({arguments, {"--new-arg", "first"}})).exit_code, 0);
  for (const Started& one : started("new")) EXPECT_THAT(one.arguments, ElementsAre("first", "last"));
}

TEST(Commands, WithAnUnknownPlaceholderAreRefused) {
  const Scratch scratch;
  const Arguments command = joined({{"compare", "get", "--old", command_of("same"), "--new", command_of("same"),
                                     "--out", scratch / "run", "--new-arg", "{prot}"},
                                    kTiny});
  expect_refused(run(command), {"{prot}"});
  EXPECT_FALSE(std::filesystem::exists(scratch / "run"));
}

TEST(Manifests, RunTheirProgramFromAnotherPath) {
  const Scratch scratch;
  const std::string copy = scratch / "copy";
  std::filesystem::copy_file(FIXTURE_SERVER, copy);
  const Result result = run(joined(
      {{"compare", "--old", "fixtures:same", "--new", "fixtures:same=" + copy, "--out", scratch / "run"}, kTiny}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_record(scratch / "run").header["subjects"][1]["executable"], copy);
}

TEST(Manifests, TellThatOldAndNewAreTheSameBuild) {
  const Scratch scratch;
  const Result result = run(joined({compare("same", "same", scratch / "run"), kSmall, {"--format", "json"}}));
  EXPECT_THAT(result.out, HasSubstr("same_build"));
}

}  // namespace
}  // namespace hotlap::end_to_end
