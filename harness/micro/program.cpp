// One process of a benchmark program: its command line, its end, its results.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "harness/core/error.h"
#include "harness/micro/micro.h"

namespace hotlap::micro {
namespace {

constexpr std::size_t kLargestResult = std::size_t{16} << 20;  ///< far beyond any; a program must not fill our memory

std::string end_text(const core::ProcessEnd& end) {
  if (end.signal != 0) return fmt::format("was killed by signal {} ({})", end.signal, strsignal(end.signal));
  return fmt::format("exited with status {}", end.status);
}

std::string read_result(const std::string& path, const std::string& output) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  char block[4096];
  while (text.size() <= kLargestResult && (file.read(block, sizeof block) || file.gcount() > 0)) {
    text.append(block, static_cast<std::size_t>(file.gcount()));
  }
  if (text.size() > kLargestResult) throw core::ArmFailure("it wrote more than 16 MB of results", output);
  if (text.empty()) throw core::ArmFailure("it wrote no results", output);
  return text;
}

/// Removes a file at the end of its scope, by whatever way.
class Removed {
 public:
  explicit Removed(const std::string& path) : path_(path) { remove(); }
  ~Removed() { remove(); }
  Removed(const Removed&) = delete;
  Removed& operator=(const Removed&) = delete;

 private:
  void remove() const {
    std::error_code ignored;  // mostly it is not there
    std::filesystem::remove(path_, ignored);
  }
  const std::string& path_;
};

}  // namespace

core::Command command_for(const subject::Subject& subject, const Launch& launch) {
  const double seconds = 1e-9 * static_cast<double>(launch.least_time.count());
  core::Command command;
  command.arguments = {subject::path_of_equal_length(subject.executable),
                       "--benchmark_filter=" + launch.filter,
                       fmt::format("--benchmark_min_time={}{}", seconds, launch.seconds_suffix ? "s" : ""),
                       "--benchmark_repetitions=1",
                       "--benchmark_out=" + launch.result_path,
                       "--benchmark_out_format=json"};
  command.arguments.insert(command.arguments.end(), subject.extra_arguments.begin(), subject.extra_arguments.end());
  // A program that follows the user's locale would write its numbers with a comma.
  command.environment = {{"LC_ALL", "C"},
                         {"HOTLAP_PADDING", std::string(static_cast<std::size_t>(launch.environment_padding), 'x')}};
  command.environment.insert(command.environment.end(), subject.extra_environment.begin(),
                             subject.extra_environment.end());
  command.cpus = launch.cpus;
  return command;
}

std::string run_program(const subject::Subject& subject, const Launch& launch, core::Processes& processes) {
  const Removed result(launch.result_path);  // what an earlier process left there is not this one's
  const auto process = processes.start(command_for(subject, launch));
  const auto end = process->wait(launch.limit);
  if (!end) {
    process->kill();
    throw core::ArmFailure(fmt::format("did not end within {:.4g} s", 1e-9 * static_cast<double>(launch.limit.count())),
                           process->output());
  }
  if (end->status != 0) throw core::ArmFailure(end_text(*end), process->output());
  return read_result(launch.result_path, process->output());
}

}  // namespace hotlap::micro
