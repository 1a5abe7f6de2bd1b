// wrk as a witness: a process per lap, whole seconds, its own connections each time. It checks less than the built-in
// client: statuses only as up to 399 or above, no lengths, and a request that is never answered counts nowhere.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "harness/core/error.h"
#include "harness/load/rows.h"
#include "harness/load/wrk_script.h"

namespace hotlap::load {
namespace {

using std::chrono::seconds;

constexpr seconds kGrace{10};  // wrk starts, stops its threads and reports within this, or it hangs
constexpr seconds kVersionLimit{5};
constexpr int kFirstErrorStatus = 400;  // wrk counts these and above as errors

/// A file only we can read, gone when this is.
class PrivateFile {
 public:
  explicit PrivateFile(std::string_view text) : path_(std::filesystem::temp_directory_path() / "hotlap-wrk-XXXXXX") {
    const int descriptor = mkstemp(path_.data());
    if (descriptor < 0) throw failure();
    const bool written = write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    const core::UserError why = failure();
    close(descriptor);
    if (written) return;
    unlink(path_.c_str());
    throw why;
  }
  ~PrivateFile() { unlink(path_.c_str()); }
  PrivateFile(const PrivateFile&) = delete;
  PrivateFile& operator=(const PrivateFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  core::UserError failure() const {
    return core::UserError(
        {"cannot write wrk's script: " + std::generic_category().message(errno), path_, "set TMPDIR"});
  }
  std::string path_;
};

std::string listed_errors(const WrkSummary& summary, bool errors_expected) {
  std::string text;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(summary.connect, "connect errors");
  add(summary.read, "read errors");
  add(summary.write, "write errors");
  add(errors_expected ? summary.requests - summary.status : summary.status,
      errors_expected ? "statuses below 400" : "statuses above 399");
  add(summary.timeout, "responses after more than 5 s");
  return text;
}

Lap lap_of(const WrkSummary& summary, const Target& target) {
  const bool errors_expected = target.status >= kFirstErrorStatus;
  const std::uint64_t right_status = errors_expected ? summary.status : summary.requests - summary.status;
  Lap lap;
  lap.elapsed = std::chrono::microseconds(summary.duration_us);
  lap.sent = summary.requests + summary.read + summary.write;
  lap.answered = right_status - std::min(summary.timeout, right_status);
  lap.failed = lap.sent - lap.answered;
  lap.bytes = summary.bytes;
  lap.client_cpu = std::chrono::microseconds(summary.cpu_us);
  const auto connections = static_cast<std::uint64_t>(target.shape.connections);
  lap.open_connections = static_cast<int>(connections - std::min(summary.connect, connections));
  if (const std::string errors = listed_errors(summary, errors_expected); !errors.empty()) {
    lap.failure = "wrk counted " + errors;
  } else if (summary.requests == 0) {
    lap.failure = "wrk got no answer at all";
  }
  return lap;
}

std::vector<core::Problem> problems_of(const core::Request& request, const core::LoadShape& shape,
                                       core::Nanoseconds lap) {
  std::vector<core::Problem> problems;
  if (shape.pipeline > 1) {
    problems.push_back({"wrk cannot be used with pipelining", "--pipeline", "use --load closed"});
  }
  if (shape.kinds > 1) {
    problems.push_back(
        {"wrk cannot send another kind of request on each connection", "--load wrk", "use --load closed"});
  }
  if (request.method == "HEAD") {
    problems.push_back({"wrk cannot send HEAD requests: it waits for a body", "--load wrk", "use --load closed"});
  }
  if (const auto whole = std::chrono::duration_cast<seconds>(lap); whole != lap || whole < seconds(1)) {
    problems.push_back({"wrk measures whole seconds, at least one", "--lap-ms", "give a multiple of 1000"});
  }
  return problems;
}

void throw_if_any(const std::vector<core::Problem>& problems) {
  if (!problems.empty()) throw core::UserError(problems);
}

class WrkSession final : public Session {
 public:
  WrkSession(const Target& target, core::Processes& processes, std::vector<int> cpus)
      : target_(target), processes_(processes), cpus_(std::move(cpus)), script_(wrk_script(target.request_bytes)) {}

  Lap lap(core::Nanoseconds length, core::Histogram&) override {
    throw_if_any(problems_of(target_.request, target_.shape, length));
    const auto whole = std::chrono::duration_cast<seconds>(length);
    const std::unique_ptr<core::Process> wrk = processes_.start(command(whole));
    const std::optional<core::ProcessEnd> end = wrk->wait(whole + kGrace);
    const std::string output = wrk->output();
    const std::optional<WrkSummary> summary = wrk_summary(output);
    if (end && end->status == 0 && summary) return lap_of(*summary, target_);
    Lap lap;
    lap.failure = !end               ? fmt::format("wrk did not end within {} s", (whole + kGrace).count())
                  : end->status != 0 ? fmt::format("wrk ended with status {}", end->status)
                                     : "wrk gave no report";
    lap.failure_seen = output;
    return lap;
  }

  Lap burst(std::uint64_t, core::Histogram&) override { throw std::logic_error("wrk does not count requests"); }

 private:
  core::Command command(seconds length) const {
    return {.arguments = {"wrk", "-t1", fmt::format("-c{}", target_.shape.connections),
                          fmt::format("-d{}s", length.count()), "--timeout", "5s", "-s", script_.path(),
                          fmt::format("http://127.0.0.1:{}/", target_.port)},
            .environment = {},
            .cpus = cpus_,
            .output_path = {}};
  }

  Target target_;
  core::Processes& processes_;
  std::vector<int> cpus_;
  PrivateFile script_;
};

std::string version(core::Processes& processes) {
  std::unique_ptr<core::Process> wrk;
  try {
    wrk = processes.start({.arguments = {"wrk", "-v"}, .environment = {}, .cpus = {}, .output_path = {}});
  } catch (const core::UserError&) {
    throw core::UserError({"wrk is not installed", "--load wrk", "apt-get install wrk"});
  }
  const bool ended = wrk->wait(kVersionLimit).has_value();  // its status is 1 even when all is well
  const std::string output = wrk->output();
  const std::string line = output.substr(0, output.find('\n'));
  if (!ended || !line.starts_with("wrk ")) {
    throw core::UserError({"'wrk -v' does not say its version: " + line, "--load wrk", "apt-get install wrk"});
  }
  return line.substr(0, line.find(" ["));  // "wrk 4.1.0 [epoll] Copyright ..."
}

std::unique_ptr<Session> open(const Target& target, core::Processes& processes, const std::vector<int>& cpus) {
  throw_if_any(problems_of(target.request, target.shape, seconds(1)));
  return std::make_unique<WrkSession>(target, processes, cpus);
}

}  // namespace

Generator wrk() {
  Generator row;
  row.id = "wrk";
  row.help = "wrk, an external witness: one thread, whole seconds; checks no lengths and only statuses above 399";
  row.problems = problems_of;
  row.version = version;
  row.open = open;
  return row;
}

}  // namespace hotlap::load
