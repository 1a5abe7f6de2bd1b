// mitata's JSON (run({format: "json"})): the samples of each run in ns, or their average where it left them out.
#include <fmt/format.h>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/in_process.h"

namespace hotlap::foreign {
namespace {

void read_benchmark(const Json& benchmark, InProcess& into, const Collector& collector, std::size_t line) {
  const Json& runs = member_of(benchmark, "runs", collector, line);
  if (!runs.is_array())
    collector.refuse(line, "there is no array \"runs\"", "what old versions of mitata print is not read");
  for (const Json& run : runs) {
    record::ConfigurationInfo configuration{text_in(run, "name", collector, line), {}};
    const Json& arguments = member_of(run, "args", collector, line);
    if (arguments.is_object()) {
      for (const auto& [name, value] : arguments.items()) {
        configuration.parameters.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
      }
    }
    const Json& error = member_of(run, "error", collector, line);
    if (!error.is_null()) {
      into.add_broken(configuration, message_of(error), line);
    } else {
      into.add(configuration, member_of(run, "stats", collector, line), "avg", line);
    }
  }
}

void read(std::istream& text, Collector& collector) {
  InProcess into(collector, 1, "time of an iteration, as mitata measures it");
  read_elements(
      text, collector, "benchmarks",
      [&](const Json& benchmark, std::size_t line) { read_benchmark(benchmark, into, collector, line); },
      [&] { into.begin_document(); });
  into.finish();
}

bool recognises(std::string_view start) {
  return start.starts_with('{') && start.find("\"benchmarks\"") != start.npos && start.find("\"runs\"") != start.npos &&
         (start.find("\"stats\"") != start.npos || start.find("\"layout\"") != start.npos);
}

}  // namespace

Format mitata_format() { return {"mitata", "mitata's run({format: 'json'}), a file for each build", recognises, read}; }

}  // namespace hotlap::foreign
