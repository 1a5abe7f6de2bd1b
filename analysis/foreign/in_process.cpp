// Samples of micro benchmarks that ran in one process.
#include "analysis/foreign/in_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace hotlap::foreign {
namespace {

/// mitata and tinybench sort their samples. Their order is lost, and left sorted they would look like a drift from the
/// first round to the last; so they are mixed, always alike.
void mix_if_sorted(std::vector<double>& numbers) {
  if (!std::is_sorted(numbers.begin(), numbers.end())) return;
  std::mt19937_64 random(numbers.size());
  for (std::size_t left = numbers.size(); left > 1; --left) std::swap(numbers[left - 1], numbers[random() % left]);
}

}  // namespace

InProcess::InProcess(Collector& collector, double nanoseconds, const std::string& what)
    : collector_(collector), nanoseconds_(nanoseconds) {
  collector.metric(
      {"time", "ns/iteration", core::Better::lower, core::Pooling::per_request, core::Role::decides, false, what}, 1);
}

void InProcess::add(const record::ConfigurationInfo& configuration, const Json& stats, const std::string& summary,
                    std::size_t line) {
  check(configuration, line);
  std::vector<double> numbers = numbers_in(stats, "samples", collector_, line);
  if (numbers.empty()) numbers.push_back(number_in(stats, summary, collector_, line));
  mix_if_sorted(numbers);
  for (const double number : numbers) collector_.sample(line, configuration, {{"time", number * nanoseconds_}});
}

void InProcess::add_broken(const record::ConfigurationInfo& configuration, const std::string& what, std::size_t line) {
  check(configuration, line);
  collector_.broken(line, configuration, "the benchmark gave up: " + what);
}

void InProcess::finish() {
  if (collector_.count() == 0) collector_.refuse(1, "there is no benchmark in the file", "see `hotlap list imports`");
  warn(collector_);
}

void InProcess::warn(Collector& collector) {
  collector.warn({"one_process",
                  fmt::format("{}: the samples of one process are not independent", collector.source()),
                  "run it in several processes, old and new in turns, and join their files: `cat run-*.json`",
                  {}});
}

void InProcess::check(const record::ConfigurationInfo& configuration, std::size_t line) {
  const std::string name = name_of(configuration);
  if (!names_.insert(name).second) {
    collector_.refuse(line, fmt::format("two benchmarks are called {}", name), "give one another name");
  }
}

std::string message_of(const Json& error) {
  if (error.is_string()) return error.get<std::string>();
  if (error.is_object() && error.contains("message") && error.at("message").is_string()) {
    return error.at("message").get<std::string>();
  }
  return "it does not say why";
}

}  // namespace hotlap::foreign
