// Asks a program which rows it has, how it wants its options, and which counters the rows carry.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/core/error.h"
#include "harness/micro/micro.h"

namespace hotlap::micro {
namespace {

constexpr core::Nanoseconds kListLimit = std::chrono::seconds(10);
constexpr std::size_t kListing = std::size_t{4} << 20;
constexpr std::string_view kMinTime = "--benchmark_min_time=";
/// Bytes of a filter: one regular expression must not outgrow the library's, nor a command line the kernel's limit.
constexpr std::size_t kLongestFilter = 4000;

/// Its rows, or absent when it does not take `min_time`.
std::optional<std::string> ask(const subject::Subject& subject, const std::string& min_time, core::Processes& processes,
                               std::string& said) {
  core::Command command;
  command.arguments = {subject.executable, "--benchmark_list_tests=true", std::string(kMinTime) + min_time};
  command.arguments.insert(command.arguments.end(), subject.extra_arguments.begin(), subject.extra_arguments.end());
  command.environment = subject.extra_environment;
  const auto process = processes.start(command);
  const auto end = process->wait(kListLimit);
  said = process->output(kListing);
  if (!end) {
    throw core::UserError({"it does not list its rows within 10 s", subject.spec,
                           "is it a Google Benchmark program? It must answer to --benchmark_list_tests"});
  }
  // A program with a main of its own may pass over an option that it cannot read, having complained.
  const bool complained = said.find("benchmark_min_time") != std::string::npos;
  return end->status == 0 && !complained ? std::optional(said) : std::nullopt;
}

bool is_utf8(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

void add_names(std::string_view text, Listing& listing) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string name(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name.ends_with('\r')) name.pop_back();
    if (name.empty() || name.starts_with("***WARNING***")) continue;
    if (!is_utf8(name)) {
      listing.warnings.push_back({"row_name_unreadable", "a row has a name that is no UTF-8 and is left out", "", {}});
    } else if (std::find(listing.names.begin(), listing.names.end(), name) != listing.names.end()) {
      listing.warnings.push_back({"row_listed_twice",
                                  "row " + name + " is listed more than once: the mean of them is compared",
                                  "give its benchmarks names of their own",
                                  {}});
    } else {
      listing.names.push_back(std::move(name));
    }
  }
}

void add_new(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

void look_at(const std::string& json, const std::string& name, Trial& trial) {
  try {
    const auto result = find_result(json, name);
    if (!result) return trial.no_rows.push_back(name);
    for (const auto& [counter, value] : result->counters) add_new(trial.counters, counter);
  } catch (const core::ArmFailure&) {
    // left to the measurement
  }
}

}  // namespace

Listing list_rows(const subject::Subject& subject, core::Processes& processes) {
  Listing listing;
  std::string said;
  auto text = ask(subject, "0.01s", processes, said);
  if (!text) {
    listing.seconds_suffix = false;
    text = ask(subject, "0.01", processes, said);
  }
  if (!text) {
    const std::string line = said.substr(0, said.find('\n'));
    throw core::UserError({"it does not list its rows" + (line.empty() ? std::string() : ": " + line), subject.spec,
                           "is it a Google Benchmark program? It must answer to --benchmark_list_tests"});
  }
  add_names(*text, listing);
  if (listing.names.empty()) {
    throw core::UserError({"it lists no rows", subject.spec,
                           "is it a Google Benchmark program? It must answer to --benchmark_list_tests"});
  }
  return listing;
}

Trial try_rows(const subject::Subject& subject, const std::vector<std::string>& names, const Launch& launch,
               core::Processes& processes) {
  Trial trial;
  for (std::size_t next = 0; next < names.size();) {
    const std::size_t first = next;
    Launch several = launch;
    do {
      several.filter += (next == first ? "" : "|") + exact_filter(names[next]);
    } while (++next < names.size() && several.filter.size() + names[next].size() < kLongestFilter);
    try {
      const std::string json = run_program(subject, several, processes);
      for (std::size_t i = first; i < next; ++i) look_at(json, names[i], trial);
    } catch (const core::ArmFailure&) {
      // left to the measurement
    }
  }
  return trial;
}

}  // namespace hotlap::micro
