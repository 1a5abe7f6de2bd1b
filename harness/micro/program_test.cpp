// Programs as they are started and as they end, with shell scripts in their place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/core/error.h"
#include "harness/micro/micro.h"
#include "harness/subject/system_processes.h"
#include "harness/subject/test_support.h"

namespace hotlap::micro {
namespace {

using subject::user_error;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ProgramTest : public testing::Test {
 protected:
  /// A program that runs `script` with $out, $filter and $min_time of its options set.
  subject::Subject program(const std::string& script) {
    const std::string text =
        "#!/bin/sh\nfor option; do case $option in --benchmark_out=*) out=${option#*=};; --benchmark_filter=*) "
        "filter=${option#*=};; --benchmark_min_time=*) min_time=${option#*=};; --benchmark_list_tests*) list=yes;; "
        "esac; done\n" +
        script + "\n";
    subject::Subject subject;
    subject.spec = subject.executable = folder_.write("program", text, true);
    return subject;
  }
  Launch launch() const {
    Launch launch;
    launch.filter = "^a$";
    launch.least_time = std::chrono::milliseconds(50);
    launch.result_path = folder_ / "result.json";
    launch.limit = std::chrono::seconds(30);
    return launch;
  }
  /// What run_program returned, or "failure: ..." of the ArmFailure.
  std::string run(const std::string& script, const Launch& launch) {
    try {
      return run_program(program(script), launch, *processes_);
    } catch (const core::ArmFailure& failure) {
      return std::string("failure: ") + failure.what() + "|" + failure.seen();
    }
  }
  std::string run(const std::string& script) { return run(script, launch()); }

  subject::TemporaryFolder folder_;
  std::unique_ptr<core::Processes> processes_ = subject::system_processes();
};

TEST_F(ProgramTest, IsToldItsRowAndWhereToWrite) {
  EXPECT_EQ(run("printf '%s' \"$filter $min_time\" >\"$out\""), "^a$ 0.05s");
  Launch plain = launch();
  plain.seconds_suffix = false;
  EXPECT_EQ(run("printf '%s' \"$min_time\" >\"$out\"", plain), "0.05");
}

TEST_F(ProgramTest, NoShellReadsANameOnItsWay) {
  Launch hostile = launch();
  hostile.filter = "^$(touch /tmp/x); `id` \"'* $";
  EXPECT_EQ(run("printf '%s' \"$filter\" >\"$out\"", hostile), hostile.filter);
}

TEST_F(ProgramTest, WritesItsNumbersWithoutALocaleAndCanBePadded) {
  Launch padded = launch();
  padded.environment_padding = 5;
  EXPECT_EQ(run("printf '%s' \"$LC_ALL $HOTLAP_PADDING\" >\"$out\"", padded), "C xxxxx");
}

TEST_F(ProgramTest, ExtraArgumentsAndVariablesArriveBehindOurs) {
  subject::Subject subject = program("");
  subject.extra_arguments = {"--more"};
  subject.extra_environment = {{"NAME", "value"}};
  const core::Command command = command_for(subject, launch());
  EXPECT_EQ(command.arguments.back(), "--more");
  EXPECT_THAT(command.environment, Contains(std::pair(std::string("NAME"), std::string("value"))));
  EXPECT_THAT(command.arguments[0], AllOf(SizeIs(512), EndsWith("/program"))) << "paths of one length";
}

TEST_F(ProgramTest, LeavesNoFileBehind) {
  run("echo x >\"$out\"");
  EXPECT_FALSE(std::filesystem::exists(launch().result_path));
}

TEST_F(ProgramTest, WhatAnEarlierProcessWroteIsNotItsResult) {
  folder_.write("result.json", "old news");
  EXPECT_THAT(run("exit 0"), HasSubstr("failure: it wrote no results"));
}

TEST_F(ProgramTest, ABadEndSaysHowAndWhatWasSeen) {
  EXPECT_THAT(run("echo oops >&2; exit 7"), AllOf(HasSubstr("exited with status 7"), HasSubstr("oops")));
  EXPECT_THAT(run("kill -SEGV $$"), HasSubstr("killed by signal 11"));
  EXPECT_THAT(run("echo x >\"$out\"; exit 1"), HasSubstr("exited with status 1")) << "results do not make up for it";
}

TEST_F(ProgramTest, OneThatDoesNotEndIsKilled) {
  Launch short_launch = launch();
  short_launch.limit = std::chrono::milliseconds(100);
  EXPECT_THAT(run("echo begun; sleep 60", short_launch),
              AllOf(HasSubstr("did not end within 0.1 s"), HasSubstr("begun")));
}

TEST_F(ProgramTest, ResultsThatDoNotEndAreNotRead) {
  EXPECT_THAT(run("head -c 20000000 /dev/zero >\"$out\""), HasSubstr("more than 16 MB"));
}

TEST_F(ProgramTest, ListsItsRowsOnceEach) {
  const Listing listing = list_rows(program("printf 'a\\n***WARNING*** slow\\nb/8\\r\\n\\na\\n\\377\\n'"), *processes_);
  EXPECT_THAT(listing.names, ElementsAre("a", "b/8"));
  EXPECT_TRUE(listing.seconds_suffix);
  ASSERT_THAT(listing.warnings, SizeIs(2));
  EXPECT_EQ(listing.warnings[0].code, "row_listed_twice");
  EXPECT_EQ(listing.warnings[1].code, "row_name_unreadable");
}

TEST_F(ProgramTest, OneThatWantsPlainSecondsIsFoundOut) {
  const std::string refuses = "case $min_time in *s) echo \"bad benchmark_min_time\" >&2; exit 1;; esac; echo a";
  EXPECT_FALSE(list_rows(program(refuses), *processes_).seconds_suffix);
  const std::string complains = "case $min_time in *s) echo \"bad benchmark_min_time\" >&2;; esac; echo a";
  EXPECT_FALSE(list_rows(program(complains), *processes_).seconds_suffix);
}

TEST_F(ProgramTest, OneThatIsNoBenchmarkIsRefused) {
  const auto refusal = [&](const std::string& script) {
    return user_error([&] { list_rows(program(script), *processes_); });
  };
  EXPECT_THAT(refusal("echo 'unknown option' >&2; exit 2"), AllOf(HasSubstr("unknown option"), HasSubstr("program")));
  EXPECT_THAT(refusal("exit 0"), HasSubstr("lists no rows"));
}

TEST_F(ProgramTest, ATrialTellsCountersAndLinesThatAreNoRows) {
  const std::string writes =
      R"(printf '{"benchmarks":[{"name":"a","run_name":"a","iterations":1,"real_time":1,"cpu_time":1,"time_unit":"ns",)"
      R"("bytes/call":2},{"name":"bad","error_occurred":true}]}' >"$out")";
  const Trial trial = try_rows(program(writes), {"a", "banner", "bad"}, launch(), *processes_);
  EXPECT_THAT(trial.counters, ElementsAre("bytes/call"));
  EXPECT_THAT(trial.no_rows, ElementsAre("banner")) << "a row with an error is a row";
}

TEST_F(ProgramTest, ATrialThatFailsIsLeftToTheMeasurement) {
  const Trial trial = try_rows(program("exit 3"), {"a"}, launch(), *processes_);
  EXPECT_THAT(trial.counters, IsEmpty());
  EXPECT_THAT(trial.no_rows, IsEmpty());
}

TEST_F(ProgramTest, ManyRowsAreTriedInSeveralProcesses) {
  const std::vector<std::string> names(100, std::string(100, 'n'));
  try_rows(program("echo once >>" + (folder_ / "count")), names, launch(), *processes_);
  EXPECT_GT(std::filesystem::file_size(folder_ / "count"), 5u);
}

}  // namespace
}  // namespace hotlap::micro
