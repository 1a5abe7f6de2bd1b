// Tests of runs that are cut short: by Ctrl-C, by a kill, by a full disk; and of --resume.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr int kRounds = 4;
const Arguments kSizes = {"--rounds", "4", "--laps", "2", "--lap-ms", "2", "--no-control", "--seed", "5"};

/// The run that all of these tests cut short: some hundred lines when it is whole.
Start long_run(const std::string& folder) {
  return {.arguments = joined({compare("same", "slow-20", folder), kSizes})};
}

/// The laps of that run when nobody cuts it short.
const std::map<std::pair<int, int>, std::vector<std::string>>& planned_orders() {
  static const auto orders = [] {
    const Scratch scratch;
    EXPECT_EQ(run(long_run(scratch / "run")).exit_code, 0);
    return lap_orders(read_record(scratch / "run"));
  }();
  return orders;
}

/// Waits until the record has so many lines. False when the run ended before.
bool wait_for_lines(Running& hotlap, const std::string& folder, std::size_t lines) {
  return poll_until([&] { return count_lines(folder) >= lines || hotlap.ended(); }) && !hotlap.ended();
}

void expect_readable(const std::string& folder) {
  const RecordOnDisk record = read_record(folder);
  EXPECT_TRUE(record.header.is_object());
  EXPECT_THAT(record.lines, Each(Not(Json())));
  EXPECT_THAT(schema_problems(record), IsEmpty());
}

/// Resumes, and expects the plan to be complete then: every round once, in the planned order, all of them judged.
void expect_resume_completes(const std::string& folder) {
  const Result result = run({"compare", "--resume", folder, "--format", "json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  expect_readable(folder);
  const RecordOnDisk record = read_record(folder);
  std::multiset<int> done;
  for (const Json& event : events(record, "round_done")) done.insert(event["round"].get<int>());
  EXPECT_THAT(done, testing::ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(events(record, "finished"), SizeIs(1));

  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["interrupted"], false);
  for (const Json& row : comparison["rows"]) EXPECT_EQ(row["rounds"], kRounds) << row["metric"];

  EXPECT_EQ(lap_orders(record), planned_orders()) << "it did not go on with the same plan";
}

TEST(Marks, FindTheServersOfARunThatGoesOn) {
  const Scratch scratch;
  Running hotlap(long_run(scratch / "run"));
  ASSERT_TRUE(wait_for_lines(hotlap, scratch / "run", 3));
  EXPECT_GE(hotlap.processes().size(), 3u) << "hotlap, old and new: else no test here could see a server that is left";
  hotlap.send(SIGKILL);
  EXPECT_TRUE(hotlap.leaves_nothing());
}

class AskedToStop : public testing::TestWithParam<int> {};

TEST_P(AskedToStop, ItEndsTheServersKeepsTheRecordAndCanBeResumed) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  Running hotlap(long_run(folder));
  ASSERT_TRUE(wait_for_lines(hotlap, folder, 30));
  hotlap.send(GetParam());
  const Result result = hotlap.wait();
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_TRUE(hotlap.leaves_nothing());
  EXPECT_THAT(result.err, HasSubstr("--resume")) << "it does not say how to go on";
  expect_readable(folder);
  const RecordOnDisk record = read_record(folder);
  EXPECT_FALSE(record.unfinished_line);
  EXPECT_THAT(events(record, "interrupted"), SizeIs(1));
  expect_resume_completes(folder);
}

INSTANTIATE_TEST_SUITE_P(Signals, AskedToStop, testing::Values(SIGINT, SIGTERM), [](const auto& instance) {
  return std::string(instance.param == SIGINT ? "CtrlC" : "Terminate");
});

TEST(Interrupted, SaysSoInTheResult) {
  const Scratch scratch;
  Start start = long_run(scratch / "run");
  start.arguments = joined({start.arguments, {"--format", "json"}});
  Running hotlap(start);
  ASSERT_TRUE(wait_for_lines(hotlap, scratch / "run", 30));
  hotlap.send(SIGINT);
  const Result result = hotlap.wait();
  const Json comparison = parsed(result.out);
  EXPECT_THAT(comparison_problems(comparison), IsEmpty());
  EXPECT_EQ(comparison["interrupted"], true);
}

TEST(Interrupted, BeforeAnyLineItStillLeavesNothing) {
  const Scratch scratch;
  Start start = long_run(scratch / "run");
  start.arguments[4] = "fixtures:never-ready";  // there is time: it waits for this server
  Running hotlap(start);
  ASSERT_TRUE(poll_until([&] { return hotlap.processes().size() >= 2; }));
  hotlap.send(SIGINT);
  EXPECT_EQ(hotlap.wait().exit_code, 130);
  EXPECT_TRUE(hotlap.leaves_nothing());
}

TEST(Interrupted, TwiceItDoesNotWaitForAServerThatWillNotStop) {
  const Scratch scratch;
  Start start = long_run(scratch / "run");
  start.arguments[4] = "fixtures:ignores-sigterm";
  Running hotlap(start);
  ASSERT_TRUE(wait_for_lines(hotlap, scratch / "run", 5));
  hotlap.send(SIGINT);
  hotlap.send(SIGINT);
  const Result result = hotlap.wait();
  EXPECT_TRUE(result.exit_code == 130 || result.signal == SIGINT) << result.exit_code;
  EXPECT_TRUE(hotlap.leaves_nothing());
  expect_readable(scratch / "run");
}

class Killed : public testing::TestWithParam<std::size_t> {};

TEST_P(Killed, LeavesNoServerAndAReadableRecordThatCanBeResumed) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  Running hotlap(long_run(folder));
  ASSERT_TRUE(wait_for_lines(hotlap, folder, GetParam()));
  hotlap.send(SIGKILL);
  EXPECT_EQ(hotlap.wait().signal, SIGKILL);
  EXPECT_TRUE(hotlap.leaves_nothing()) << "left behind: " << testing::PrintToString(hotlap.processes());
  expect_readable(folder);
  EXPECT_GE(read_record(folder).lines.size(), GetParam());
  expect_resume_completes(folder);
}

INSTANTIATE_TEST_SUITE_P(AtLine, Killed, testing::Values(1, 5, 20, 45),
                         [](const auto& instance) { return "Line" + std::to_string(instance.param); });

TEST(Resume, CutsOffALineThatWasNotFinished) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  ASSERT_EQ(run(long_run(folder)).exit_code, 0);
  const auto file = std::filesystem::path(folder) / "samples.jsonl";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  ASSERT_TRUE(read_record(folder).unfinished_line);
  expect_resume_completes(folder);
}

TEST(Resume, OfAFinishedRunMeasuresNothingMore) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  ASSERT_EQ(run(long_run(folder)).exit_code, 0);
  const auto samples = [&] {
    std::size_t count = 0;
    for (const Json& line : read_record(folder).lines) count += line["kind"] == "event" ? 0 : 1;
    return count;
  };
  const std::size_t before = samples();
  const Result result = run({"compare", "--resume", folder, "--format", "json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(samples(), before);
  EXPECT_EQ(parsed(result.out)["rows"][0]["rounds"], kRounds);
}

TEST(Resume, OfAFolderWithoutARecordIsRefused) {
  const Scratch scratch;
  expect_refused(run({"compare", "--resume", scratch / "nothing"}), {scratch / "nothing"});
  expect_refused(run({"compare", "--resume", scratch.path()}), {scratch.path()});
}

TEST(Resume, OfARunThatStillGoesOnIsRefused) {
  const Scratch scratch;
  Running hotlap(long_run(scratch / "run"));
  ASSERT_TRUE(wait_for_lines(hotlap, scratch / "run", 3));
  const Result second = run({"compare", "--resume", scratch / "run"});
  ASSERT_FALSE(hotlap.ended()) << "the first run was over before the second had looked";
  expect_refused(second, {scratch / "run"});
  hotlap.send(SIGKILL);
  EXPECT_TRUE(hotlap.leaves_nothing());
}

TEST(FullDisk, IsAnErrorThatNamesTheRecordAndLosesNoLine) {
  const Scratch scratch;
  Start start = long_run(scratch / "run");
  start.file_size = 9000;  // run.json fits; some twenty lines do
  const Result result = run(start);
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr(scratch / "run"), HasSubstr("File too large")));
  expect_readable(scratch / "run");
  EXPECT_FALSE(read_record(scratch / "run").unfinished_line) << "half a line was left";
  EXPECT_GT(read_record(scratch / "run").lines.size(), 10u);
  expect_resume_completes(scratch / "run");
}

TEST(FullDisk, FromTheStartLeavesNoHalfHeader) {
  const Scratch scratch;
  Start start = long_run(scratch / "run");
  start.file_size = 1000;
  expect_refused(run(start), {scratch / "run", "File too large"});
  EXPECT_FALSE(std::filesystem::exists(scratch / "run/run.json"));
}

TEST(Resume, OfACompleteRunMeasuresNothing) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  ASSERT_EQ(run(joined({compare("same", "same", folder), kSmall})).exit_code, 0);
  const std::size_t lines = count_lines(folder);
  const Result result = run({"compare", "--resume", folder});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, ::testing::HasSubstr("the run is complete"));
  EXPECT_THAT(result.out, ::testing::HasSubstr("verdict:"));
  EXPECT_EQ(count_lines(folder), lines);
}

TEST(Resume, RefusesWhatItsRecordHasDecided) {
  const Scratch scratch;
  const std::string folder = scratch / "run";
  ASSERT_EQ(run(joined({compare("same", "same", folder), kSmall})).exit_code, 0);
  for (const Arguments& more :
       std::vector<Arguments>{{"--rounds", "9"}, {"--old", "node"}, {"--seed", "3"}, {"set-header"}}) {
    expect_refused(run(joined({{"compare", "--resume", folder}, more})),
                   {"--resume", more.front() == "set-header" ? "scenarios" : more.front()});
  }
}

}  // namespace
}  // namespace hotlap::end_to_end
