// A machine made of a folder of files and of answers: two cores, nothing that disturbs, until a test changes it.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "harness/machine/checks.h"

namespace hotlap::machine {

class FakeMachine {
 public:
  FakeMachine();
  ~FakeMachine() { std::filesystem::remove_all(root_); }
  FakeMachine(const FakeMachine&) = delete;
  FakeMachine& operator=(const FakeMachine&) = delete;

  /// A file with a line end, in folders that are made.
  void write(std::string_view path, std::string_view line) {
    const auto file = root_ / std::filesystem::path(path).relative_path();
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << line << '\n';
  }
  void remove(std::string_view path) {
    std::filesystem::remove_all(root_ / std::filesystem::path(path).relative_path());
  }
  /// Both CPUs went through this many more ticks while watched.
  void pass(int busy, int idle, int steal) {
    before_ = stat(1000, 9000, 0);
    after_ = stat(1000 + busy, 9000 + idle, steal);
  }
  static std::string stat(int busy, int idle, int steal) {
    const auto numbers = std::to_string(busy) + " 0 0 " + std::to_string(idle) + " 0 0 0 " + std::to_string(steal);
    return "cpu  1 2 3 4 5 6 7 8 0 0\ncpu0 " + numbers + " 0 0\ncpu1 " + numbers + " 0 0\nprocs_running 1\n";
  }

  Machine machine() const { return {Tree(root_), answers, {{before_, ""}, {after_, ""}}}; }
  Tree tree() const { return Tree(root_); }
  /// Which the check must have.
  Finding see(std::optional<Finding> (*check)(const Machine&)) const {
    return check(machine()).value_or(Finding{.id = "none", .seen = "no finding"});
  }

  Answers answers;

 private:
  std::filesystem::path root_;
  std::string before_, after_;
};

inline FakeMachine::FakeMachine() {
  std::string name = (std::filesystem::temp_directory_path() / "hotlap-machine-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test: " + name);
  root_ = name;
  answers.allowed = {0, 1};
  answers.cycles = 100'000;
  answers.descriptors = 1024;
  const std::string cpus = "/sys/devices/system/cpu/";
  for (const std::string cpu : {"0", "1"}) {
    write(cpus + "cpu" + cpu + "/topology/thread_siblings_list", cpu);
    write(cpus + "cpu" + cpu + "/cpufreq/scaling_governor", "performance");
  }
  write(cpus + "online", "0-1");
  write(cpus + "intel_pstate/no_turbo", "1");
  write("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
  write("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
  write("/proc/sys/kernel/perf_event_paranoid", "2");
  write("/proc/sys/kernel/randomize_va_space", "2");
  write("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Example\nflags\t\t: fpu vme sse2");
  write("/proc/loadavg", "0.02 0.10 0.20 1/100 4711");
  write("/proc/self/cgroup", "0::/group");
  write("/sys/fs/cgroup/group/cpu.max", "max 100000");
  write("/sys/fs/cgroup/group/memory.max", "max");
  pass(1, 99, 0);
}

}  // namespace hotlap::machine
