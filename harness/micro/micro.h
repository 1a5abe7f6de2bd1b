// Google Benchmark programs as subjects: which rows they have, one row in a fresh process, what it measured.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/arm.h"
#include "harness/core/error.h"
#include "harness/core/metric.h"
#include "harness/core/process.h"
#include "harness/core/value.h"
#include "harness/core/warning.h"
#include "harness/subject/subject.h"

namespace hotlap::micro {

// Subjects.

/// A hot path of servers/kernels that has a micro benchmark.
struct HotPath {
  std::string name;                  ///< "header-walk"
  std::string target;                ///< what builds it: "header_walk_bench"
  std::filesystem::path executable;  ///< where the build tree has it, built or not
};

/// Those of the checkout, sorted by name.
std::vector<HotPath> hot_paths(const subject::Places& places);

/// Why a hot path's program is not there, and the command that builds it.
core::Problem not_built(const HotPath& path, const subject::Places& places);

/// SUBJECT of the protocol `micro`: HOT_PATH/PART (our own program of that hot path), PATH or PATH:PART (anybody's).
/// PART is a part of the rows' names between slashes; only rows that have it belong to the arm, and they are matched
/// without it: "emit/rest-args" runs the rows "emit/.../rest-args". It becomes the subject's `variant`. Throws
/// UserError: no such hot path, not built, no such executable.
subject::Subject resolve(const std::string& spec, const subject::Places& places);

// Rows.

/// What a program lists.
struct Listing {
  std::vector<std::string> names;       ///< as the program calls them, each once
  bool seconds_suffix = true;           ///< how it wants --benchmark_min_time: "0.05s" (since 1.8), else "0.05"
  std::vector<core::Warning> warnings;  ///< row_listed_twice, row_name_unreadable
};

/// Asks the program for its rows. Throws UserError when it is no Google Benchmark program or has none.
Listing list_rows(const subject::Subject& subject, core::Processes& processes);

/// A row as the arms have it.
struct Row {
  std::string key;                         ///< what the arms' names have in common: the name of the configuration
  std::map<core::Arm, std::string> names;  ///< what each arm's program calls it; `control` as `old`
  bool operator==(const Row&) const = default;
};

/// One arm's side of the matching.
struct ArmRows {
  core::Arm arm = core::Arm::old_build;
  std::string spec;
  std::string part;  ///< empty: names are matched as they are
  std::vector<std::string> names;
};

struct Matching {
  std::vector<Row> rows;                ///< in the order of the first arm
  std::vector<core::Warning> warnings;  ///< row_in_one_arm
};

/// The name without the last part that equals `part`; absent when it has no such part. "*" when nothing else is left.
std::optional<std::string> key_of(std::string_view name, std::string_view part);

/// The rows that every arm has and that were asked for: those whose key is, or else contains, one of `wanted` (empty:
/// all) and contains `filter`. Rows of one arm only are named in a warning. Pure. Throws UserError: a part that no row
/// has, a wanted row that is not there, no row in common.
Matching match_rows(const std::vector<ArmRows>& arms, const std::vector<std::string>& wanted,
                    const std::string& filter);

/// A regular expression (POSIX extended, what the library uses) that matches this name alone.
std::string exact_filter(std::string_view name);

// One process.

/// How a row is run once.
struct Launch {
  std::string filter;               ///< of --benchmark_filter
  core::Nanoseconds least_time{0};  ///< of --benchmark_min_time
  bool seconds_suffix = true;
  std::string result_path;  ///< the file that the program writes its JSON to; replaced
  int environment_padding = 0;
  std::vector<int> cpus;
  core::Nanoseconds limit{0};  ///< a process that runs longer is killed
};

/// What a program said of one row.
struct Result {
  double time_ns = 0;  ///< per iteration, see `time_metric`
  std::uint64_t iterations = 0;
  std::vector<std::pair<std::string, core::Value>> counters;  ///< user counters, in the order of the program
};

/// The command line; never a shell's. The executable is started under a path of fixed length.
core::Command command_for(const subject::Subject& subject, const Launch& launch);

/// Runs the program to its end and returns the text of its JSON. Throws ArmFailure: it was killed, exited with another
/// status than 0, ran longer than the limit, wrote no results. Interrupted when a stop was asked for.
std::string run_program(const subject::Subject& subject, const Launch& launch, core::Processes& processes);

/// The row `name` out of the JSON of a program. Repetitions are averaged. Throws ArmFailure: no JSON, no such row, the
/// benchmark reported an error, a time that is none.
Result result_of(const std::string& json, const std::string& name);
/// The same; absent when there is no such row.
std::optional<Result> find_result(const std::string& json, const std::string& name);

/// What rows did that were run for a moment.
struct Trial {
  std::vector<std::string> counters;  ///< of all rows, each once
  std::vector<std::string> no_rows;   ///< names that the program listed and then did not know
};

/// Runs every named row for a moment, to learn its counters. What fails here is left to fail in the measurement, where
/// it is recorded. `launch` without filter.
Trial try_rows(const subject::Subject& subject, const std::vector<std::string>& names, const Launch& launch,
               core::Processes& processes);

// Metrics.

inline constexpr std::string_view kTime = "time";

/// `time`, the metric that decides: CPU time of an iteration. For rows whose author declared UseRealTime or
/// UseManualTime (the library appends "/real_time", "/manual_time" to their names) the real time, which those ask for.
core::Metric time_metric();
/// A user counter as an exact metric that informs: lower is better.
core::Metric counter_metric(const std::string& counter);
/// Whether a counter's name says that it counts a cost of a call: allocations, bytes, arrays, objects, copies.
bool counts_a_cost(std::string_view counter);
/// Whether a counter is a rate (bytes_per_second): the time once more.
bool is_rate(std::string_view counter);

}  // namespace hotlap::micro
