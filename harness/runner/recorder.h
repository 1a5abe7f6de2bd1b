// Samples and events on their way to disk, and kept in memory for the progress line.
#pragma once

#include "harness/core/clock.h"
#include "harness/record/record.h"

namespace hotlap::runner {

/// Writes through to a record and holds the same record in memory.
class Recorder {
 public:
  /// A new record, or an existing one to go on with (`record.samples` not empty): times go on where it ended.
  Recorder(record::Writer writer, record::Record record);

  void add(const core::Sample& sample);
  void add(record::Event event);  ///< sets `at`
  const record::Record& record() const { return record_; }
  /// Time since the start of the run.
  core::Nanoseconds now() const { return core::monotonic_now() - start_; }

 private:
  record::Writer writer_;
  record::Record record_;
  core::Nanoseconds start_;
};

}  // namespace hotlap::runner
