// What the readers of HTTP load generators share: one number a run, and no rate out of wrong answers.
#pragma once

#include "analysis/foreign/collector.h"

namespace hotlap::foreign {

/// "throughput" in requests/s, as the tool counts them.
core::Metric throughput_of(const std::string& tool);

/// Counts of what went wrong in a run; any of them makes the arm void.
class Failures {
 public:
  /// Notes that so many of these went wrong; zero is none.
  void add(double count, const std::string& what);
  /// Reports what was noted, in one sentence, and forgets it.
  void report(Collector& collector, const record::ConfigurationInfo& configuration, std::size_t line);

 private:
  std::string text_;
};

}  // namespace hotlap::foreign
