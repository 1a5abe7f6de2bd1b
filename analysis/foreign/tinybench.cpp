// tinybench's results as a JSON array: bench.tasks.map(({name, result}) => ({name, ...result})), in ms.
#include <fmt/format.h>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/in_process.h"

namespace hotlap::foreign {
namespace {

/// From version 3 on the numbers are in "latency", from 6 on with samples only where they are asked for.
void read_task(const Json& task, InProcess& into, const Collector& collector, std::size_t line) {
  const record::ConfigurationInfo configuration{text_in(task, "name", collector, line), {}};
  const Json& nested = member_of(task, "result", collector, line);
  const Json& result = nested.is_null() ? task : nested;
  const Json& error = member_of(result, "error", collector, line);
  if (!error.is_null()) return into.add_broken(configuration, message_of(error), line);
  const Json& state = member_of(result, "state", collector, line);
  if (state.is_string() && state != "completed") {
    return into.add_broken(configuration, "its state is " + state.get<std::string>(), line);
  }
  const Json& latency = member_of(result, "latency", collector, line);
  into.add(configuration, latency.is_null() ? result : latency, "mean", line);
}

void read(std::istream& text, Collector& collector) {
  InProcess into(collector, 1e6, "time of an iteration, as tinybench measures it");
  read_elements(
      text, collector, "", [&](const Json& task, std::size_t line) { read_task(task, into, collector, line); },
      [&] { into.begin_document(); });
  into.finish();
}

bool recognises(std::string_view start) {
  return start.starts_with('[') && start.find("\"name\"") != start.npos &&
         (start.find("\"latency\"") != start.npos || start.find("\"totalTime\"") != start.npos ||
          start.find("\"mean\"") != start.npos);
}

}  // namespace

Format tinybench_format() {
  return {"tinybench",
          "tinybench's results: JSON.stringify(bench.tasks.map(({name, result}) => ({name, ...result}))), a file for "
          "each build",
          recognises, read};
}

}  // namespace hotlap::foreign
