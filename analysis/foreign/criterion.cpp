// Criterion's files of one benchmark, target/criterion/NAME/new/: sample.json, or estimates.json, the mean alone.
#include <fmt/format.h>

#include <filesystem>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/in_process.h"

namespace hotlap::foreign {
namespace {

/// Neither file says what it is of; the folder two above does (NAME/new, NAME/base or a baseline's own name), unless
/// the file was moved away or joined of several.
record::ConfigurationInfo configuration_of(const std::string& source) {
  const std::filesystem::path path(source);
  const bool own = path.filename() == "sample.json" || path.filename() == "estimates.json";
  const std::string name = path.parent_path().parent_path().filename().string();
  return {own && !name.empty() ? name : "benchmark", {}};
}

/// Each entry of "times" is that of all iterations of the sample.
void read_samples(const Json& document, Collector& collector, std::size_t line) {
  const std::vector<double> iterations = numbers_in(document, "iters", collector, line);
  const std::vector<double> times = numbers_in(document, "times", collector, line);
  if (times.empty() || times.size() != iterations.size()) {
    collector.refuse(line, fmt::format("{} times for {} numbers of iterations", times.size(), iterations.size()));
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (iterations[i] <= 0) collector.refuse(line, fmt::format("sample {} of {} iterations", i + 1, iterations[i]));
    collector.sample(line, configuration_of(collector.source()), {{"time", times[i] / iterations[i]}});
  }
}

void read_estimates(const Json& document, Collector& collector, std::size_t line) {
  const bool old = document.contains("Mean");  // before 0.3.3
  const std::string mean = old ? "Mean" : "mean";
  if (document.contains(mean) && !document.contains(old ? "StdDev" : "std_dev")) {
    collector.refuse(line, "relative changes, no times", "name the estimates.json of new/, not of change/");
  }
  const double time = number_in(member_of(document, mean, collector, line), "point_estimate", collector, line);
  collector.sample(line, configuration_of(collector.source()), {{"time", time}});
}

void read(std::istream& text, Collector& collector) {
  collector.metric({"time", "ns/iteration", core::Better::lower, core::Pooling::per_request, core::Role::decides, false,
                    "time of an iteration, as Criterion measures it"},
                   1);
  read_documents(text, collector, {"iters", "times", "mean", "Mean", "std_dev", "StdDev"},
                 [&](const Json& document, std::size_t line) {
                   const bool raw = document.contains("iters") || document.contains("times");
                   raw ? read_samples(document, collector, line) : read_estimates(document, collector, line);
                 });
  InProcess::warn(collector);
}

bool recognises(std::string_view start) {
  return start.starts_with('{') &&
         (start.find("\"sampling_mode\"") != start.npos || start.starts_with("{\"iters\"") ||
          (start.find("\"confidence_interval\"") != start.npos && start.find("\"point_estimate\"") != start.npos));
}

}  // namespace

Format criterion_format() {
  return {"criterion", "Criterion's sample.json or estimates.json of one benchmark, a file for each build", recognises,
          read};
}

}  // namespace hotlap::foreign
