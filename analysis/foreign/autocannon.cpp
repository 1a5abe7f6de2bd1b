// autocannon's JSON (-j): one run a document.
#include <fmt/format.h>

#include <array>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/json_elements.h"
#include "analysis/foreign/load_tool.h"

namespace hotlap::foreign {
namespace {

/// `errors` counts the timeouts too.
constexpr std::array<std::pair<const char*, const char*>, 4> kFailures{
    {{"errors", "errors"}, {"timeouts", "timeouts"}, {"mismatches", "unexpected bodies"}, {"non2xx", "not 2xx"}}};

void read_run(const Json& run, Collector& collector, std::size_t line) {
  const record::ConfigurationInfo configuration{text_in(run, "url", collector, line), {}};
  const Json& requests = member_of(run, "requests", collector, line);
  const double rate = number_in(requests, "average", collector, line);
  Failures failures;
  for (const auto& [key, what] : kFailures) {
    // Old versions do not count mismatches; without the others nothing says that the answers were right.
    if (std::string_view(key) == "mismatches" && !run.contains(key)) continue;
    failures.add(number_in(run, key, collector, line), what);
  }
  if (rate == 0) failures.add(1, "run without any answer");
  collector.sample(line, configuration, {{"throughput", rate}});
  failures.report(collector, configuration, line);
}

void read(std::istream& text, Collector& collector) {
  collector.metric(throughput_of("autocannon"), 1);
  read_documents(text, collector, {"url", "requests", "errors", "timeouts", "mismatches", "non2xx"},
                 [&](const Json& run, std::size_t line) { read_run(run, collector, line); });
}

bool recognises(std::string_view start) {
  return start.starts_with('{') && start.find("\"url\"") != start.npos && start.find("\"requests\"") != start.npos &&
         start.find("\"latency\"") != start.npos;
}

}  // namespace

Format autocannon_format() {
  return {"autocannon", "autocannon -j, runs one after another (`cat run-*.json`), a file for each build", recognises,
          read};
}

}  // namespace hotlap::foreign
