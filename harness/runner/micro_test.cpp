// Protocol micro on a fake bench: order, samples, broken arms, interruption, and programs of equal length.
#include "harness/runner/micro.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <set>

#include "harness/core/stop.h"

namespace hotlap::runner {
namespace {

using core::Arm;
using core::SampleKind;

class FakeBench : public Bench {
 public:
  std::function<micro::Result(int, Arm)> result = [](int, Arm) {
    return micro::Result{12.5, 1000, {{"bytes/call", core::Value(48.0)}}};
  };
  std::vector<std::pair<int, Arm>> log;
  bool steals = false;

  micro::Result run(int configuration, Arm arm, const scenario::Nuisance&) override {
    log.emplace_back(configuration, arm);
    return result(configuration, arm);
  }
  bool stolen() const override { return steals; }
};

class NobodyWatches : public Observer {
 public:
  void progress(const Progress&) override {}
  void round_done(const record::Record&, int) override {}
};

class MicroTest : public testing::Test {
 protected:
  MicroTest() : folder_(std::filesystem::temp_directory_path() / ("hotlap-micro-test-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
    plan_.settings.protocol = scenario::Protocol::micro;
    plan_.settings.seed = 5;
    plan_.settings.rounds = 3;
    for (const char* name : {"a", "b"}) {
      plan_.configurations.emplace_back();
      plan_.configurations.back().scenario.name = name;
    }
  }
  ~MicroTest() override {
    core::set_stop_requested(false);
    std::filesystem::remove_all(folder_);
  }
  Outcome run_plan() {
    record::Record record;
    record.folder = folder_;
    for (const auto& configuration : plan_.configurations)
      record.header.configurations.push_back({configuration.scenario.name, {}});
    Recorder recorder(record::Writer::create(folder_, record.header), record);
    MicroRounds rounds(metrics_, bench_, recorder, nobody_);
    return run(plan_, rounds, recorder, nobody_);
  }

  std::filesystem::path folder_;
  scenario::Plan plan_;
  std::vector<core::Metric> metrics_{micro::time_metric(), micro::counter_metric("bytes/call"),
                                     micro::counter_metric("allocs")};
  FakeBench bench_;
  NobodyWatches nobody_;
};

TEST_F(MicroTest, every_row_runs_once_per_arm_and_round_in_the_order_of_the_plan) {
  run_plan();
  std::vector<std::pair<int, Arm>> wanted;
  for (int round = 0; round < 3; ++round) {
    for (int row = 0; row < 2; ++row) {
      for (const Arm arm : scenario::plan_round(plan_, row, round).launch_order) wanted.emplace_back(row, arm);
    }
  }
  EXPECT_EQ(bench_.log, wanted);
}

TEST_F(MicroTest, every_arm_holds_every_place_once_in_three_rounds) {
  run_plan();
  std::set<std::pair<Arm, int>> held;
  for (const auto& sample : record::read(folder_).samples) {
    if (sample.configuration == 0 && sample.kind == SampleKind::round) held.emplace(sample.arm, sample.position);
  }
  EXPECT_EQ(held.size(), 9u);
}

TEST_F(MicroTest, values_are_recorded_and_a_counter_that_a_row_lacks_is_not) {
  run_plan();
  const auto record = record::read(folder_);
  const core::Sample& lap = record.samples.front();
  EXPECT_EQ(lap.kind, SampleKind::lap);
  EXPECT_EQ(lap.answered, 1000u);
  ASSERT_EQ(lap.values.size(), 2u);
  EXPECT_EQ(lap.values[0], std::pair(std::string("time"), core::Value(12.5)));
  EXPECT_EQ(lap.values[1], std::pair(std::string("bytes/call"), core::Value(48.0)));
  EXPECT_EQ(record.samples[1].kind, SampleKind::round);
}

TEST_F(MicroTest, stolen_time_is_marked) {
  bench_.steals = true;
  run_plan();
  EXPECT_THAT(record::read(folder_).samples.front().marks, testing::ElementsAre("steal"));
}

TEST_F(MicroTest, a_row_that_breaks_is_void_and_the_others_go_on) {
  bench_.result = [&](int row, Arm arm) -> micro::Result {
    if (row == 0 && arm == Arm::new_build) throw core::ArmFailure("was killed by signal 11", "seen");
    return {1, 1, {}};
  };
  const Outcome outcome = run_plan();
  EXPECT_TRUE(outcome.void_arm);
  const auto record = record::read(folder_);
  int done = 0;
  for (const auto& event : record.events) {
    if (event.kind == record::EventKind::round_done) done += event.configuration;
    if (event.kind != record::EventKind::void_arm) continue;
    EXPECT_EQ(event.arm, Arm::new_build);
    EXPECT_EQ(event.what, "was killed by signal 11");
    EXPECT_EQ(event.seen, "seen");
  }
  EXPECT_EQ(done, 3) << "row b has all its rounds";
}

TEST_F(MicroTest, a_stop_ends_the_run_and_keeps_what_was_measured) {
  bench_.result = [&](int, Arm) -> micro::Result {
    if (bench_.log.size() == 5) core::set_stop_requested(true);
    return {1, 1, {}};
  };
  EXPECT_TRUE(run_plan().interrupted);
  EXPECT_EQ(record::read(folder_).events.back().kind, record::EventKind::interrupted);
}

TEST(FewestRounds, AreFewerWithOneDecidingMetric) {
  scenario::Plan plan;
  plan.configurations.resize(8);
  const int two = fewest_rounds(plan);
  plan.settings.protocol = scenario::Protocol::micro;
  EXPECT_EQ(fewest_rounds(plan), two - 1);
}

/// Notes what would be started, and starts nothing.
class NotedProcesses : public core::Processes {
 public:
  std::vector<core::Command> commands;
  std::unique_ptr<core::Process> start(const core::Command& command) override {
    commands.push_back(command);
    throw core::ArmFailure("nothing is started", "");
  }
};

std::size_t stack_bytes(const core::Command& command) {
  std::size_t bytes = 0;
  for (const auto& argument : command.arguments) bytes += argument.size();
  for (const auto& [name, value] : command.environment) bytes += name.size() + value.size();
  return bytes;
}

TEST(ProgramBench, StartsAllArmsWithEquallyLongArgumentsAndEnvironment) {
  NotedProcesses processes;
  subject::Subject old_build;
  old_build.executable = "/old/bench";
  subject::Subject new_build;
  new_build.executable = "/a/longer/folder/bench";
  BenchParts parts{.processes = processes,
                   .subjects = {{Arm::old_build, old_build}, {Arm::new_build, new_build}},
                   .seconds_suffix = {{Arm::old_build, true}, {Arm::new_build, false}},
                   .rows = {{"e/1", {{Arm::old_build, "e/1/x"}, {Arm::new_build, "e/1/a-longer-variant"}}}},
                   .least_time = std::chrono::milliseconds(5),
                   .cpus = {1},
                   .folder = "/nowhere"};
  ProgramBench bench(std::move(parts));
  for (const Arm arm : {Arm::old_build, Arm::new_build}) {
    EXPECT_THROW(bench.run(0, arm, {10000, 17}), core::ArmFailure);
  }
  ASSERT_EQ(processes.commands.size(), 2u);
  EXPECT_EQ(stack_bytes(processes.commands[0]), stack_bytes(processes.commands[1]));
  EXPECT_EQ(processes.commands[0].cpus, std::vector{1});
}

}  // namespace
}  // namespace hotlap::runner
