// A track without servers, for the tests: laps cost what a function says, and everything that happens is noted.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/core/error.h"
#include "harness/runner/track.h"

namespace hotlap::runner {

class FakeTrack : public Track {
 public:
  /// CPU per request (ns) of an arm's n-th lap since its launch.
  std::function<double(core::Arm, int)> cost = [](core::Arm, int) { return 1000.0; };
  /// Called before each lap; may throw.
  std::function<void(core::Arm, int)> before_lap = [](core::Arm, int) {};
  std::map<core::Arm, std::string> responses;
  std::vector<std::uint16_t> taken_ports;

  std::vector<std::string> log;  ///< "launch old", "lap new", "stop control"
  std::map<core::Arm, std::uint16_t> ports;
  bool ignores_sigterm = false;
  int abandoned = 0;

  void launch(const scenario::Configuration&, core::Arm arm, const scenario::Nuisance& nuisance) override {
    note("launch", arm);
    ports[arm] = nuisance.port;
    laps_[arm] = 0;
    if (!responses.contains(arm)) responses[arm] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  }
  const std::string& response_bytes(core::Arm arm) const override { return responses.at(arm); }
  bool port_is_free(std::uint16_t port) override {
    return std::find(taken_ports.begin(), taken_ports.end(), port) == taken_ports.end();
  }
  LapOutcome lap(core::Arm arm, core::Nanoseconds length) override {
    note("lap", arm);
    before_lap(arm, laps_[arm]);
    LapOutcome outcome;
    outcome.load.elapsed = length;
    outcome.load.sent = outcome.load.answered = 1000;
    outcome.load.bytes = 161000;
    outcome.server_cpu = core::Nanoseconds(static_cast<std::int64_t>(1000 * cost(arm, laps_[arm])));
    ++laps_[arm];
    return outcome;
  }
  void begin_timed(core::Arm arm) override { note("timed", arm); }
  probe::RoundObservation observe_round(core::Arm arm) override {
    note("observe", arm);
    probe::RoundObservation observation;
    observation.total.answered = 1000;
    observation.total.elapsed = std::chrono::milliseconds(10);
    observation.cold_iterations = {9000, 2000, 2000, 2000, 2000, 1000};
    observation.latency_reason = "no latencies in a fake";
    observation.peak_rss = core::Value::absent("no memory in a fake");
    observation.context_switches = core::Value::absent("no switches in a fake");
    return observation;
  }
  bool stop(core::Arm arm) override {
    note("stop", arm);
    return !ignores_sigterm;
  }
  void abandon() noexcept override { ++abandoned; }
  Durations take_durations() override { return {{"launch", core::Nanoseconds(1)}}; }
  int server_cpus() const override { return 1; }

 private:
  void note(const char* what, core::Arm arm) {
    log.push_back(std::string(what) + " " + std::string(core::arm_name(arm)));
  }
  std::map<core::Arm, int> laps_;
};

}  // namespace hotlap::runner
