// What h2load prints, one run after another in a file; it does not say which URL.
#include <fmt/format.h>

#include <optional>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/lines.h"
#include "analysis/foreign/load_tool.h"

namespace hotlap::foreign {
namespace {

constexpr std::string_view kFinished = "finished in ";
constexpr std::string_view kRequests = "requests: ";
constexpr std::string_view kStatuses = "status codes: ";

class Reader {
 public:
  explicit Reader(Collector& collector) : collector_(collector) { collector.metric(throughput_of("h2load"), 1); }

  void read_line(const Lines& lines) {
    const std::string_view line = lines.line();
    const std::size_t number = lines.number();
    if (line.starts_with("starting benchmark")) finish(number);
    if (line.starts_with(kFinished)) {
      finish(number);
      read_rate(line, number);
    } else if (rate_ && line.starts_with(kRequests)) {
      for (const char* what : {"failed", "errored", "timeout"}) add(line, what, number);
      counted_ = true;
    } else if (rate_ && counted_ && line.starts_with(kStatuses)) {
      for (const char* what : {"3xx", "4xx", "5xx"}) add(line, what, number);
      if (!lines.ended()) collector_.refuse(number, "the line has no end", "the text was cut");
      collector_.sample(number, {"h2load", {}}, {{"throughput", *rate_}});
      failures_.report(collector_, {"h2load", {}}, number);
      rate_.reset();
      counted_ = false;
    }
  }

  void finish(std::size_t line) const {
    if (rate_) collector_.refuse(line, "a run without its status codes", "the text was cut");
  }

 private:
  void read_rate(std::string_view line, std::size_t number) {
    const auto words = words_of(line);  // finished in 7.08s, 141164.80 req/s, 555.33MB/s
    rate_ = words.size() >= 5 && words[4] == "req/s," ? number_of(words[3]) : std::nullopt;
    if (!rate_ || *rate_ < 0) collector_.refuse(number, "there is no rate in req/s");
    if (*rate_ == 0) failures_.add(1, "run without any answer");
  }

  /// The count before a word: "5 failed,". Old versions say nothing of timeouts.
  void add(std::string_view line, std::string_view what, std::size_t number) {
    const auto words = words_of(line);
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].substr(0, words[i].find(',')) != what) continue;
      const auto count = number_of(words[i - 1]);
      if (!count) collector_.refuse(number, fmt::format("'{}' is no number", words[i - 1]));
      failures_.add(*count, std::string(what));
      return;
    }
    if (what != "timeout") collector_.refuse(number, fmt::format("nothing is said of {}", what), "the line may be cut");
  }

  Collector& collector_;
  std::optional<double> rate_;
  bool counted_ = false;
  Failures failures_;
};

void read(std::istream& text, Collector& collector) {
  Reader reader(collector);
  Lines lines(text, collector);
  while (lines.next()) reader.read_line(lines);
  reader.finish(lines.number());
  if (collector.count() == 0) collector.refuse(1, "there is no run of h2load", "append what h2load prints");
}

bool recognises(std::string_view start) {
  return start.find(kFinished) != start.npos && start.find(" req/s, ") != start.npos;
}

}  // namespace

Format h2load_format() {
  return {"h2load", "what h2load prints, runs one after another, a file for each build", recognises, read};
}

}  // namespace hotlap::foreign
