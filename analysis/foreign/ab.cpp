// What ApacheBench (ab) prints, one run after another in a file.
#include <fmt/format.h>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/lines.h"
#include "analysis/foreign/load_tool.h"

namespace hotlap::foreign {
namespace {

constexpr std::string_view kRate = "Requests per second:";
constexpr std::string_view kFailed = "Failed requests:";

class Reader {
 public:
  explicit Reader(Collector& collector) : collector_(collector) { collector.metric(throughput_of("ab"), 1); }

  void read_line(const Lines& lines) {
    const std::string& line = lines.line();
    number_ = lines.number();
    if (line.starts_with("Benchmarking ") || (line.starts_with("Server Software:") && path_seen_)) {
      finish(number_);
      start();
    } else if (line.starts_with("Document Path:")) {
      if (!open_) start();
      path_ = std::string(value(line));
      path_seen_ = true;
    } else if (line.starts_with("Concurrency Level:")) {
      concurrency_ = std::string(value(line));
    } else if (line.starts_with(kFailed)) {
      failures_.add(count(line), "failed (length: bodies of other sizes, see `ab -l`)");
      failed_seen_ = true;
    } else if (line.starts_with("Write errors:")) {
      failures_.add(count(line), "write errors");
    } else if (line.starts_with("Non-2xx responses:")) {
      failures_.add(count(line), "not 2xx");
    } else if (line.starts_with(kRate)) {
      if (!lines.ended()) collector_.refuse(number_, "the line has no end", "the text was cut");
      end(count(line));
    }
  }

  void finish(std::size_t line) const {
    if (open_) collector_.refuse(line, fmt::format("a run without {}", kRate), "the text was cut, or ab gave up");
  }

 private:
  static std::string_view value(std::string_view line) {
    const auto words = words_of(line.substr(line.find(':') + 1));
    return words.empty() ? std::string_view() : words.front();
  }

  double count(std::string_view line) const {
    const auto number = number_of(value(line));
    if (!number || *number < 0) collector_.refuse(number_, fmt::format("'{}' is no number from 0 on", value(line)));
    return *number;
  }

  void start() {
    open_ = true;
    path_seen_ = failed_seen_ = false;
    path_.clear();
    concurrency_.clear();
  }

  void end(double rate) {
    if (!open_ || !path_seen_ || !failed_seen_) {
      collector_.refuse(number_, "a rate without its Document Path and Failed requests", "the text was cut");
    }
    record::ConfigurationInfo configuration{path_.empty() ? "/" : path_, {}};
    if (!concurrency_.empty()) configuration.parameters.emplace_back("c", concurrency_);
    collector_.sample(number_, configuration, {{"throughput", rate}});
    failures_.report(collector_, configuration, number_);
    open_ = path_seen_ = failed_seen_ = false;
  }

  Collector& collector_;
  std::size_t number_ = 0;
  bool open_ = false;
  bool path_seen_ = false;
  bool failed_seen_ = false;
  std::string path_;
  std::string concurrency_;
  Failures failures_;
};

void read(std::istream& text, Collector& collector) {
  Reader reader(collector);
  Lines lines(text, collector);
  while (lines.next()) reader.read_line(lines);
  reader.finish(lines.number());
  if (collector.count() == 0) collector.refuse(1, "there is no run of ab", "append what ab prints, run after run");
}

bool recognises(std::string_view start) {
  return start.find("ApacheBench") != start.npos ||
         (start.find("Document Path:") != start.npos && start.find(kFailed) != start.npos);
}

}  // namespace

Format ab_format() {
  return {"ab", "what ApacheBench (ab) prints, runs one after another, a file for each build", recognises, read};
}

}  // namespace hotlap::foreign
