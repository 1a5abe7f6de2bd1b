// Go's benchmark lines (`go test -bench . -count N`): one sample a line, any unit.
#include <fmt/format.h>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/lines.h"

namespace hotlap::foreign {
namespace {

/// What Go's testing package itself measures; any other unit informs, and more is better when it is a rate.
core::Metric metric_of(const std::string& unit) {
  using core::Better;
  using core::Pooling;
  using core::Role;
  if (unit == "ns/op")
    return {"time", unit, Better::lower, Pooling::per_request, Role::decides, false, "time of an operation"};
  if (unit == "B/op")
    return {
        "bytes", unit, Better::lower, Pooling::per_request, Role::informs, false, "bytes allocated by an operation"};
  if (unit == "allocs/op")
    return {
        "allocations", unit, Better::lower, Pooling::per_request, Role::informs, true, "allocations of an operation"};
  const Better better = unit.ends_with("/s") ? Better::higher : Better::lower;
  return {unit, unit, better, Pooling::per_request, Role::informs, false, "as the benchmark reports it"};
}

bool is_benchmark(std::string_view word) {
  constexpr std::string_view kPrefix = "Benchmark";
  if (!word.starts_with(kPrefix)) return false;
  return word.size() == kPrefix.size() || word[kPrefix.size()] < 'a' || word[kPrefix.size()] > 'z';
}

class Reader {
 public:
  explicit Reader(Collector& collector) : collector_(collector) {}

  void read_line(const Lines& lines) {
    const std::string_view line = lines.line();
    const std::size_t number = lines.number();
    const auto words = words_of(line);
    if (words.empty()) return;
    if (words[0] == "pkg:" && words.size() == 2) package_ = words[1];
    for (const std::string_view name : {"goos", "goarch", "cpu"}) {
      if (words[0].ends_with(':') && words[0].substr(0, words[0].size() - 1) == name && words.size() > 1) {
        collector_.surrounding(std::string(name), std::string(line.substr(static_cast<std::size_t>(words[1].data() - line.data()))));
      }
    }
    if (line.starts_with("--- FAIL") || line.starts_with("FAIL") || line.starts_with("panic:")) {
      collector_.refuse(number, fmt::format("the benchmarks failed: {}", line.substr(0, 200)), "measure it again");
    }
    // A line of the name alone stands before what the benchmark itself prints.
    if (!is_benchmark(words[0]) || words.size() < 2 || (words.size() == 2 && !number_of(words[1]))) return;
    if (!lines.ended()) collector_.refuse(number, "the line has no end", "the text was cut");
    if (words.size() % 2 != 0 || words.size() == 2)
      collector_.refuse(number, "a value without a unit", "a line may have been cut");
    if (!number_of(words[1])) collector_.refuse(number, fmt::format("'{}' is no number of iterations", words[1]));
    Values values;
    for (std::size_t i = 2; i < words.size(); i += 2) {
      const auto value = number_of(words[i]);
      if (!value) collector_.refuse(number, fmt::format("'{}' is no number", words[i]));
      const core::Metric metric = metric_of(std::string(words[i + 1]));
      collector_.metric(metric, number);
      values.emplace_back(metric.id, *value);
    }
    record::ConfigurationInfo configuration{std::string(words[0]), {}};
    if (!package_.empty()) configuration.parameters.emplace_back("pkg", package_);
    collector_.sample(number, configuration, values);
  }

 private:
  Collector& collector_;
  std::string package_;
};

void read(std::istream& text, Collector& collector) {
  Reader reader(collector);
  Lines lines(text, collector);
  while (lines.next()) reader.read_line(lines);
  if (collector.count() == 0) collector.refuse(1, "there is no benchmark line", "it is what `go test -bench .` prints");
  collector.warn({"one_process",
                  fmt::format("{}: the repetitions of one process are not independent", collector.source()),
                  "run `go test` itself several times, old and new in turns",
                  {}});
}

bool recognises(std::string_view start) {
  for (std::size_t at = 0; at < start.size(); at = std::min(start.find('\n', at), start.size() - 1) + 1) {
    const std::string_view line = start.substr(at, start.find('\n', at) - at);
    const auto words = words_of(line);
    if (words.size() >= 4 && is_benchmark(words[0]) && number_of(words[1]) && number_of(words[2])) return true;
  }
  return false;
}

}  // namespace

Format go_format() {
  return {"go", "what `go test -bench . -count N` prints, a file for each build", recognises, read};
}

}  // namespace hotlap::foreign
