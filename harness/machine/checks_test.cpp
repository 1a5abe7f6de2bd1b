// Each check on a machine that has what it looks for.
#include "harness/machine/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "harness/machine/fake_machine.h"

namespace hotlap::machine {
namespace {

using ::testing::HasSubstr;

const std::string kCpus = "/sys/devices/system/cpu/";

void expect(const Finding& finding, Level level, const std::string& seen, const std::string& advice = "") {
  EXPECT_EQ(finding.level, level) << finding.id << ": " << finding.seen;
  EXPECT_THAT(finding.seen, HasSubstr(seen)) << finding.id;
  EXPECT_THAT(finding.advice, HasSubstr(advice)) << finding.id;
  EXPECT_TRUE(level != Level::noisy || !finding.advice.empty()) << finding.id << ": what to do?";
}

TEST(Governor, MustBePerformanceOnTheCpusThatAreUsed) {
  FakeMachine fake;
  fake.write(kCpus + "cpu1/cpufreq/scaling_governor", "powersave");
  expect(fake.see(check_governor), Level::noisy, "CPU 0: performance, CPU 1: powersave", "echo performance | sudo tee");
  fake.remove(kCpus + "cpu1/cpufreq");
  expect(fake.see(check_governor), Level::unknown, "cpu1/cpufreq/scaling_governor: No such file");
  fake.write(kCpus + "cpu0/cpufreq/scaling_governor", "schedutil");
  expect(fake.see(check_governor), Level::noisy, "CPU 0: schedutil");
}

TEST(Governor, OfCpusThatNobodyUsesDoesNotMatter) {
  FakeMachine fake;
  for (const char* cpu : {"2", "3"}) {
    fake.write(kCpus + "cpu" + cpu + "/topology/thread_siblings_list", cpu);
    fake.write(kCpus + "cpu" + cpu + "/cpufreq/scaling_governor", "performance");
  }
  fake.answers.allowed = {0, 1, 2, 3};
  fake.write(kCpus + "cpu3/cpufreq/scaling_governor", "powersave");
  expect(fake.see(check_governor), Level::good, "CPU 1: performance, CPU 2: performance");
}

TEST(Turbo, IsSwitchedByIntelOrByTheOthers) {
  FakeMachine fake;
  fake.write(kCpus + "intel_pstate/no_turbo", "0");
  expect(fake.see(check_turbo), Level::noisy, "no_turbo is 0", "echo 1 | sudo tee " + kCpus + "intel_pstate/no_turbo");
  fake.remove(kCpus + "intel_pstate");
  expect(fake.see(check_turbo), Level::unknown, "cpufreq/boost: No such file");
  fake.write(kCpus + "cpufreq/boost", "1");
  expect(fake.see(check_turbo), Level::noisy, "boost is 1", "echo 0 | sudo tee " + kCpus + "cpufreq/boost");
  fake.write(kCpus + "cpufreq/boost", "0");
  expect(fake.see(check_turbo), Level::good, "off");
}

TEST(Siblings, AreNamedForTheCpusThatAreUsed) {
  FakeMachine fake;
  fake.write(kCpus + "cpu0/topology/thread_siblings_list", "0,2");
  fake.write(kCpus + "cpu1/topology/thread_siblings_list", "1,3");
  expect(fake.see(check_siblings), Level::noisy, "CPU 0 is on the core of CPUs 0,2; CPU 1 is on the core of CPUs 1,3",
         "smt/control");
  expect(fake.see(check_cores), Level::good, "server on 0, client on 1");
  fake.remove(kCpus + "cpu0/topology");
  expect(fake.see(check_siblings), Level::unknown, "thread_siblings_list: No such file");
  expect(fake.see(check_cores), Level::unknown, "two physical cores is not known");
}

TEST(Siblings, AreNotKnownWhereAHypervisorMakesTheTopology) {
  FakeMachine fake;
  expect(fake.see(check_siblings), Level::good, "no siblings of CPUs 0-1");
  fake.write("/proc/cpuinfo", "flags\t: fpu hypervisor");
  expect(fake.see(check_siblings), Level::unknown, "need not show", "whole cores");
}

TEST(Cores, AreTooFewWhenServerAndClientShareOne) {
  FakeMachine fake;
  for (const char* cpu : {"0", "1"}) fake.write(kCpus + "cpu" + cpu + "/topology/thread_siblings_list", "0-1");
  expect(fake.see(check_cores), Level::noisy, "both on one physical core");
  fake.answers.allowed = {1};
  expect(fake.see(check_cores), Level::noisy, "1 CPU usable (1), two are needed");
  expect(fake.see(check_cpuset), Level::noisy, "1 CPU of the machine's 2 allowed");
}

TEST(Pinning, ThatIsRefusedIsNamed) {
  FakeMachine fake;
  fake.answers.pin_error = EPERM;
  expect(fake.see(check_pinning), Level::noisy, "Operation not permitted", "sched_setaffinity");
}

TEST(Steal, IsTheShareOfTheTimeWatched) {
  FakeMachine fake;
  fake.pass(10, 85, 5);
  expect(fake.see(check_steal), Level::noisy, "5.0 % of the time watched (10 of 200 ticks)");
  fake.write("/proc/cpuinfo", "flags\t: fpu hypervisor");
  fake.pass(10, 90, 0);
  expect(fake.see(check_steal), Level::unknown, "none since boot", "control");
  fake.pass(0, 0, 0);
  expect(fake.see(check_steal), Level::unknown, "does not tell of time that passed on CPUs 0-1");
}

TEST(OtherLoad, IsWhatIsInUseWhileWeSleep) {
  FakeMachine fake;
  fake.pass(30, 70, 0);
  expect(fake.see(check_other_load), Level::noisy, "30.0 % of CPUs 0-1 in use by others", "top");
  fake.pass(0, 100, 0);
  expect(fake.see(check_other_load), Level::good, "0.0 % of CPUs 0-1 in use by others");
  fake.write("/proc/loadavg", "1.50 0.10 0.20 1/100 4711");
  expect(fake.see(check_other_load), Level::noisy, "1.50 runnable on average");
  fake.remove("/proc/loadavg");
  expect(fake.see(check_other_load), Level::unknown, "/proc/loadavg: No such file");
}

TEST(Virtual, IsToldByTheFlagOrByTheHypervisorItself) {
  FakeMachine fake;
  fake.write("/proc/cpuinfo", "flags\t: fpu hypervisor sse2");
  fake.write("/sys/class/dmi/id/sys_vendor", "QEMU");
  expect(fake.see(check_virtual), Level::noisy, "the hypervisor flag, vendor QEMU");
  fake.write("/proc/cpuinfo", "BogoMIPS\t: 50.00");
  expect(fake.see(check_virtual), Level::unknown, "no line flags");
  fake.write("/sys/hypervisor/type", "xen");
  expect(fake.see(check_virtual), Level::noisy, "/sys/hypervisor/type is xen");
}

TEST(Clocksource, IsNoisyWhenTheKernelMustBeAsked) {
  FakeMachine fake;
  fake.write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet");
  expect(fake.see(check_clocksource), Level::noisy, "hpet", "clocksource=tsc");
}

TEST(Counters, AreAbsentNeverZero) {
  FakeMachine fake;
  fake.answers = {.allowed = {0, 1}, .counter_error = ENOENT};
  expect(fake.see(check_counters), Level::unknown, "perf_event_open: No such file or directory", "no PMU");
  fake.answers.counter_error = EACCES;
  expect(fake.see(check_counters), Level::unknown, "paranoid is 2", "seccomp");
  fake.write("/proc/sys/kernel/perf_event_paranoid", "3");
  expect(fake.see(check_counters), Level::unknown, "paranoid is 3", "sudo sysctl kernel.perf_event_paranoid=2");
  fake.answers.counter_error = 0;
  fake.answers.cycles = 0;
  expect(fake.see(check_counters), Level::unknown, "counts nothing");
}

TEST(Descriptors, AreTooFewBelowWhatShellsStartWith) {
  FakeMachine fake;
  fake.answers.descriptors = 256;
  expect(fake.see(check_descriptors), Level::noisy, "256 descriptors", "ulimit -n");
}

TEST(Layout, MattersOnlyWhenItIsAlwaysTheSame) {
  FakeMachine fake;
  EXPECT_EQ(check_layout(fake.machine()), std::nullopt);
  fake.write("/proc/sys/kernel/randomize_va_space", "0");
  expect(fake.see(check_layout), Level::noisy, "off", "echo 2 |");
}

TEST(HugePages, MatterWhenAllMemoryMayBecomeThem) {
  FakeMachine fake;
  EXPECT_EQ(check_huge_pages(fake.machine()), std::nullopt);
  fake.write("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");
  expect(fake.see(check_huge_pages), Level::noisy, "'[always] madvise never'", "echo madvise |");
}

}  // namespace
}  // namespace hotlap::machine
