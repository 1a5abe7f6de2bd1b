// Tests of what is refused before anything is measured: exit 2, what is wrong and what to do, and nothing left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/cli/end_to_end/restrictions.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A comparison that would work, but for what is added or changed.
class Refusal : public testing::Test {
 protected:
  void TearDown() override { EXPECT_FALSE(std::filesystem::exists(folder())) << "a folder was left"; }

  std::string folder() const { return scratch_ / "run"; }
  Arguments with(const Arguments& options) const {
    return joined({compare("same", "same", folder()), kSmall, options});
  }
  Arguments between(const std::string& old_subject, const std::string& new_subject) const {
    return joined({{"compare", "--old", old_subject, "--new", new_subject, "--out", folder()}, kSmall});
  }

  const Scratch scratch_;
};

TEST_F(Refusal, OfAnUnknownCommandNamesIt) { expect_refused(run({"frobnicate"}), {"frobnicate", "hotlap --help"}); }

TEST_F(Refusal, OfNoCommandAtAllTellsWhereToLook) { expect_refused(run(Arguments{}), {"hotlap --help"}); }

TEST_F(Refusal, OfAnUnknownOptionNamesIt) {
  expect_refused(run(with({"--roundss", "3"})), {"--roundss", "hotlap compare --help"});
}

TEST_F(Refusal, OfAnUnknownScenarioSuggestsTheNearest) {
  expect_refused(run(with({"set-hedder"})), {"set-hedder", "did you mean 'set-header'"});
}

TEST_F(Refusal, OfAnUnknownServerSuggestsTheNearest) {
  expect_refused(run(between("fixturs:same", "fixtures:same")), {"fixturs", "did you mean 'fixtures'"});
}

TEST_F(Refusal, OfAnUnknownVariantSuggestsTheNearest) {
  expect_refused(run(between("fixtures:sam", "fixtures:same")), {"'sam'", "did you mean 'same'"});
}

TEST_F(Refusal, OfAMissingVariantListsThem) {
  expect_refused(run(between("fixtures", "fixtures:same")), {"fixtures", "same", "slow-20"});
}

TEST_F(Refusal, OfAnUnknownHotPathOfTheReferenceNamesIt) {
  expect_refused(run(between("reference:before+header-stor=shape", "reference:before")), {"header-stor"});
}

TEST_F(Refusal, OfAnUnknownFormatSuggestsTheNearest) {
  expect_refused(run(with({"--format", "jsn"})), {"--format", "jsn", "did you mean 'json'"});
}

TEST_F(Refusal, OfAnUnknownMetricSuggestsTheNearest) {
  expect_refused(run(with({"--metrics", "throughputt"})), {"--metrics", "throughputt", "did you mean 'throughput'"});
}

TEST_F(Refusal, OfAnUnknownDecidingMetricSuggestsTheNearest) {
  expect_refused(run(with({"--decide", "throughputt"})), {"--decide", "throughputt", "did you mean 'throughput'"});
}

TEST_F(Refusal, OfAnUnknownLoadSuggestsTheNearest) {
  expect_refused(run(with({"--load", "wrkk"})), {"--load", "wrkk", "did you mean 'wrk'"});
}

TEST_F(Refusal, OfAnUnknownProtocolNamesThoseThatThereAre) {
  expect_refused(run(with({"--protocol", "lapss"})), {"--protocol", "lapss", "laps", "rounds"});
}

TEST_F(Refusal, OfAnUnknownFailOnNamesThoseThatThereAre) {
  expect_refused(run(with({"--fail-on", "regresion"})), {"--fail-on", "regresion", "regression", "inconclusive"});
}

TEST_F(Refusal, OfAMissingSubjectNamesTheOption) {
  expect_refused(run(joined({{"compare", "--new", "fixtures:same", "--out", folder()}, kSmall})), {"--old"});
  expect_refused(run(joined({{"compare", "--old", "fixtures:same", "--out", folder()}, kSmall})), {"--new"});
  expect_refused(run(joined({{"run", "--out", folder()}, kSmall})), {"--server"});
}

TEST_F(Refusal, OfABadMarginNamesItsValue) {
  for (const std::string value : {"abc", "-1", "2%%", "", "nan", "2 percent", "1,5"}) {
    SCOPED_TRACE(value);
    expect_refused(run(with({"--margin=" + value})), {"--margin"});
    std::filesystem::remove_all(folder());
  }
}

TEST_F(Refusal, OfNumbersThatMakeNoRunNamesTheOption) {
  for (const std::string option : {"--rounds=0", "--laps=0", "--lap-ms=0", "--connections=0", "--pipeline=0",
                                   "--alpha=1", "--alpha=0", "--budget=0", "--budget=x", "--seed=-1", "--rounds=1e3"}) {
    SCOPED_TRACE(option);
    const std::string name = option.substr(0, option.find('='));
    const Arguments bounded = name == "--rounds" ? Arguments{} : Arguments{"--rounds", "1"};
    expect_refused(run(joined({compare("same", "same", folder()), bounded, {option}})), {name});
    std::filesystem::remove_all(folder());
  }
}

TEST_F(Refusal, OfAMalformedCpuListNamesTheOption) {
  for (const std::string list : {"0-", "x", "", "1-0", "0,,1", "99999999999"}) {
    SCOPED_TRACE(list);
    expect_refused(run(with({"--server-cpus=" + list})), {"--server-cpus"});
  }
}

TEST_F(Refusal, OfOverlappingCpuListsSaysSo) {
  expect_refused(run(with({"--server-cpus", "0-1", "--client-cpus", "1"})),
                 {"--server-cpus", "--client-cpus", "overlap"});
}

TEST_F(Refusal, OfACpuThatIsNotAllowedShowsThoseThatAre) {
  expect_refused(run(with({"--server-cpus", "1000"})), {"--server-cpus", "1000", "may use"});
}

TEST_F(Refusal, OfAMachineOfOneCpuTellsHowToShareIt) {
  const Start start{.arguments = with({}), .cpus = {first_allowed_cpu()}};
  expect_refused(run(start), {"one CPU", "--server-cpus", "--client-cpus"});
}

TEST_F(Refusal, OfAKernelThatRefusesToPinSaysSo) {
  const Start start{.arguments = with({}), .without_affinity = true};
  expect_refused(run(start), {"CPU", "not permitted"});
}

TEST_F(Refusal, OfAFolderThatHoldsSomethingTouchesNothing) {
  const Scratch scratch;
  std::ofstream(scratch.path() / "precious") << "mine";
  expect_refused(run(joined({compare("same", "same", scratch.path()), kSmall})),
                 {scratch.path(), "not empty", "--out"});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 1);
}

TEST_F(Refusal, OfAFolderThatCannotBeWrittenGivesTheReason) {
  const Scratch scratch;
  std::filesystem::permissions(scratch.path(), std::filesystem::perms(0555));
  const Start start{.arguments = joined({compare("same", "same", scratch / "run"), kSmall}), .without_override = true};
  expect_refused(run(start), {scratch / "run", "Permission denied", "--out"});
}

TEST_F(Refusal, OfAFolderBelowAFileGivesTheReason) {
  const Scratch scratch;
  std::ofstream(scratch.path() / "file") << "text";
  expect_refused(run(joined({compare("same", "same", scratch / "file/run"), kSmall})),
                 {scratch / "file/run", "Not a directory"});
}

TEST_F(Refusal, OfAFileThatIsNoExecutableSaysSo) {
  std::ofstream(scratch_ / "text") << "no program";
  expect_refused(run(between(scratch_ / "text", "fixtures:same")), {scratch_ / "text", "not executable"});
}

TEST_F(Refusal, OfAPathWhereNothingIsSaysSo) {
  expect_refused(run(between(scratch_ / "nothing", "fixtures:same")), {scratch_ / "nothing"});
}

TEST_F(Refusal, OfAFolderAsProgramSaysSo) {
  expect_refused(run(between(scratch_.path(), "fixtures:same")), {scratch_.path()});
}

TEST_F(Refusal, OfAProgramThatNoManifestKnowsTellsHowToName) {
  expect_refused(run(between("/bin/true", "/bin/true")), {"/bin/true", "cmd:"});
}

TEST_F(Refusal, OfACommandWithAnOpenQuoteNamesTheQuote) {
  expect_refused(run(between("cmd:'/bin/true {port}", "fixtures:same")), {"cmd:'/bin/true {port}", "not closed"});
}

TEST_F(Refusal, OfAnEmptyCommandSaysSo) { expect_refused(run(between("cmd:", "fixtures:same")), {"cmd:"}); }

TEST_F(Refusal, OfACommandWhoseProgramIsNotThereNamesIt) {
  expect_refused(run(between("cmd:/no/such/program {port}", "fixtures:same")), {"/no/such/program"});
}

TEST_F(Refusal, OfAVariableWithoutAValueNamesIt) {
  expect_refused(run(with({"--new-env", "NOVALUE"})), {"--new-env", "NOVALUE"});
}

TEST_F(Refusal, OfAScenarioThatTheServerDoesNotServeNamesBoth) {
  expect_refused(run(with({"write-head"})), {"write-head", "fixtures"});
}

TEST_F(Refusal, OfAFilterThatLeavesNothingSaysSo) {
  expect_refused(run(with({"--filter", "no-such-part"})), {"no-such-part"});
}

TEST_F(Refusal, AnnouncesNoPlanAndNoRecord) {
  const Result result = run(with({"--metrics", "nope"}));
  EXPECT_THAT(result.err, AllOf(Not(HasSubstr("plan:")), Not(HasSubstr("record:"))));
}

TEST(Sharing, OneCpuForBothIsAWarningWhenItWasAskedFor) {
  const Scratch scratch;
  const int only = first_allowed_cpu();
  const std::string cpu = std::to_string(only);
  const Arguments options = {"--server-cpus", cpu, "--client-cpus", cpu, "--format", "json"};
  const Start start{.arguments = joined({compare("same", "same", scratch / "run"), kSmall, options}), .cpus = {only}};
  const Result result = run(start);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("shared_cpu"));
}

}  // namespace
}  // namespace hotlap::end_to_end
