// Runs the program under test: started with exact arguments, watched, signalled, and read to the end.
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hotlap::end_to_end {

using Arguments = std::vector<std::string>;

/// For what has to happen at some time. Only a broken program (or a stopped machine) reaches it.
inline constexpr auto kDeadline = std::chrono::seconds(60);

/// Asks again and again until `holds`, or the deadline passes; returns what it said last.
bool poll_until(const std::function<bool()>& holds, std::chrono::seconds deadline = kDeadline);

/// How hotlap is started. What is not named is as in this process.
struct Start {
  Arguments arguments;                                             ///< without the program's name
  std::filesystem::path folder{};                                  ///< to work in; empty: this process's
  std::vector<std::pair<std::string, std::string>> environment{};  ///< set, on top of this process's
  std::optional<rlim_t> file_size{};                               ///< bytes a file may have; SIGXFSZ is then ignored
  std::vector<int> cpus{};                                         ///< the only ones it may use; empty: as this process
  bool without_override = false;                                   ///< file modes bind it even when it is root
  bool without_affinity = false;                                   ///< the kernel refuses to pin it
};

struct Result {
  int exit_code = -1;  ///< -1: ended by a signal, or not at all before the deadline (then the test has failed)
  int signal = 0;      ///< that ended it, or 0
  std::string out;
  std::string err;
};

/// A hotlap that runs. Killed when it still does at the end of its scope.
class Running {
 public:
  explicit Running(const Start& start);
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  pid_t pid() const { return pid_; }
  void send(int signal) const;
  bool ended();
  /// Waits for the end and hands over what was printed. Once only.
  Result wait();
  /// The processes with this run's mark in their environment, hotlap itself among them: what it started, and what
  /// those started, however far they have moved away.
  std::vector<pid_t> processes() const;
  /// Whether all of them are gone before the deadline.
  bool leaves_nothing() const;

 private:
  std::string mark_;  ///< "HOTLAP_TEST_MARK=<unique>"
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::optional<int> status_;
};

/// Runs it to its end; a process that it left behind fails the test.
Result run(const Start& start);
Result run(const Arguments& arguments);

/// A folder of its own, removed at the end of its scope.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// A name in it, as text for a command line.
  std::string operator/(std::string_view name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// `all` of them, one after another.
Arguments joined(std::initializer_list<Arguments> all);

/// Options of a run that is hardly one: two rounds of two laps of 2 ms.
inline const Arguments kSmall = {"--rounds", "2", "--laps", "2", "--lap-ms", "2"};
/// Even less, for what is decided before the first lap ends.
inline const Arguments kTiny = {"--rounds", "1", "--laps", "1", "--lap-ms", "1", "--no-control"};

/// `compare --old fixtures:OLD --new fixtures:NEW --out FOLDER`.
Arguments compare(const std::string& old_variant, const std::string& new_variant, const std::string& folder);

/// A `cmd:` subject: the fixture server in this variant (also one that its manifest does not list, as slow-100).
std::string command_of(const std::string& variant);

/// Reads a JSON text; a text that is none fails the test and comes back as null.
nlohmann::json parsed(const std::string& text);
/// The rows of the comparison that was printed as JSON.
nlohmann::json rows(const Result& result);

/// Expects exit 2, nothing on standard output, and on standard error what is wrong (all `words`) with what to do
/// about it: an indented line under the problem.
void expect_refused(const Result& result, const std::vector<std::string>& words);

}  // namespace hotlap::end_to_end
