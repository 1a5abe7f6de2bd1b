// vitest's JSON (vitest bench --outputJson FILE): the mean in ms of each benchmark; it leaves the samples out.
#include <fmt/format.h>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/in_process.h"

namespace hotlap::foreign {
namespace {

void read_group(const Json& group, InProcess& into, const Collector& collector, std::size_t line) {
  const std::string suite = text_in(group, "fullName", collector, line);
  const Json& benchmarks = member_of(group, "benchmarks", collector, line);
  if (!benchmarks.is_array()) collector.refuse(line, "there is no array \"benchmarks\"");
  for (const Json& benchmark : benchmarks) {
    // "filepath" is absolute and differs between two checkouts; the suite's name starts with the relative one.
    const record::ConfigurationInfo configuration{suite + " > " + text_in(benchmark, "name", collector, line), {}};
    if (member_of(benchmark, "mean", collector, line).is_null()) {
      into.add_broken(configuration, "it has no mean", line);
    } else {
      into.add(configuration, benchmark, "mean", line);
    }
  }
}

void read_file(const Json& file, InProcess& into, const Collector& collector, std::size_t line) {
  const Json& groups = member_of(file, "groups", collector, line);
  if (!groups.is_array()) collector.refuse(line, "there is no array \"groups\"");
  for (const Json& group : groups) read_group(group, into, collector, line);
}

void read(std::istream& text, Collector& collector) {
  InProcess into(collector, 1e6, "time of an iteration, as vitest measures it");
  read_elements(
      text, collector, "files", [&](const Json& file, std::size_t line) { read_file(file, into, collector, line); },
      [&] { into.begin_document(); });
  into.finish();
}

bool recognises(std::string_view start) {
  return start.starts_with('{') && start.find("\"files\"") != start.npos && start.find("\"groups\"") != start.npos;
}

}  // namespace

Format vitest_format() {
  return {"vitest", "vitest bench --outputJson FILE, runs one after another (`cat run-*.json`), a file for each build",
          recognises, read};
}

}  // namespace hotlap::foreign
