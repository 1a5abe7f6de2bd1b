// Protocols on a fake track: order, warm-up, budget, broken arms, interruption, resuming.
#include "harness/runner/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "harness/core/stop.h"
#include "harness/runner/fake_track.h"
#include "harness/runner/steady.h"

namespace hotlap::runner {
namespace {

using core::Arm;
using core::SampleKind;
using record::EventKind;
using testing::ElementsAre;

class Nobody : public Observer {
 public:
  void progress(const Progress&) override {}
  void round_done(const record::Record&, int) override { ++rounds; }
  int rounds = 0;
};

scenario::Plan small_plan(int configurations = 1) {
  scenario::Plan plan;
  plan.settings.seed = 7;
  plan.settings.rounds = 3;
  plan.settings.laps = 6;
  plan.settings.lap = std::chrono::milliseconds(10);
  for (int i = 0; i < configurations; ++i) {
    scenario::Configuration configuration;
    configuration.scenario.name = "s" + std::to_string(i);
    plan.configurations.push_back(configuration);
  }
  return plan;
}

class RunnerTest : public testing::Test {
 protected:
  RunnerTest() : folder_(std::filesystem::temp_directory_path() / ("hotlap-runner-test-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(folder_);
  }
  ~RunnerTest() override {
    core::set_stop_requested(false);
    std::filesystem::remove_all(folder_);
  }

  Recorder recorder_for(const scenario::Plan& plan) {
    record::RunHeader header;
    for (const auto& configuration : plan.configurations)
      header.configurations.push_back({configuration.scenario.name, {}});
    auto writer = record::Writer::create(folder_, header);
    record::Record record;
    record.folder = folder_;
    record.header = header;
    return {std::move(writer), std::move(record)};
  }
  Outcome run_plan(const scenario::Plan& plan) {
    auto recorder = recorder_for(plan);
    return run(plan, probe::probes(), track_, recorder, nobody_);
  }
  static int count(const record::Record& record, SampleKind kind, Arm arm) {
    return static_cast<int>(std::count_if(record.samples.begin(), record.samples.end(),
                                          [&](const auto& s) { return s.kind == kind && s.arm == arm; }));
  }
  static int count(const record::Record& record, EventKind kind) {
    return static_cast<int>(
        std::count_if(record.events.begin(), record.events.end(), [&](const auto& e) { return e.kind == kind; }));
  }

  std::filesystem::path folder_;
  FakeTrack track_;
  Nobody nobody_;
};

TEST_F(RunnerTest, every_arm_gets_all_its_laps_in_every_round) {
  const auto outcome = run_plan(small_plan());
  EXPECT_FALSE(outcome.interrupted);
  EXPECT_FALSE(outcome.void_arm);
  const auto record = record::read(folder_);
  for (const Arm arm : core::kArms) {
    EXPECT_EQ(count(record, SampleKind::lap, arm), 3 * 6);
    EXPECT_EQ(count(record, SampleKind::round, arm), 3);
  }
  EXPECT_EQ(count(record, EventKind::round_done), 3);
  EXPECT_EQ(count(record, EventKind::finished), 1);
}

TEST_F(RunnerTest, a_round_launches_all_before_it_warms_up_and_stops_all_at_the_end) {
  auto plan = small_plan();
  plan.settings.rounds = 1;
  run_plan(plan);
  const auto order = scenario::plan_round(plan, 0, 0).launch_order;
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(track_.log[i], "launch " + std::string(core::arm_name(order[i])));
    EXPECT_EQ(track_.log[track_.log.size() - order.size() + i], "stop " + std::string(core::arm_name(order[i])));
  }
}

TEST_F(RunnerTest, only_rounds_of_a_scenario_that_asks_for_a_cold_start_carry_its_metrics) {
  for (const auto protocol : {scenario::Protocol::laps, scenario::Protocol::rounds}) {
    auto plan = small_plan(2);
    plan.settings.protocol = protocol;
    plan.configurations[1].scenario.cold = core::ColdStart{6, 50};
    std::filesystem::remove_all(folder_);
    run_plan(plan);
    int carried = 0;
    for (const auto& sample : record::read(folder_).samples) {
      for (const auto& [metric, value] : sample.values) {
        if (!metric.starts_with("cold_")) continue;
        EXPECT_EQ(sample.kind, SampleKind::round);
        EXPECT_EQ(sample.configuration, 1);
        EXPECT_EQ(*value, metric == "cold_first" ? 9000 : metric == "cold_slowest" ? 2000 : 1000);
        ++carried;
      }
    }
    EXPECT_EQ(carried, 3 * 3 * 3) << "metrics, arms, rounds";
  }
}

TEST_F(RunnerTest, laps_run_in_the_blocks_of_the_plan) {
  auto plan = small_plan();
  plan.settings.rounds = 1;
  run_plan(plan);
  std::vector<std::string> wanted;
  for (const auto& block : scenario::plan_round(plan, 0, 0).blocks) {
    for (const Arm arm : block) wanted.push_back("lap " + std::string(core::arm_name(arm)));
  }
  const auto first_timed =
      std::find_if(track_.log.begin(), track_.log.end(), [](const auto& l) { return l.starts_with("timed"); });
  const auto first_lap =
      std::find_if(first_timed, track_.log.end(), [](const auto& l) { return l.starts_with("lap"); });
  EXPECT_THAT(std::vector<std::string>(first_lap, first_lap + static_cast<std::ptrdiff_t>(wanted.size())),
              testing::ElementsAreArray(wanted));
}

TEST_F(RunnerTest, all_arms_warm_up_until_the_slowest_is_steady) {
  track_.cost = [](Arm arm, int lap) { return arm == Arm::new_build && lap < 42 ? 50000.0 - 1000.0 * lap : 1000.0; };
  run_plan(small_plan());
  const auto record = record::read(folder_);
  const int warm_ups = count(record, SampleKind::warmup, Arm::new_build);
  EXPECT_GT(warm_ups, 3 * 42);
  EXPECT_EQ(count(record, SampleKind::warmup, Arm::old_build), warm_ups);
  EXPECT_EQ(count(record, SampleKind::warmup, Arm::control), warm_ups);
}

TEST_F(RunnerTest, an_arm_that_never_gets_steady_is_marked_at_the_cap) {
  track_.cost = [](Arm, int lap) { return 1e9 * std::pow(0.97, lap); };
  auto plan = small_plan();
  plan.settings.rounds = 1;
  run_plan(plan);
  const auto record = record::read(folder_);
  EXPECT_EQ(count(record, SampleKind::warmup, Arm::old_build), kWarmupCap / plan.settings.lap);
  const auto capped = std::count_if(record.samples.begin(), record.samples.end(), [](const auto& sample) {
    return std::find(sample.marks.begin(), sample.marks.end(), "cap") != sample.marks.end();
  });
  EXPECT_EQ(capped, 3);
}

TEST_F(RunnerTest, configurations_take_turns_round_by_round) {
  run_plan(small_plan(2));
  const auto record = record::read(folder_);
  std::vector<int> order;
  for (const auto& event : record.events) {
    if (event.kind == EventKind::round_done) order.push_back(event.configuration);
  }
  EXPECT_THAT(order, ElementsAre(0, 1, 0, 1, 0, 1));
}

TEST_F(RunnerTest, a_budget_plans_rounds_in_whole_groups_and_at_least_the_fewest) {
  auto plan = small_plan();
  plan.settings.rounds.reset();
  plan.settings.budget = core::Nanoseconds(1);
  run_plan(plan);
  EXPECT_EQ(nobody_.rounds, 9);  // two deciding rows need 7 rounds; whole groups of three arms make 9
  const auto record = record::read(folder_);
  EXPECT_GE(count(record, EventKind::planned), 1);
}

/// Enough at the n-th look of a configuration.
class EnoughAt : public Referee {
 public:
  explicit EnoughAt(int look) : look_(look) {}
  bool enough(const record::Record& record, int configuration) override {
    rounds[configuration].push_back(
        static_cast<int>(std::count_if(record.events.begin(), record.events.end(), [&](const record::Event& event) {
          return event.kind == EventKind::round_done && event.configuration == configuration;
        })));
    return static_cast<int>(rounds[configuration].size()) == look_;
  }
  std::map<int, std::vector<int>> rounds;  ///< done at each look

 private:
  int look_;
};

scenario::Plan plan_with_budget(int configurations) {
  auto plan = small_plan(configurations);
  plan.settings.rounds.reset();
  plan.settings.budget = core::Nanoseconds(1);  // the fewest rounds: one look, at their end
  return plan;
}

TEST_F(RunnerTest, a_configuration_that_has_its_verdict_drops_out_and_the_others_go_on) {
  auto plan = plan_with_budget(2);
  plan.settings.budget = std::chrono::hours(1);
  class First : public EnoughAt {
   public:
    First() : EnoughAt(1) {}
    bool enough(const record::Record& record, int configuration) override {
      const bool first = EnoughAt::enough(record, configuration);
      if (configuration == 1 && rounds[0].size() == 1) core::set_stop_requested(true);
      return first && configuration == 0;
    }
  } referee;
  {
    auto recorder = recorder_for(plan);
    EXPECT_TRUE(run(plan, probe::probes(), track_, recorder, nobody_, &referee).interrupted);
  }
  const auto record = record::read(folder_);
  std::vector<std::string> looks;
  for (const auto& event : record.events) {
    if (event.kind == EventKind::look) looks.push_back(std::to_string(event.configuration) + " " + event.what);
  }
  EXPECT_THAT(looks, ElementsAre("0 enough", "1 go on"));
  EXPECT_THAT(referee.rounds[0], ElementsAre(9));

  core::set_stop_requested(false);
  plan.settings.budget = core::Nanoseconds(1);
  Recorder again(record::Writer::reopen(folder_), record::read(folder_));
  again.add(record::Event{.kind = EventKind::resumed});
  EnoughAt other(1);
  EXPECT_FALSE(run(plan, probe::probes(), track_, again, nobody_, &other).interrupted);
  EXPECT_TRUE(other.rounds[0].empty()) << "what had its verdict is not taken up again";
  EXPECT_EQ(other.rounds[1].size(), 1u);
}

TEST_F(RunnerTest, the_end_of_a_budget_is_a_look_whatever_it_says) {
  const auto plan = plan_with_budget(1);
  auto recorder = recorder_for(plan);
  EnoughAt never(0);
  run(plan, probe::probes(), track_, recorder, nobody_, &never);
  EXPECT_THAT(never.rounds[0], ElementsAre(9));
  EXPECT_EQ(count(record::read(folder_), EventKind::look), 1);
  EXPECT_EQ(count(record::read(folder_), EventKind::finished), 1);
}

TEST_F(RunnerTest, a_fixed_number_of_rounds_is_never_looked_at) {
  const auto plan = small_plan();
  auto recorder = recorder_for(plan);
  EnoughAt first(1);
  run(plan, probe::probes(), track_, recorder, nobody_, &first);
  EXPECT_TRUE(first.rounds.empty());
  EXPECT_EQ(count(record::read(folder_), EventKind::round_done), 3);
  EXPECT_EQ(count(record::read(folder_), EventKind::look), 0);
}

TEST_F(RunnerTest, a_broken_arm_ends_its_configuration_names_itself_and_leaves_the_others_running) {
  auto plan = small_plan(2);
  int launches = 0;
  track_.before_lap = [&](Arm arm, int lap) {
    launches += lap == 0 && arm == Arm::new_build ? 1 : 0;
    if (arm == Arm::new_build && launches == 3 && lap == 2) throw core::ArmFailure("exited with status 7", "boom");
  };
  const auto outcome = run_plan(plan);
  EXPECT_TRUE(outcome.void_arm);
  const auto record = record::read(folder_);
  const auto broken = std::find_if(record.events.begin(), record.events.end(),
                                   [](const auto& event) { return event.kind == EventKind::void_arm; });
  ASSERT_NE(broken, record.events.end());
  EXPECT_EQ(broken->configuration, 0);  // its second round is the third launch of new
  EXPECT_EQ(broken->round, 1);
  EXPECT_EQ(broken->arm, Arm::new_build);
  EXPECT_EQ(broken->what, "exited with status 7");
  EXPECT_EQ(broken->seen, "boom");
  EXPECT_EQ(track_.abandoned, 1);
  EXPECT_EQ(count(record, EventKind::round_done), 1 + 3);
}

TEST_F(RunnerTest, a_server_that_had_to_be_killed_is_recorded) {
  track_.ignores_sigterm = true;
  run_plan(small_plan());
  EXPECT_EQ(count(record::read(folder_), EventKind::killed), 3 * 3);
}

TEST_F(RunnerTest, a_taken_port_is_drawn_again) {
  auto plan = small_plan();
  plan.settings.rounds = 1;
  const auto first = scenario::plan_round(plan, 0, 0);
  track_.taken_ports = {first.nuisance[0].second.port};
  run_plan(plan);
  EXPECT_NE(track_.ports.at(first.nuisance[0].first), first.nuisance[0].second.port);
  EXPECT_EQ(track_.ports.at(first.nuisance[1].first), first.nuisance[1].second.port);
}

TEST_F(RunnerTest, responses_that_differ_are_recorded_once) {
  track_.responses[Arm::new_build] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: 1\r\n\r\n";
  run_plan(small_plan());
  const auto record = record::read(folder_);
  EXPECT_EQ(count(record, EventKind::difference), 1);
}

TEST_F(RunnerTest, an_interruption_stops_the_servers_and_a_resumed_run_does_the_rest) {
  const auto plan = small_plan();
  int laps = 0;
  track_.before_lap = [&](Arm, int) {
    if (++laps == 48 + 30 + 7)  // seven timed laps into the second round
      core::set_stop_requested(true);
  };
  EXPECT_TRUE(run_plan(plan).interrupted);
  EXPECT_EQ(track_.abandoned, 1);
  const int done = count(record::read(folder_), EventKind::round_done);
  EXPECT_LT(done, 3);

  core::set_stop_requested(false);
  Recorder recorder(record::Writer::reopen(folder_), record::read(folder_));
  recorder.add(record::Event{.kind = EventKind::resumed});
  EXPECT_FALSE(run(plan, probe::probes(), track_, recorder, nobody_).interrupted);
  const auto record = record::read(folder_);
  EXPECT_EQ(count(record, EventKind::round_done), 3);
  for (const Arm arm : core::kArms) {
    EXPECT_EQ(count(record, SampleKind::lap, arm), 3 * 6) << "samples of the round that was cut short must not count";
  }
}

TEST_F(RunnerTest, windows_launch_and_stop_each_arm_on_its_own) {
  auto plan = small_plan();
  plan.settings.protocol = scenario::Protocol::rounds;
  plan.settings.rounds = 1;
  plan.settings.laps = 1;
  run_plan(plan);
  ASSERT_EQ(track_.log.size(), 3U * 5U);
  const auto arm = [&](std::size_t i) { return track_.log[i].substr(track_.log[i].find(' ')); };
  for (std::size_t i = 0; i < 15; i += 5) {
    EXPECT_TRUE(track_.log[i].starts_with("launch"));
    EXPECT_TRUE(track_.log[i + 4].starts_with("stop"));
    EXPECT_EQ(arm(i), arm(i + 4));
  }
}

}  // namespace
}  // namespace hotlap::runner
