// The real track on real servers: what is asked of a fresh process, and in which order.
#include "harness/runner/server_track.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "harness/core/error.h"
#include "harness/subject/system_processes.h"

namespace hotlap::runner {
namespace {

using core::Arm;
using ::testing::HasSubstr;
using ::testing::SizeIs;

/// One arm of the fixtures, in this variant.
class FixtureTrack {
 public:
  explicit FixtureTrack(const std::string& variant) {
    std::string name = (std::filesystem::temp_directory_path() / "hotlap-track-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    const subject::Places places{HOTLAP_SOURCE_DIR "/servers", HOTLAP_BUILD_DIR};
    track_ = std::make_unique<ServerTrack>(
        TrackParts{*processes_,
                   load::generator("closed"),
                   {{Arm::old_build, subject::resolve("fixtures:" + variant, places, *processes_)}},
                   subject::CpuChoice{},
                   folder_});
  }
  FixtureTrack(const FixtureTrack&) = delete;
  FixtureTrack& operator=(const FixtureTrack&) = delete;
  ~FixtureTrack() {
    track_.reset();
    std::filesystem::remove_all(folder_);
  }

  /// What one round of a single lap observes.
  probe::RoundObservation round(const std::optional<core::ColdStart>& cold) {
    scenario::Configuration configuration;
    configuration.scenario.handler = "set-header";
    configuration.scenario.load.connections = 8;
    configuration.scenario.cold = cold;
    std::uint16_t port = 21'000;
    while (!track_->port_is_free(port)) ++port;
    track_->launch(configuration, Arm::old_build, {port, 0});
    track_->begin_timed(Arm::old_build);
    EXPECT_EQ(track_->lap(Arm::old_build, std::chrono::milliseconds(5)).load.failure, "");
    probe::RoundObservation observed = track_->observe_round(Arm::old_build);
    latencies_ = observed.latency->count();
    answered_ = observed.total.answered;
    EXPECT_TRUE(track_->stop(Arm::old_build))
        << "it counts its requests, too: a burst that is not counted is told here";
    observed.latency = nullptr;  // it went with the server
    return observed;
  }
  std::uint64_t latencies() const { return latencies_; }
  std::uint64_t answered() const { return answered_; }

 private:
  std::unique_ptr<core::Processes> processes_ = subject::system_processes();
  std::string folder_;
  std::unique_ptr<ServerTrack> track_;
  std::uint64_t latencies_ = 0;
  std::uint64_t answered_ = 0;
};

TEST(ServerTrack, LooksAtTheColdStartOfAScenarioThatAsksForItAlone) {
  FixtureTrack track("same");
  EXPECT_THAT(track.round({}).cold_iterations, SizeIs(0));
  const auto observed = track.round(core::ColdStart{7, 40});
  EXPECT_THAT(observed.cold_iterations, SizeIs(7));
  for (const double ns : observed.cold_iterations) EXPECT_GT(ns, 0);
  EXPECT_EQ(track.latencies(), track.answered()) << "the bursts are no laps";
}

/// `warming` costs five times as much for its first 2000 requests: here they are the first iteration, and all of it.
TEST(ServerTrack, FindsTheFirstIterationOfAServerThatMustWarmUpSlow) {
  FixtureTrack track("warming");
  const auto iterations = track.round(core::ColdStart{8, 2000}).cold_iterations;
  ASSERT_THAT(iterations, SizeIs(8));
  std::vector<double> rest(iterations.begin() + 1, iterations.end());
  std::nth_element(rest.begin(), rest.begin() + 3, rest.end());
  EXPECT_GT(iterations.front(), 1.5 * rest[3]);
}

TEST(ServerTrack, AServerThatFailsInItsColdStartIsBrokenAndToldSo) {
  FixtureTrack track("dies");
  try {
    track.round(core::ColdStart{200, 1000});
    FAIL() << "no failure";
  } catch (const core::ArmFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("of its cold start: "));
  }
}

}  // namespace
}  // namespace hotlap::runner
