// What is found on a quiet machine, on an empty one, and on this one.
#include "harness/machine/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/machine/fake_machine.h"

namespace hotlap::machine {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(Examine, FindsNothingNoisyOnAQuietMachine) {
  const FakeMachine fake;
  const auto findings = examine(fake.machine());
  EXPECT_THAT(findings, SizeIs(checks().size() - 2)) << "address randomisation and large pages are as they should be";
  for (const Finding& finding : findings) {
    EXPECT_EQ(finding.level, Level::good) << finding.id << ": " << finding.seen;
    EXPECT_NE(finding.seen, "");
    EXPECT_NE(finding.harm, "");
    EXPECT_EQ(finding.advice, "");
  }
}

TEST(Examine, CallsNothingGoodThatItCouldNotRead) {
  FakeMachine fake;
  for (const char* path : {"/proc", "/sys"}) fake.remove(path);
  fake.answers = {.pin_error = EPERM, .counter_error = ENOENT};
  const Machine machine(fake.tree(), fake.answers, watch(fake.tree(), core::Nanoseconds(0)));
  const auto findings = examine(machine);
  EXPECT_THAT(findings, SizeIs(checks().size()));
  for (const Finding& finding : findings) {
    EXPECT_EQ(finding.level, finding.id == "pinning" ? Level::noisy : Level::unknown) << finding.id;
    EXPECT_NE(finding.seen, "") << finding.id;
  }
}

TEST(Examine, CallsNothingGoodThatItDidNotUnderstand) {
  FakeMachine fake;
  const std::string cpus = "/sys/devices/system/cpu/";
  fake.write(cpus + "online", "many");
  fake.write(cpus + "intel_pstate/no_turbo", "2");
  fake.write(cpus + "cpu0/topology/thread_siblings_list", "0-x");
  fake.write("/proc/sys/kernel/randomize_va_space", "on");
  fake.write("/proc/cpuinfo", "nothing of interest");
  fake.write("/proc/loadavg", "low");
  fake.write("/sys/fs/cgroup/group/cpu.max", "50000");
  fake.write("/sys/fs/cgroup/group/memory.max", "much");
  for (const Finding& finding : examine(fake.machine())) {
    const bool untouched = finding.id == "governor" || finding.id == "counters" || finding.id == "descriptors" ||
                           finding.id == "pinning" || finding.id == "clocksource";
    EXPECT_TRUE(untouched || finding.level == Level::unknown) << finding.id << ": " << finding.seen;
  }
}

TEST(Machine, OfOurOwnIsLookedAtWhole) {
  const auto findings = examine(this_machine(std::chrono::milliseconds(20)));
  EXPECT_GE(findings.size(), checks().size() - 2);
  for (const Finding& finding : findings) EXPECT_NE(finding.seen, "") << finding.id;
}

TEST(Tree, SaysWhyThereIsNoText) {
  FakeMachine fake;
  EXPECT_THAT(fake.tree().file("/sys/absent").reason, HasSubstr("/sys/absent: No such file"));
  EXPECT_THAT(fake.tree().line("/sys").reason, HasSubstr("/sys: "));
  fake.write("/sys/empty", "");
  EXPECT_EQ(fake.tree().line("/sys/empty").reason, "/sys/empty is empty");
  fake.write("/sys/two", " first \nsecond");
  EXPECT_EQ(*fake.tree().line("/sys/two"), "first");
}

TEST(ValueOf, IsThatOfTheWholeKeyOnly) {
  EXPECT_EQ(value_of("modelname\t: a\nmodel\t\t: 7\nmodel name\t: b\n", "model"), "7");
  EXPECT_EQ(value_of("model\t\t: 7", "flags"), std::nullopt);
  EXPECT_EQ(value_of("", "flags"), std::nullopt);
}

}  // namespace
}  // namespace hotlap::machine
