// Google Benchmark's JSON (--benchmark_out_format=json): one sample a repetition; aggregates are passed over.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/json_elements.h"

namespace hotlap::foreign {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{{{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};

double unit_of(const Json& row, const Collector& collector, std::size_t line) {
  const std::string unit = text_in(row, "time_unit", collector, line);
  for (const auto& [name, nanoseconds] : kUnits) {
    if (name == unit) return nanoseconds;
  }
  collector.refuse(line, fmt::format("time_unit '{}' is none of ns, us, ms, s", unit));
}

bool is_set(const Json& row, const char* key) {
  const auto found = row.find(key);
  return found != row.end() && found->is_boolean() && found->get<bool>();
}

std::string message_in(const Json& row, const char* key) {
  const auto found = row.find(key);
  return found != row.end() && found->is_string() ? found->get<std::string>() : std::string("it does not say why");
}

/// Two benchmarks that were given one name are told apart by their places in the program.
class Names {
 public:
  void check(const std::string& name, const Json& row, const Collector& collector, std::size_t line) {
    const std::string place =
        row.value("family_index", Json()).dump() + "." + row.value("per_family_instance_index", Json()).dump();
    const auto [known, fresh] = places_.try_emplace(name, place);
    if (!fresh && known->second != place) {
      collector.refuse(line, fmt::format("two benchmarks are called {}", name), "give one another name");
    }
  }
  bool has(const std::string& name) const { return places_.contains(name); }

 private:
  std::map<std::string, std::string> places_;
};

/// Up to 1.4.1 rows did not say that they are aggregates, other than by a name behind that of a benchmark.
bool is_old_aggregate(const Json& row, const std::string& name, const Names& names) {
  constexpr std::array<std::string_view, 6> kEnds{"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"};
  return !row.contains("run_type") && std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) {
    return name.ends_with(end) && names.has(name.substr(0, name.size() - end.size()));
  });
}

class Reader {
 public:
  explicit Reader(Collector& collector) : collector_(collector) {
    collector.metric({"time", "ns/iteration", core::Better::lower, core::Pooling::per_request, core::Role::decides,
                      false, "CPU time of an iteration, real time where the benchmark asks for that"},
                     1);
  }

  void read_row(const Json& row, std::size_t line) {
    const std::string full = text_in(row, "name", collector_, line);
    const std::string name = row.contains("run_name") ? text_in(row, "run_name", collector_, line) : full;
    if (row.contains("aggregate_name") || row.value("run_type", Json()) == "aggregate" ||
        is_old_aggregate(row, full, names_)) {
      ++aggregates_;
      return;
    }
    names_.check(name, row, collector_, line);
    if (is_set(row, "error_occurred") || is_set(row, "skipped")) {
      const char* key = is_set(row, "error_occurred") ? "error_message" : "skip_message";
      collector_.broken(line, {name, {}}, "the benchmark gave up: " + message_in(row, key));
      return;
    }
    const bool real = name.find("/real_time") != name.npos || name.find("/manual_time") != name.npos;
    const double time = number_in(row, real ? "real_time" : "cpu_time", collector_, line);
    collector_.sample(line, {name, {}}, {{"time", time * unit_of(row, collector_, line)}});
  }

  void finish() {
    if (collector_.count() == 0 && aggregates_ > 0) {
      collector_.refuse(1, fmt::format("{} aggregates and no repetition", aggregates_),
                        "run it without --benchmark_report_aggregates_only");
    }
    collector_.warn({"one_process",
                     fmt::format("{}: the repetitions of one process are not independent", collector_.source()),
                     "two processes of one build differ, however long each runs: `hotlap compare --protocol micro`",
                     {}});
  }

 private:
  Collector& collector_;
  Names names_;
  std::size_t aggregates_ = 0;
};

void read(std::istream& text, Collector& collector) {
  Reader reader(collector);
  read_elements_with(
      text, collector, "benchmarks", "context",
      [&](const Json& row, std::size_t line) { reader.read_row(row, line); },
      [&](const Json& context) {
        tell_surroundings(
            context, {"host_name", "num_cpus", "cpu_scaling_enabled", "library_build_type", "library_version"},
            collector);
      });
  reader.finish();
}

bool recognises(std::string_view start) {
  return start.starts_with('{') && start.find("\"context\"") != start.npos &&
         (start.find("\"library_build_type\"") != start.npos || start.find("\"executable\"") != start.npos);
}

}  // namespace

Format google_benchmark_format() {
  return {"google-benchmark", "Google Benchmark with --benchmark_out_format=json --benchmark_repetitions=N", recognises,
          read};
}

}  // namespace hotlap::foreign
