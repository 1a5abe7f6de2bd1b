// Every metric on one known observation, the registry against the folder, and the choice by name.
#include "harness/probe/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "harness/core/error.h"
#include "harness/probe/cpu_split.h"
#include "harness/probe/registry.h"

namespace hotlap::probe {
namespace {

using std::chrono::milliseconds;

LapObservation known_lap() {
  LapObservation lap;
  lap.elapsed = milliseconds(20);
  lap.answered = 1000;
  lap.bytes = 153'000;
  lap.server_cpu = milliseconds(10);
  lap.client_cpu = milliseconds(5);
  return lap;
}

RoundObservation known_round(const core::Histogram* latency) {
  RoundObservation round;
  round.total = known_lap();
  round.split = {30, 70};
  round.latency = latency;
  round.peak_rss = 1e6;
  round.context_switches = 500;
  return round;
}

const Probe& probe_of(const std::string& id) {
  for (const Probe& probe : probes()) {
    if (probe.metric.id == id) return probe;
  }
  throw std::out_of_range(id);
}

std::vector<std::string> ids_of(const std::vector<Probe>& some) {
  std::vector<std::string> ids;
  ids.reserve(some.size());
  for (const Probe& probe : some) ids.push_back(probe.metric.id);
  return ids;
}

TEST(Probes, StandInTheOrderOfTheTables) {
  EXPECT_THAT(ids_of(probes()), testing::ElementsAre("throughput", "cpu", "cpu_user", "cpu_sys", "latency_p50",
                                                     "latency_p90", "latency_p99", "latency_p999", "latency_max",
                                                     "cold_first", "cold_slowest", "cold_rest", "bytes_per_response",
                                                     "peak_rss", "context_switches", "server_busy", "client_busy"));
}

TEST(Probes, OnlyThroughputAndCpuDecide) {
  std::vector<std::string> deciding;
  for (const Probe& probe : probes()) {
    if (probe.metric.role == core::Role::decides) deciding.push_back(probe.metric.id);
  }
  EXPECT_THAT(deciding, testing::ElementsAre("throughput", "cpu"));
}

TEST(Probes, HaveAValueExactlyAtTheLevelOfTheirPooling) {
  for (const Probe& probe : probes()) {
    const bool per_round = probe.metric.pooling == core::Pooling::per_round;
    EXPECT_EQ(static_cast<bool>(probe.round), per_round) << probe.metric.id;
    EXPECT_EQ(static_cast<bool>(probe.lap), !per_round) << probe.metric.id;
    EXPECT_FALSE(probe.metric.help.empty()) << probe.metric.id;
    EXPECT_FALSE(probe.metric.unit.empty()) << probe.metric.id;
  }
}

TEST(Probes, GiveTheKnownValues) {
  core::Histogram latency;
  for (std::uint64_t i = 1; i <= 100; ++i) latency.record(i);
  const auto round = known_round(&latency);
  EXPECT_DOUBLE_EQ(*probe_of("throughput").lap(known_lap()), 50'000);
  EXPECT_DOUBLE_EQ(*probe_of("cpu").lap(known_lap()), 10'000);
  EXPECT_DOUBLE_EQ(*probe_of("cpu_user").round(round), 3'000);
  EXPECT_DOUBLE_EQ(*probe_of("cpu_sys").round(round), 7'000);
  EXPECT_DOUBLE_EQ(*probe_of("latency_p50").round(round), 50);
  EXPECT_DOUBLE_EQ(*probe_of("latency_p90").round(round), 90);
  EXPECT_DOUBLE_EQ(*probe_of("latency_p99").round(round), 99);
  EXPECT_DOUBLE_EQ(*probe_of("latency_p999").round(round), 100);
  EXPECT_DOUBLE_EQ(*probe_of("latency_max").round(round), 100);
  EXPECT_DOUBLE_EQ(*probe_of("bytes_per_response").lap(known_lap()), 153);
  EXPECT_DOUBLE_EQ(*probe_of("peak_rss").round(round), 1e6);
  EXPECT_DOUBLE_EQ(*probe_of("context_switches").round(round), 0.5);
  EXPECT_DOUBLE_EQ(*probe_of("server_busy").round(round), 0.5);
  EXPECT_DOUBLE_EQ(*probe_of("client_busy").round(round), 0.25);
}

TEST(Probes, AServerOnTwoCpusIsHalfAsBusy) {
  auto round = known_round(nullptr);
  round.total.server_cpus = 2;
  EXPECT_DOUBLE_EQ(*probe_of("server_busy").round(round), 0.25);
}

TEST(Probes, NothingMeasuredIsAbsentWithAReason) {
  RoundObservation nothing;
  nothing.latency_reason = "wrk has no raw latencies";
  nothing.peak_rss = core::Value::absent("gone");
  nothing.context_switches = core::Value::absent("gone");
  nothing.total.client_cpu_known = false;
  nothing.total.client_cpu_reason = "wrk does not tell";
  for (const Probe& probe : probes()) {
    const core::Value value = probe.lap ? probe.lap(nothing.total) : probe.round(nothing);
    EXPECT_FALSE(value.present()) << probe.metric.id;
    EXPECT_FALSE(value.reason().empty()) << probe.metric.id;
    EXPECT_NE(value.reason(), "not a finite number") << probe.metric.id;
  }
  EXPECT_EQ(probe_of("latency_p99").round(nothing).reason(), "wrk has no raw latencies");
  EXPECT_EQ(probe_of("client_busy").round(nothing).reason(), "wrk does not tell");
  EXPECT_EQ(probe_of("peak_rss").round(nothing).reason(), "gone");
}

TEST(ColdStart, IsTheFirstIterationTheFourSlowestAfterItAndTheRest) {
  RoundObservation round;
  round.cold_iterations = {900, 10, 60, 20, 50, 30, 40, 70};
  EXPECT_DOUBLE_EQ(*probe_of("cold_first").round(round), 900);
  EXPECT_DOUBLE_EQ(*probe_of("cold_slowest").round(round), (70 + 60 + 50 + 40) / 4.0);
  EXPECT_DOUBLE_EQ(*probe_of("cold_rest").round(round), (10 + 20 + 30) / 3.0);
}

TEST(ColdStart, HasTheFirstIterationForItselfEvenWhenItWasTheFastest) {
  RoundObservation round;
  round.cold_iterations = {1, 50, 40, 30, 20, 10};
  EXPECT_DOUBLE_EQ(*probe_of("cold_first").round(round), 1);
  EXPECT_DOUBLE_EQ(*probe_of("cold_slowest").round(round), 35);
  EXPECT_DOUBLE_EQ(*probe_of("cold_rest").round(round), 10);
}

TEST(ColdStart, IsAbsentForTheReasonOfWhoCouldNotTakeIt) {
  RoundObservation round;
  round.cold_reason = "wrk does not count its requests";
  for (const char* id : {"cold_first", "cold_slowest", "cold_rest"}) {
    EXPECT_EQ(probe_of(id).round(round).reason(), "wrk does not count its requests") << id;
  }
}

TEST(CpuSplit, SamplingErrorIsThatOfTheResearchTable) {
  EXPECT_NEAR(*tick_sampling_error(0.1, 10, 250), 0.060, 0.0005);
  EXPECT_NEAR(*tick_sampling_error(0.2, 30, 250), 0.023, 0.0005);
  EXPECT_NEAR(*tick_sampling_error(0.4, 120, 250), 0.007, 0.0005);
  EXPECT_FALSE(tick_sampling_error(0, 10, 250).present());
}

TEST(CpuSplit, TheRarerSideHasTheLargerError) {
  const auto round = known_round(nullptr);
  const core::Value user = probe_of("cpu_user").sampling_error(round);
  const core::Value system = probe_of("cpu_sys").sampling_error(round);
  ASSERT_TRUE(user.present() && system.present());
  EXPECT_NEAR(*user / *system, (0.7 / 0.3), 1e-9);
}

TEST(CpuSplit, TicksOnOneSideOnlyAreNoMeasurement) {
  auto round = known_round(nullptr);
  round.split = {0, 100};
  for (const auto* id : {"cpu_user", "cpu_sys"}) {
    EXPECT_FALSE(probe_of(id).round(round).present()) << id;
    EXPECT_FALSE(probe_of(id).sampling_error(round).present()) << id;
  }
}

TEST(CpuSplit, TheKernelsTickIsOneThatKernelsHave) {
  // CONFIG_HZ of all Linux architectures lies between 24 and 1200.
  EXPECT_GE(kernel_ticks_per_second(), 24);
  EXPECT_LE(kernel_ticks_per_second(), 1200);
}

TEST(Registry, NamesEveryFileOfTheRoom) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/harness/probe")) {
    const auto stem = entry.path().stem().string();
    if (entry.path().extension() != ".cpp" || stem.ends_with("_test")) continue;
    files.insert(stem);
  }
  files.erase("registry");
  files.erase("server_clock");
  std::set<std::string> families;
  for (const Family& family : kFamilies) families.emplace(family.name);
  EXPECT_EQ(files, families);
}

TEST(Select, ChoosesInRegistryOrderAndAllWhenNoneIsNamed) {
  EXPECT_THAT(ids_of(select({"peak_rss", "cpu"})), testing::ElementsAre("cpu", "peak_rss"));
  EXPECT_EQ(ids_of(select({})), ids_of(probes()));
}

TEST(Select, NamesAllUnknownMetricsAtOnce) {
  try {
    select({"cpus", "latency_p95", "cpu"});
    FAIL() << "no error";
  } catch (const core::UserError& error) {
    ASSERT_EQ(error.problems().size(), 2U);
    EXPECT_EQ(error.problems()[0], (core::Problem{"unknown metric 'cpus'", "--metrics", "did you mean 'cpu'?"}));
    EXPECT_EQ(error.problems()[1].what, "unknown metric 'latency_p95'");
  }
}

}  // namespace
}  // namespace hotlap::probe
