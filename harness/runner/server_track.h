// The real track: server processes on their CPUs, pressed by a load generator.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/load/load.h"
#include "harness/machine/steal.h"
#include "harness/runner/track.h"
#include "harness/subject/cpus.h"
#include "harness/subject/server.h"
#include "harness/subject/subject.h"

namespace hotlap::runner {

/// What a server track is made of. References outlive the track.
struct TrackParts {
  core::Processes& processes;
  const load::Generator& generator;
  std::map<core::Arm, subject::Subject> subjects;
  subject::CpuChoice cpus;
  std::string log_folder;  ///< where the servers' output goes while they run; files of clean stops are removed
};

class ServerTrack : public Track {
 public:
  explicit ServerTrack(TrackParts parts);
  ~ServerTrack() override;

  void launch(const scenario::Configuration& configuration, core::Arm arm, const scenario::Nuisance& nuisance) override;
  const std::string& response_bytes(core::Arm arm) const override;
  bool port_is_free(std::uint16_t port) override;
  LapOutcome lap(core::Arm arm, core::Nanoseconds length) override;
  void begin_timed(core::Arm arm) override;
  probe::RoundObservation observe_round(core::Arm arm) override;
  bool stop(core::Arm arm) override;
  void abandon() noexcept override;
  Durations take_durations() override;
  int server_cpus() const override { return static_cast<int>(parts_.cpus.server.size()); }

 private:
  struct Running;
  Running& running(core::Arm arm);
  void connect(Running& arm);
  void take_cold_start(Running& arm, const core::ColdStart& cold);
  void explain_failure(Running& arm, load::Lap& lap);
  void verify(Running& arm, std::string& bytes);
  std::string verify(Running& arm, const std::string& request, const std::string& whose);

  TrackParts parts_;
  machine::StealMeter steal_;
  std::map<core::Arm, std::unique_ptr<Running>> running_;
  std::map<core::Arm, std::string> response_bytes_;  ///< outlives the server: compared after it stopped, too
  std::map<std::string, core::Nanoseconds> durations_;
};

}  // namespace hotlap::runner
