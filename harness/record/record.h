// The seam between measuring and judging: a folder with run.json (plan and provenance) and samples.jsonl.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/core/metric.h"
#include "harness/core/sample.h"
#include "harness/core/warning.h"

namespace hotlap::record {

inline constexpr std::string_view kRunSchema = "hotlap.run/1";

/// What one arm ran.
struct SubjectInfo {
  core::Arm arm = core::Arm::old_build;
  std::string spec;        ///< as the user gave it: "node=./out/Release/node"
  std::string server;      ///< manifest name, "cmd", or of protocol micro the hot path or the program's file name
  std::string variant;     ///< "before", or of protocol micro the part of its rows; empty: none
  std::string executable;  ///< absolute path
  std::string version;     ///< first line of `--version`, or empty
  std::string hash;        ///< "xxh3:<32 hex digits>" of the executable
  std::vector<std::string> arguments;                            ///< --old-arg, --new-arg
  std::vector<std::pair<std::string, std::string>> environment;  ///< --old-env, --new-env
  bool operator==(const SubjectInfo&) const = default;
};

/// One configuration as the record knows it.
struct ConfigurationInfo {
  std::string scenario;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< in order: {"connections","50"}
  bool operator==(const ConfigurationInfo&) const = default;
};

/// run.json: written once, before the first launch.
struct RunHeader {
  std::string schema{kRunSchema};
  std::string hotlap_version;
  std::vector<std::string> command_line;
  std::string started_at;  ///< UTC, ISO 8601
  // The plan, enough to make it again for --resume:
  std::string protocol;      ///< "laps" | "rounds" | "micro"; of an imported record its format: "node-csv"
  std::string load;          ///< id of the load generator; "none" of protocol micro, kImported of an imported record
  std::string load_version;  ///< "hotlap 0.1.0", "wrk 4.1.0"
  std::uint64_t seed = 0;
  bool control = true;
  bool single = false;  ///< `hotlap run`
  double budget_seconds = 0;
  int rounds = 0;  ///< fixed by the user, or 0: from the budget
  int laps = 0;
  int steady_laps = 0;              ///< an arm was warm after so many laps without getting faster,
  std::uint64_t warm_requests = 0;  ///< but not before it had answered so many requests
  double lap_ms = 0;
  std::vector<int> server_cpus;
  std::vector<int> client_cpus;
  std::vector<SubjectInfo> subjects;
  std::vector<ConfigurationInfo> configurations;
  std::vector<core::Metric> metrics;                             ///< what was measured, and how to read it
  std::vector<std::pair<std::string, std::string>> environment;  ///< the machine's fingerprint: {"cpu_model","..."}
  std::vector<core::Warning> warnings;                           ///< known before the start: shared cores, ...
  bool operator==(const RunHeader&) const = default;
};

/// What stands for the load where another tool measured.
inline constexpr std::string_view kImported = "imported";
inline bool is_imported(const RunHeader& header) { return header.load == kImported; }

enum class EventKind {
  round_done,   ///< all arms of (configuration, round) are complete: only such rounds are analysed
  void_arm,     ///< the arm broke: verdict `invalid`
  killed,       ///< the arm ignored SIGTERM at the end of the round and was killed
  difference,   ///< the arms' responses differ: `seen` is the diff
  planned,      ///< how many rounds are planned from here on (`number`), decided by the budget
  look,         ///< the results of a configuration were looked at after so many rounds; `what` says kEnough or kGoOn
  interrupted,  ///< a stop was asked for
  resumed,
  finished  ///< every planned round is done, or a void arm ended the run
};
std::string_view name(EventKind kind);

/// What a look came to: the configuration has its verdict and is measured no further, or not.
inline constexpr const char* kEnough = "enough";
inline constexpr const char* kGoOn = "go on";

/// A line of samples.jsonl that is not a sample. What does not apply to its kind is not written.
struct Event {
  EventKind kind = EventKind::round_done;
  int configuration = 0;                 ///< round_done, void_arm, difference, planned, look
  int round = 0;                         ///< the same
  core::Arm arm = core::Arm::old_build;  ///< void_arm; difference: the arm that answers otherwise than old
  core::Nanoseconds at{0};
  double number = 0;  ///< planned only
  std::string what;   ///< one sentence
  std::string seen;   ///< verbatim: stderr, response, diff
  /// round_done: named durations in ns: "launch", "ready", "cold", "verify", "connect", "stop", "round".
  std::vector<std::pair<std::string, double>> durations;
  bool operator==(const Event&) const = default;
};

struct Record {
  std::filesystem::path folder;
  RunHeader header;
  std::vector<core::Sample> samples;  ///< in the order of the file, warm-up laps included
  std::vector<Event> events;
  bool truncated = false;  ///< the last line was cut off (killed while writing) and left out
};

/// Appends to a record. Every line is written with one write(2) before `append` returns: it survives the death of this
/// process, but a power cut only once the kernel has written it back, some seconds later. One writer at a time: the
/// file is locked as long as the writer lives.
class Writer {
 public:
  /// Creates the folder and writes run.json (to a temporary name, synced, then renamed; last, so that a folder with
  /// run.json is a whole record). Throws UserError when the folder exists and is not empty, or cannot be written.
  static Writer create(const std::filesystem::path& folder, const RunHeader& header);
  /// Reopens a record for --resume; cuts off an unfinished last line. Throws UserError when there is no record, it
  /// cannot be written, or another process is writing it.
  static Writer reopen(const std::filesystem::path& folder);
  ~Writer();
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;

  /// Throw UserError when the line cannot be written whole (disk full): the cut line is taken back, nothing else is
  /// lost.
  void append(const core::Sample& sample);
  void append(const Event& event);

 private:
  Writer(std::filesystem::path file_path, int file) : file_path_(std::move(file_path)), file_(file) {}
  void append_line(const std::string& line);
  std::filesystem::path file_path_;
  int file_ = -1;
};

/// Reads a record. Throws UserError naming "file:line" for anything malformed, except an unfinished last line
/// (`truncated`). Keys that are not known are passed over, so that a later program may add some.
Record read(const std::filesystem::path& folder);

/// Takes out the samples of rounds that were cut short: a resumed run measures those rounds anew, and both attempts
/// stand in the file. `read` does this at every `resumed` event; a run that goes on does it for what it holds in
/// memory.
void drop_unfinished_rounds(Record& record);

/// The JSON of a header and back, for run.json; the same shapes as results/schema/run.schema.json. Lists of pairs are
/// objects, so of two pairs with one name the later is kept. Throws UserError with all problems of the text.
std::string to_json(const RunHeader& header);
RunHeader header_from_json(const std::string& text, const std::string& source);

}  // namespace hotlap::record
