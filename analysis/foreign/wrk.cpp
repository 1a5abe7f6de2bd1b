// What wrk prints, one run after another in a file: requests per second; errors make the arm void.
#include <fmt/format.h>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/lines.h"

namespace hotlap::foreign {
namespace {

constexpr std::string_view kRate = "Requests/sec:";

class Reader {
 public:
  explicit Reader(Collector& collector) : collector_(collector) {
    collector.metric({"throughput", "requests/s", core::Better::higher, core::Pooling::per_time, core::Role::decides,
                      false, "answers a second as wrk counts them"},
                     1);
  }

  void read_line(const Lines& lines) {
    const std::string& line = lines.line();
    const std::size_t number = lines.number();
    const auto words = words_of(line);
    if (words.empty()) return;
    if (words[0] == "Running" && words.size() >= 5) {
      finish(number);
      url_ = words.back();
      open_ = true;
    } else if (words[0] == kRate && url_.empty()) {
      collector_.refuse(number, "a rate of no run", "the start of the text was cut");
    } else if (open_ && words.size() >= 2 && words[0] == kRate) {
      // "12479.57" cut to "12" would still be a number.
      if (!lines.ended()) collector_.refuse(number, "the line has no end", "the text was cut");
      read_rate(words[1], number);
    } else if (open_ && line.find("Non-2xx or 3xx responses") != line.npos) {
      collector_.broken(number, {url_, {}}, "responses with a status that is an error: " + std::string(words.back()));
    } else if (open_ && line.find("Socket errors:") != line.npos) {
      collector_.broken(number, {url_, {}}, line.substr(line.find("Socket")));
    }
  }

  void finish(std::size_t line) const {
    if (open_) collector_.refuse(line, fmt::format("a run without {}", kRate), "the text was cut, or wrk gave up");
  }

 private:
  void read_rate(std::string_view word, std::size_t number) {
    const auto rate = number_of(word);
    if (!rate || *rate < 0) collector_.refuse(number, fmt::format("'{}' is no rate", word));
    collector_.sample(number, {url_, {}}, {{"throughput", *rate}});
    open_ = false;
  }

  Collector& collector_;
  std::string url_;
  bool open_ = false;
};

void read(std::istream& text, Collector& collector) {
  Reader reader(collector);
  Lines lines(text, collector);
  while (lines.next()) reader.read_line(lines);
  reader.finish(lines.number());
  if (collector.count() == 0) collector.refuse(1, "there is no run of wrk", "append what wrk prints, run after run");
}

bool recognises(std::string_view start) {
  return start.find("Running ") != start.npos && start.find(" test @ ") != start.npos;
}

}  // namespace

Format wrk_format() {
  return {"wrk", "what wrk prints, runs one after another, a file for each build", recognises, read};
}

}  // namespace hotlap::foreign
