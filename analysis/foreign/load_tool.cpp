// Runs of HTTP load generators.
#include "analysis/foreign/load_tool.h"

#include <fmt/format.h>

namespace hotlap::foreign {

core::Metric throughput_of(const std::string& tool) {
  return {"throughput",
          "requests/s",
          core::Better::higher,
          core::Pooling::per_time,
          core::Role::decides,
          false,
          "answers a second as " + tool + " counts them"};
}

void Failures::add(double count, const std::string& what) {
  if (count == 0) return;
  text_ += fmt::format("{}{} {}", text_.empty() ? "" : ", ", count, what);
}

void Failures::report(Collector& collector, const record::ConfigurationInfo& configuration, std::size_t line) {
  if (!text_.empty()) collector.broken(line, configuration, "wrong or missing answers: " + text_);
  text_.clear();
}

}  // namespace hotlap::foreign
