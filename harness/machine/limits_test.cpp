// Limits of control groups of both versions, wherever they stand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/machine/cgroup.h"
#include "harness/machine/fake_machine.h"

namespace hotlap::machine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kGroups = "/sys/fs/cgroup";

void expect(const Finding& finding, Level level, const std::string& seen, const std::string& advice = "") {
  EXPECT_EQ(finding.level, level) << finding.id << ": " << finding.seen;
  EXPECT_THAT(finding.seen, HasSubstr(seen)) << finding.id;
  EXPECT_THAT(finding.advice, HasSubstr(advice)) << finding.id;
}

/// The same machine with version 1, as in a container: the path is that of the host and cannot be seen.
void make_version_1(FakeMachine& fake) {
  fake.remove(kGroups);
  fake.write("/proc/self/cgroup", "5:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n0::/");
  fake.write(kGroups + "/cpu,cpuacct/cpu.cfs_quota_us", "-1");
  fake.write(kGroups + "/cpu,cpuacct/cpu.cfs_period_us", "100000");
  fake.write(kGroups + "/memory/memory.limit_in_bytes", "9223372036854771712");
  fake.write(kGroups + "/memory/memory.usage_in_bytes", "1048576");
}

TEST(CpuLimit, OfVersion2IsTheTightestOnTheWayUp) {
  FakeMachine fake;
  fake.write(kGroups + "/group/cpu.max", "150000 100000");
  fake.write("/proc/self/cgroup", "0::/group/inner");
  fake.write(kGroups + "/group/inner/cpu.max", "max 100000");
  expect(fake.see(check_cpu_limit), Level::noisy, "time for 1.50 CPUs (/sys/fs/cgroup/group/cpu.max)",
         "echo max | sudo tee /sys/fs/cgroup/group/cpu.max");
  fake.write(kGroups + "/group/inner/cpu.max", "50000 100000");
  expect(fake.see(check_cpu_limit), Level::noisy, "time for 0.50 CPUs (/sys/fs/cgroup/group/inner/cpu.max)");
}

TEST(CpuLimit, ThatCannotBindIsGood) {
  FakeMachine fake;
  fake.write(kGroups + "/group/cpu.max", "200000 100000");
  expect(fake.see(check_cpu_limit), Level::good, "time for 2.00 CPUs");
}

TEST(CpuLimit, OfVersion1IsReadToo) {
  FakeMachine fake;
  make_version_1(fake);
  expect(fake.see(check_cpu_limit), Level::good, "none that can be seen from here (cgroup v1)");
  fake.write(kGroups + "/cpu,cpuacct/cpu.cfs_quota_us", "25000");
  expect(fake.see(check_cpu_limit), Level::noisy, "time for 0.25 CPUs", "echo -1 | sudo tee");
  fake.write(kGroups + "/cpu,cpuacct/cpu.cfs_period_us", "0");
  expect(fake.see(check_cpu_limit), Level::unknown, "cpu.cfs_quota_us is '25000'");
}

TEST(CpuLimit, IsUnknownWhereNoGroupTells) {
  FakeMachine fake;
  fake.remove(kGroups + "/group/cpu.max");
  expect(fake.see(check_cpu_limit), Level::unknown, "cpu.max: No such file");
  fake.remove(kGroups);
  expect(fake.see(check_cpu_limit), Level::unknown, "no control group of cpu");
  fake.write("/proc/self/cgroup", "garbage");
  expect(fake.see(check_cpu_limit), Level::unknown, "no control group of cpu");
}

TEST(MemoryLimit, IsNoisyWhenLittleIsLeft) {
  FakeMachine fake;
  fake.write(kGroups + "/group/memory.max", "1073741824");
  expect(fake.see(check_memory_limit), Level::unknown, "how much is used is not known");
  fake.write(kGroups + "/group/memory.current", "1048576");
  expect(fake.see(check_memory_limit), Level::good, "limit 1024 MiB (/sys/fs/cgroup/group/memory.max), 1023 MiB left");
  fake.write(kGroups + "/group/memory.current", "1000000000");
  expect(fake.see(check_memory_limit), Level::noisy, "70 MiB left", "--memory");
}

TEST(MemoryLimit, OfVersion1HasALargestNumberForNone) {
  FakeMachine fake;
  make_version_1(fake);
  expect(fake.see(check_memory_limit), Level::good, "none that can be seen from here (cgroup v1)");
  fake.write(kGroups + "/memory/memory.limit_in_bytes", "134217728");
  expect(fake.see(check_memory_limit), Level::noisy, "limit 128 MiB");
}

TEST(Groups, NeverLeaveWhatCanBeSeen) {
  FakeMachine fake;
  fake.write("/proc/self/cgroup", "0::/../../etc");
  EXPECT_THAT(groups_of(fake.tree(), "cpu").folders, ElementsAre("/sys/fs/cgroup"));
}

}  // namespace
}  // namespace hotlap::machine
