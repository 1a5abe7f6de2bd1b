// Tests of looking at the machine, and of comparing a build with itself on it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "harness/cli/end_to_end/record_on_disk.h"
#include "harness/cli/end_to_end/restrictions.h"
#include "harness/cli/end_to_end/run_hotlap.h"

namespace hotlap::end_to_end {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

/// In a temporary folder of its own, so that what is left behind shows.
Start doctor(const Scratch& scratch, const Arguments& options) {
  return {.arguments = joined({{"doctor"}, options}), .environment = {{"TMPDIR", scratch.path().string()}}};
}

TEST(Doctor, LooksAtThisMachineWithoutMeasuring) {
  const Scratch scratch;
  const Result text = run(doctor(scratch, {"--no-measure"}));
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_EQ(text.err, "");
  EXPECT_THAT(text.out, AllOf(HasSubstr(" noisy, "), HasSubstr("governor"), HasSubstr("steal")));

  const Json json = parsed(run(doctor(scratch, {"--no-measure", "--format", "json"})).out);
  EXPECT_EQ(json["schema"], "hotlap.doctor/1");
  EXPECT_TRUE(json["detectable"].is_null());
  std::set<std::string> ids;
  for (const Json& finding : json["findings"]) {
    ids.insert(finding["id"]);
    EXPECT_THAT(finding["level"].get<std::string>(), AnyOf("good", "noisy", "cannot measure"));
    EXPECT_NE(finding["seen"], "") << finding;
    EXPECT_NE(finding["harm"], "") << finding;
    if (finding["level"] == "noisy") {
      EXPECT_NE(finding["advice"], "") << finding;
    }
  }
  EXPECT_THAT(ids, IsSupersetOf({"cores", "pinning", "smt", "cpuset", "governor", "turbo", "steal", "other_load",
                                 "cpu_limit", "memory_limit", "virtual_machine", "counters", "descriptors"}));
}

TEST(Doctor, SaysWhichChangeCouldBeSeenAndKeepsNothing) {
  const Scratch scratch;
  const Result result = run(doctor(scratch, {"--budget", "2s", "--format", "json"}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Json found = parsed(result.out)["detectable"];
  EXPECT_EQ(found["server"], "reference:after");
  EXPECT_TRUE(found["absent_reason"].is_null()) << found;
  EXPECT_GE(found["rounds"], 6);
  EXPECT_GT(found["deviation_percent"], 0);
  ASSERT_EQ(found["within"].size(), 2u);
  EXPECT_GT(found["within"][1]["detectable_percent"], 0);
  EXPECT_LT(found["within"][1]["detectable_percent"], found["within"][0]["detectable_percent"])
      << "ten minutes show more than one";
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(Doctor, ThatMayUseOneCpuSaysSoAndStillLooks) {
  const Scratch scratch;
  Start start = doctor(scratch, {"--out", scratch / "record"});
  start.cpus = {first_allowed_cpu()};
  const Result result = run(start);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("two are needed"), HasSubstr("not known: one CPU only")));
  EXPECT_FALSE(std::filesystem::exists(scratch / "record"));
}

TEST(Doctor, ThatIsInterruptedKeepsWhatItFoundAndNoRecord) {
  const Scratch scratch;
  Running running(doctor(scratch, {"--budget", "1m"}));
  EXPECT_TRUE(poll_until([&] { return !std::filesystem::is_empty(scratch.path()); })) << "the run has begun";
  running.send(SIGINT);
  const Result result = running.wait();
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_THAT(result.out, HasSubstr("other_load"));
  EXPECT_TRUE(running.leaves_nothing());
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST(Doctor, ThatMayNotPinSaysSo) {
  const Scratch scratch;
  Start start = doctor(scratch, {"--no-measure"});
  start.without_affinity = true;
  EXPECT_THAT(run(start).out, HasSubstr("refused: Operation not permitted"));
}

TEST(Doctor, RefusesWhatItDoesNotKnow) {
  for (const Arguments& options : {Arguments{"--format", "xml"}, {"--budget", "0"}, {"--no-measure", "--out", "x"}}) {
    expect_refused(run(joined({{"doctor"}, options})), {options.front()});
  }
  const Scratch scratch;
  std::ofstream(scratch / "kept") << "mine";
  expect_refused(run({"doctor", "--out", scratch.path().string()}), {scratch.path().string(), "not an empty folder"});
}

}  // namespace
}  // namespace hotlap::end_to_end
