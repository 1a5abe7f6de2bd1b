// Launching, lapping and stopping real servers.
#include "harness/runner/server_track.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>

#include "harness/core/clock.h"
#include "harness/core/error.h"
#include "harness/core/stop.h"
#include "harness/http/http.h"

namespace hotlap::runner {
namespace {

/// A server that has sent its last answer sleeps within microseconds, its workers (garbage, JIT) within milliseconds.
/// What still runs after this long is marked, and counts as foreign in the laps of the others.
constexpr core::Nanoseconds kIdleLimit = std::chrono::milliseconds(10);
/// How long the end of a dying server may lag behind the reset of its connections.
constexpr core::Nanoseconds kDeathLag = std::chrono::milliseconds(200);
/// Of a wrong response so much is shown and recorded: long heads whole, long bodies not.
constexpr std::size_t kSeenBytes = 32'768;

/// Adds the time from construction to destruction to a sum.
class Stopwatch {
 public:
  explicit Stopwatch(core::Nanoseconds& sum) : sum_(sum), start_(core::monotonic_now()) {}
  ~Stopwatch() { sum_ += core::monotonic_now() - start_; }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  core::Nanoseconds& sum_;
  core::Nanoseconds start_;
};

std::int64_t stated_body_bytes(const core::Expectation& expected) {
  if (expected.body) return static_cast<std::int64_t>(expected.body->size());
  if (expected.body_bytes) return static_cast<std::int64_t>(*expected.body_bytes);
  return -1;
}

load::Target target_of(const scenario::Scenario& scenario, std::uint16_t port, bool awake) {
  load::Target target;
  target.port = port;
  target.request = scenario.request;
  const std::string host = "127.0.0.1:" + std::to_string(port);
  target.request_bytes = http::serialize(scenario.request, host);
  for (const core::Request& request : scenario.other_kinds)
    target.other_kinds.push_back(http::serialize(request, host));
  target.head_request = scenario.request.method == "HEAD";
  target.status = scenario.response.status;
  target.body_bytes = target.head_request ? 0 : stated_body_bytes(scenario.response);
  target.shape = scenario.load;
  target.awake = awake;
  return target;
}

}  // namespace

/// One launched arm.
struct ServerTrack::Running {
  const scenario::Scenario* scenario = nullptr;
  load::Target target;
  std::string log_path;
  std::unique_ptr<subject::Server> server;
  std::unique_ptr<load::Session> session;
  std::unique_ptr<probe::ServerClock> clock;
  std::uint64_t sent = 0;         ///< requests since launch, verification included
  std::uint64_t unseen = 0;       ///< at most this many requests the generator did not tell us of
  core::Nanoseconds last_cpu{0};  ///< the clock at the end of the previous lap
  core::Histogram latency;
  std::vector<double> cold_iterations;  ///< wall time of a request in each, ns
  std::string cold_reason;              ///< why there are none
  probe::LapObservation total;
  probe::ServerClock::Split split_at_start;
  core::Value switches_at_start;
};

ServerTrack::ServerTrack(TrackParts parts) : parts_(std::move(parts)), steal_(parts_.cpus.server) {}

ServerTrack::~ServerTrack() { abandon(); }

ServerTrack::Running& ServerTrack::running(core::Arm arm) { return *running_.at(arm); }

bool ServerTrack::port_is_free(std::uint16_t port) {
  const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_ANY);
  const bool is_free = bind(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(probe);
  return is_free;
}

void ServerTrack::launch(const scenario::Configuration& configuration, core::Arm arm,
                         const scenario::Nuisance& nuisance) {
  auto fresh = std::make_unique<Running>();
  fresh->scenario = &configuration.scenario;
  fresh->target = target_of(configuration.scenario, nuisance.port, parts_.cpus.apart);
  fresh->log_path = parts_.log_folder + "/" + std::string(core::arm_name(arm)) + ".log";
  const subject::Subject& subject = parts_.subjects.at(arm);
  {
    const Stopwatch watch(durations_["launch"]);
    fresh->server = std::make_unique<subject::Server>(
        parts_.processes, subject,
        subject::Launch{nuisance.port, configuration.scenario.handler, nuisance.environment_padding, parts_.cpus.server,
                        fresh->log_path});
  }
  {
    const Stopwatch watch(durations_["ready"]);
    fresh->server->wait_ready();
  }
  if (configuration.scenario.cold) take_cold_start(*fresh, *configuration.scenario.cold);
  {
    const Stopwatch watch(durations_["verify"]);
    verify(*fresh, response_bytes_[arm]);
  }
  if (fresh->session == nullptr) connect(*fresh);
  {
    const Stopwatch watch(durations_["connect"]);
    fresh->clock = std::make_unique<probe::ServerClock>(fresh->server->pid());
    fresh->clock->wait_idle(kIdleLimit);
    fresh->last_cpu = fresh->clock->cpu();
  }
  running_[arm] = std::move(fresh);
}

void ServerTrack::connect(Running& arm) {
  const Stopwatch watch(durations_["connect"]);
  arm.session = parts_.generator.open(arm.target, parts_.processes, parts_.cpus.client);
}

/// Nothing was asked of the server before, not even the response that is verified: the first request is the coldest.
void ServerTrack::take_cold_start(Running& arm, const core::ColdStart& cold) {
  if (!parts_.generator.counts_requests) {
    arm.cold_reason = parts_.generator.id + " does not count its requests";
    return;
  }
  connect(arm);
  const Stopwatch watch(durations_["cold"]);
  for (int iteration = 1; iteration <= cold.iterations; ++iteration) {
    load::Lap burst = arm.session->burst(static_cast<std::uint64_t>(cold.requests), arm.latency);
    arm.sent += burst.sent;
    if (!burst.failure.empty()) {
      explain_failure(arm, burst);
      throw core::ArmFailure("iteration " + std::to_string(iteration) + " of its cold start: " + burst.failure,
                             burst.failure_seen);
    }
    arm.cold_iterations.push_back(static_cast<double>(burst.elapsed.count()) / static_cast<double>(burst.answered));
  }
}

void ServerTrack::verify(Running& arm, std::string& bytes) {
  bytes = verify(arm, arm.target.request_bytes, "");
  int kind = 0;
  for (const std::string& request : arm.target.other_kinds) {
    const std::string whose = " to kind " + std::to_string(++kind) + " of client";
    bytes += http::mask_date(verify(arm, request, whose));  // a comparison would mask the first head's Date only
  }
}

std::string ServerTrack::verify(Running& arm, const std::string& request, const std::string& whose) {
  ++arm.sent;
  const int limit_ms = 1000 * parts_.subjects.begin()->second.manifest.ready_seconds;
  http::Response response;
  try {
    response = http::fetch(arm.target.port, request, arm.target.head_request, limit_ms);
  } catch (const core::ArmFailure&) {
    arm.server->check_alive();  // its end explains more than the broken connection
    throw;
  }
  const auto problems = http::check(response, arm.scenario->response);
  if (!problems.empty()) {
    std::string text = "wrong response" + whose + ": ";
    for (const auto& problem : problems) text += (&problem == &problems.front() ? "" : "; ") + problem;
    throw core::ArmFailure(text, response.bytes.substr(0, kSeenBytes));
  }
  return std::move(response.bytes);
}

const std::string& ServerTrack::response_bytes(core::Arm arm) const { return response_bytes_.at(arm); }

LapOutcome ServerTrack::lap(core::Arm arm, core::Nanoseconds length) {
  Running& mine = running(arm);
  core::Nanoseconds others_before{0};
  for (const auto& [other, state] : running_) {
    if (other != arm) others_before += state->clock->cpu();
  }
  const std::optional<std::uint64_t> steal_before = steal_.ticks();

  LapOutcome outcome;
  outcome.load = mine.session->lap(length, mine.latency);
  mine.sent += outcome.load.sent;
  if (!parts_.generator.keeps_connections) mine.unseen += static_cast<std::uint64_t>(mine.target.shape.connections);
  if (!outcome.load.failure.empty()) {
    explain_failure(mine, outcome.load);
    return outcome;
  }

  outcome.idle_at_end = mine.clock->wait_idle(kIdleLimit);
  const core::Nanoseconds cpu = mine.clock->cpu();
  outcome.server_cpu = cpu - mine.last_cpu;
  mine.last_cpu = cpu;
  for (const auto& [other, state] : running_) {
    if (other != arm) outcome.foreign += state->clock->cpu();
  }
  outcome.foreign -= others_before;
  outcome.stolen = steal_.ticks() != steal_before;

  mine.total.elapsed += outcome.load.elapsed;
  mine.total.answered += outcome.load.answered;
  mine.total.bytes += outcome.load.bytes;
  mine.total.server_cpu += outcome.server_cpu;
  mine.total.client_cpu += outcome.load.client_cpu;
  return outcome;
}

/// A broken connection is often just what is seen of a server that died: then its end is what to report.
void ServerTrack::explain_failure(Running& arm, load::Lap& lap) {
  const core::Nanoseconds deadline = core::monotonic_now() + kDeathLag;
  try {
    do {
      arm.server->check_alive();
      usleep(1000);
    } while (core::monotonic_now() < deadline && !core::stop_requested());
  } catch (const core::ArmFailure& death) {
    lap.failure = std::string(death.what()) + "; the client saw: " + lap.failure;
    lap.failure_seen = death.seen();
  }
}

void ServerTrack::begin_timed(core::Arm arm) {
  Running& mine = running(arm);
  mine.latency.clear();
  mine.clock->watch_threads();  // warm-up is when a runtime starts its workers
  mine.total = {};
  mine.total.server_cpus = server_cpus();
  mine.split_at_start = mine.clock->split();
  mine.switches_at_start = mine.clock->context_switches();
}

probe::RoundObservation ServerTrack::observe_round(core::Arm arm) {
  Running& mine = running(arm);
  if (!mine.clock->same_processes()) {
    throw core::ArmFailure("its processes changed during the round: one ended or was restarted", mine.server->output());
  }
  const std::string first = response_bytes_.at(arm);
  std::string last;
  verify(mine, last);  // right at the start is not enough: a server may change its answers under load
  if (const auto difference = http::difference(first, last)) {
    throw core::ArmFailure("its response changed during the round", *difference);
  }
  probe::RoundObservation observation;
  observation.total = mine.total;
  const auto split = mine.clock->split();
  observation.split.user_ticks = split.user_ticks - mine.split_at_start.user_ticks;
  observation.split.system_ticks = split.system_ticks - mine.split_at_start.system_ticks;
  observation.server_cpu_with_foreign = mine.total.server_cpu;
  if (parts_.generator.raw_latency) {
    observation.latency = &mine.latency;
  } else {
    observation.latency_reason = parts_.generator.id + " has no raw latencies";
  }
  observation.cold_iterations = mine.cold_iterations;
  observation.cold_reason = mine.cold_reason;
  observation.peak_rss = mine.clock->peak_rss();
  const core::Value switches = mine.clock->context_switches();
  observation.context_switches = switches.present() && mine.switches_at_start.present()
                                     ? core::Value(*switches - *mine.switches_at_start)
                                     : switches;
  return observation;
}

bool ServerTrack::stop(core::Arm arm) {
  const Stopwatch watch(durations_["stop"]);
  Running& mine = running(arm);
  mine.server->check_alive();
  mine.session.reset();  // a graceful server waits for its connections to end
  const subject::Stop stop = mine.server->stop();
  const std::uint64_t sent = mine.sent;
  if (stop.requests && (*stop.requests < sent || *stop.requests > sent + mine.unseen)) {
    throw core::ArmFailure(
        "it counted " + std::to_string(*stop.requests) + " requests, the client sent " + std::to_string(sent),
        mine.server->output());
  }
  std::error_code ignored;  // a log that cannot be removed harms nobody
  std::filesystem::remove(mine.log_path, ignored);
  running_.erase(arm);
  return !stop.killed;
}

void ServerTrack::abandon() noexcept { running_.clear(); }

Durations ServerTrack::take_durations() {
  Durations taken(durations_.begin(), durations_.end());
  durations_.clear();
  return taken;
}

}  // namespace hotlap::runner
