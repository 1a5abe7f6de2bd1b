// From options to a table.
#include "harness/cli/measure.h"

#include <fmt/chrono.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "analysis/compare/rounds.h"
#include "analysis/report/escape.h"
#include "analysis/report/report.h"
#include "harness/cli/places.h"
#include "harness/cli/prediction.h"
#include "harness/cli/preparation.h"
#include "harness/cli/progress.h"
#include "harness/cli/resumption.h"
#include "harness/core/stop.h"
#include "harness/runner/micro.h"
#include "harness/runner/runner.h"
#include "harness/runner/server_track.h"
#include "harness/subject/system_processes.h"

namespace hotlap::cli {
namespace {

std::filesystem::path new_folder(const MeasureOptions& options) {
  if (!options.out.empty()) return options.out;
  // The process id keeps two runs of the same second apart.
  const auto name = fmt::format("{:%Y%m%d-%H%M%S}-{}", fmt::gmtime(std::time(nullptr)), getpid());
  return runs_folder() / name;
}

runner::Recorder open_recorder(const MeasureOptions& options, const record::RunHeader& header) {
  if (options.resume.empty()) {
    const auto folder = new_folder(options);
    auto writer = record::Writer::create(folder, header);
    record::Record record;
    record.folder = folder;
    record.header = header;
    return {std::move(writer), std::move(record)};
  }
  auto writer =
      record::Writer::reopen(options.resume);  // locks, and cuts off an unfinished line: what is read is whole
  runner::Recorder recorder(std::move(writer), record::read(options.resume));
  record::Event event{.kind = record::EventKind::resumed};
  event.what = changed_surroundings(recorder.record().header, header);
  recorder.add(event);
  return recorder;
}

/// With its parameters: one scenario can stand there many times.
std::string configuration_text(const record::Record& record, int configuration) {
  return report::plain(compare::name(record.header.configurations[static_cast<std::size_t>(configuration)]));
}

void print_events(const record::Record& record, std::ostream& err) {
  for (const auto& event : record.events) {
    if (event.kind != record::EventKind::difference) continue;
    err << "hotlap: " << event.what << " (" << configuration_text(record, event.configuration) << "):\n"
        << event.seen << '\n';
  }
}

/// A run that has come to its end has nothing left to do: a round more would be one that its plan does not have.
bool is_complete(const record::Record& record) {
  return !record.truncated && !record.events.empty() && record.events.back().kind == record::EventKind::finished;
}

/// Ends a configuration at the look where all its deciding rows have their verdict.
class Verdicts : public runner::Referee {
 public:
  explicit Verdicts(compare::Policy policy) : policy_(std::move(policy)) {}
  bool enough(const record::Record& record, int configuration) override {
    return compare::is_decided(record, configuration, policy_);
  }

 private:
  compare::Policy policy_;
};

runner::Outcome run_servers(const Preparation& ready, core::Processes& processes, runner::Recorder& recorder,
                            runner::Observer& observer, runner::Referee* referee) {
  const std::string folder = recorder.record().folder.string();
  runner::ServerTrack track({processes, *ready.generator, ready.subjects, ready.cpus, folder});
  return runner::run(ready.plan, ready.probes, track, recorder, observer, referee);
}

runner::Outcome run_micro(const Preparation& ready, core::Processes& processes, runner::Recorder& recorder,
                          runner::Observer& observer, runner::Referee* referee) {
  runner::ProgramBench bench({.processes = processes,
                              .subjects = ready.subjects,
                              .seconds_suffix = ready.micro->seconds_suffix,
                              .rows = ready.micro->rows,
                              .least_time = ready.plan.settings.lap,
                              .cpus = ready.cpus.server,
                              .folder = recorder.record().folder.string()});
  runner::MicroRounds rounds(ready.metrics, bench, recorder, observer);
  return runner::run(ready.plan, rounds, recorder, observer, referee);
}

bool asked(const JudgeOptions& options, const char* what) {
  return std::find(options.fail_on.begin(), options.fail_on.end(), what) != options.fail_on.end();
}

}  // namespace

core::ExitCode finish(const compare::Comparison& comparison, const record::Record& record, const JudgeOptions& options,
                      Streams& streams) {
  print_events(record, streams.err);
  for (const auto& broken : comparison.void_arms) {
    streams.err << "hotlap: arm " << core::arm_name(broken.arm) << ", round " << broken.round + 1 << ", "
                << configuration_text(record, broken.configuration) << ": " << report::plain(broken.what) << '\n';
    if (!broken.seen.empty()) streams.err << broken.seen << '\n';
  }
  streams.out << report::format(options.format).render(comparison) << std::flush;
  if (!streams.out)
    throw core::UserError(
        {"the result could not be written to standard output", "", "the record is in " + comparison.folder});
  return exit_code(comparison, options);
}

core::ExitCode exit_code(const compare::Comparison& comparison, const JudgeOptions& options) {
  using compare::Verdict;
  if (comparison.verdict == Verdict::invalid) return core::ExitCode::void_arm;
  if (comparison.interrupted) return core::ExitCode::interrupted;
  if (asked(options, "regression") && comparison.verdict == Verdict::regression) return core::ExitCode::regression;
  const bool unsure =
      !comparison.trusted || comparison.verdict == Verdict::inconclusive || comparison.verdict == Verdict::insufficient;
  if (asked(options, "inconclusive") && unsure) return core::ExitCode::inconclusive;
  return core::ExitCode::ok;
}

Measured make_run(const MeasureOptions& options, const record::Record* resumed, Streams& streams,
                  runner::Referee* referee) {
  const auto processes = subject::system_processes();
  const Preparation ready = prepare(options, *processes);
  const auto header = header_of(ready, options, streams.command_line, *processes);
  if (resumed != nullptr) check_same_run(resumed->header, header);
  subject::pin_this_thread(ready.cpus.client);  // before anything is written: it may be refused
  Measured measured{open_recorder(options, header), {}};
  if (!options.quiet) {
    streams.err << plan_line(ready) << "\nrecord: " << measured.recorder.record().folder.string() << std::endl;
  }
  ProgressLine progress(streams.err, !options.quiet && isatty(STDERR_FILENO) == 1, ready.plan, options.judge.policy());
  measured.outcome = ready.micro ? run_micro(ready, *processes, measured.recorder, progress, referee)
                                 : run_servers(ready, *processes, measured.recorder, progress, referee);
  return measured;
}

core::ExitCode measure(const MeasureOptions& given, Streams& streams) {
  core::catch_stop_signals();
  std::optional<record::Record> resumed;
  if (!given.resume.empty()) resumed = record::read(given.resume);
  if (resumed && is_complete(*resumed)) {
    streams.err << "hotlap: the run is complete, nothing was measured\n";
    check_metrics(given.judge, resumed->header.metrics);
    return finish(compare::compare(*resumed, given.judge.policy()), *resumed, given.judge, streams);
  }
  const MeasureOptions options = resumed ? options_of(resumed->header, given) : given;
  Verdicts verdicts(options.judge.policy());
  // One build alone has no verdict to stop for.
  const Measured run = make_run(options, resumed ? &*resumed : nullptr, streams, options.single ? nullptr : &verdicts);
  const auto& record = run.recorder.record();
  const core::ExitCode code = finish(compare::compare(record, options.judge.policy()), record, options.judge, streams);
  if (!run.outcome.interrupted) return code;
  streams.err << "hotlap: interrupted; go on with --resume " << record.folder.string() << '\n';
  return core::ExitCode::interrupted;
}

}  // namespace hotlap::cli
