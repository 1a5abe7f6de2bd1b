// pyperf's JSON (-o FILE): one sample a process, the mean of its values.
#include <fmt/format.h>

#include <numeric>
#include <optional>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/json_elements.h"

namespace hotlap::foreign {
namespace {

std::optional<std::string> text_of(const Json& metadata, const char* key) {
  if (!metadata.is_object()) return std::nullopt;
  const auto found = metadata.find(key);
  if (found == metadata.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

/// A benchmark whose name may only come later, with what all benchmarks of the file share.
struct Benchmark {
  std::size_t line = 0;
  std::optional<std::string> name;
  std::optional<std::string> unit;
  std::vector<double> processes;
};

/// The mean over the values of a run; nothing for a calibration.
std::optional<double> process_mean(const Json& run, const Collector& collector, std::size_t line) {
  const auto values = run.find("values");
  if (values == run.end() || !values->is_array() || values->empty()) return std::nullopt;
  double sum = 0;
  for (const Json& value : *values) {
    if (!value.is_number()) collector.refuse(line, fmt::format("a value of {} is no number", value.dump()));
    sum += value.get<double>();
  }
  return sum / static_cast<double>(values->size());
}

Benchmark benchmark_of(const Json& object, const Collector& collector, std::size_t line) {
  const Json metadata = object.value("metadata", Json());
  Benchmark benchmark{line, text_of(metadata, "name"), text_of(metadata, "unit"), {}};
  const auto runs = object.find("runs");
  if (runs == object.end() || !runs->is_array()) collector.refuse(line, "there is no array \"runs\"");
  for (const Json& run : *runs) {
    if (!run.is_object()) collector.refuse(line, "a run is no object");
    if (const auto mean = process_mean(run, collector, line)) benchmark.processes.push_back(*mean);
  }
  return benchmark;
}

void read(std::istream& text, Collector& collector) {
  std::vector<Benchmark> benchmarks;
  const Json shared = read_elements_and(
      text, collector, "benchmarks", "metadata",
      [&](const Json& object, std::size_t line) { benchmarks.push_back(benchmark_of(object, collector, line)); });
  tell_surroundings(shared, {"hostname", "cpu_model_name", "cpu_affinity", "cpu_config", "platform"}, collector);
  for (const Benchmark& benchmark : benchmarks) {
    const auto name = benchmark.name ? benchmark.name : text_of(shared, "name");
    if (!name) collector.refuse(benchmark.line, "a benchmark without a name");
    const std::string told = benchmark.unit.value_or(text_of(shared, "unit").value_or("second"));
    const std::string unit = told == "second" ? "s" : told == "byte" ? "B" : told;
    collector.metric({told == "second" ? "run_time" : told, unit, core::Better::lower, core::Pooling::per_request,
                      core::Role::decides, false, "mean over the values of a process"},
                     benchmark.line);
    for (const double mean : benchmark.processes) {
      collector.sample(benchmark.line, {*name, {}}, {{told == "second" ? "run_time" : told, mean}});
    }
  }
}

bool recognises(std::string_view start) {
  return start.starts_with('{') && start.find("\"benchmarks\"") != start.npos &&
         (start.find("\"warmups\"") != start.npos || start.find("\"perf_version\"") != start.npos ||
          start.find("\"pyperf_version\"") != start.npos || start.find("\"runs\"") != start.npos);
}

}  // namespace

Format pyperf_format() { return {"pyperf", "pyperf's JSON (-o FILE), a file for each build", recognises, read}; }

}  // namespace hotlap::foreign
