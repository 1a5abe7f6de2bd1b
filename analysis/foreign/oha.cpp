// oha's JSON (--output-format json; -j in older versions): one run a document; it does not say which URL.
#include <fmt/format.h>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/json_elements.h"
#include "analysis/foreign/load_tool.h"

namespace hotlap::foreign {
namespace {

/// Requests under way when the time is over are no errors of the server.
constexpr std::string_view kDeadline = "aborted due to deadline";

void add_statuses(Failures& failures, const Json& document, const Collector& collector, std::size_t line) {
  const Json& statuses = member_of(document, "statusCodeDistribution", collector, line);
  if (!statuses.is_object()) collector.refuse(line, "there is no object \"statusCodeDistribution\"");
  double answers = 0;
  for (const auto& [status, unused] : statuses.items()) {
    const double count = number_in(statuses, status, collector, line);
    answers += count;
    if (!status.starts_with('2')) failures.add(count, "with status " + status);
  }
  if (answers == 0) failures.add(1, "run without any answer");
}

void add_errors(Failures& failures, const Json& document, const Collector& collector, std::size_t line) {
  const Json& errors = member_of(document, "errorDistribution", collector, line);
  if (!errors.is_object()) collector.refuse(line, "there is no object \"errorDistribution\"");
  for (const auto& [error, unused] : errors.items()) {
    const double count = number_in(errors, error, collector, line);
    if (error != kDeadline) failures.add(count, "ended with '" + error.substr(0, 100) + "'");
  }
}

void read(std::istream& text, Collector& collector) {
  collector.metric(throughput_of("oha"), 1);
  read_documents(text, collector, {"summary", "statusCodeDistribution", "errorDistribution"},
                 [&](const Json& document, std::size_t line) {
                   const Json& summary = member_of(document, "summary", collector, line);
                   const double rate = number_in(summary, "requestsPerSec", collector, line);
                   Failures failures;
                   add_statuses(failures, document, collector, line);
                   add_errors(failures, document, collector, line);
                   collector.sample(line, {"oha", {}}, {{"throughput", rate}});
                   failures.report(collector, {"oha", {}}, line);
                 });
}

bool recognises(std::string_view start) {
  return start.starts_with('{') && start.find("\"summary\"") != start.npos &&
         start.find("\"requestsPerSec\"") != start.npos;
}

}  // namespace

Format oha_format() {
  return {"oha", "oha --output-format json, runs one after another (`cat run-*.json`), a file for each build",
          recognises, read};
}

}  // namespace hotlap::foreign
