// What the readers of micro benchmarks inside one process share.
#pragma once

#include <set>

#include "analysis/foreign/collector.h"
#include "analysis/foreign/json_elements.h"

namespace hotlap::foreign {

/// Puts the numbers under a configuration's name, times `unit`; the summary when there are none, as one sample.
/// A name twice in one document is refused: it would be two benchmarks in one.
class InProcess {
 public:
  InProcess(Collector& collector, double nanoseconds, const std::string& what);
  void begin_document() { names_.clear(); }
  void add(const record::ConfigurationInfo& configuration, const Json& stats, const std::string& summary,
           std::size_t line);
  /// The same for what gave no numbers.
  void add_broken(const record::ConfigurationInfo& configuration, const std::string& what, std::size_t line);
  /// Refuses a file without any benchmark.
  void finish();
  /// Says that the samples of one process are not independent.
  static void warn(Collector& collector);

 private:
  void check(const record::ConfigurationInfo& configuration, std::size_t line);

  Collector& collector_;
  double nanoseconds_;
  std::set<std::string> names_;
};

/// What an error's object says, or "it does not say why".
std::string message_of(const Json& error);

}  // namespace hotlap::foreign
