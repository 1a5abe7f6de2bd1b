// Write-through to the record.
#include "harness/runner/recorder.h"

#include <algorithm>

namespace hotlap::runner {

Recorder::Recorder(record::Writer writer, record::Record record)
    : writer_(std::move(writer)), record_(std::move(record)), start_(core::monotonic_now()) {
  core::Nanoseconds last{0};
  for (const auto& sample : record_.samples) last = std::max(last, sample.at + sample.elapsed);
  for (const auto& event : record_.events) last = std::max(last, event.at);
  start_ -= last;
}

void Recorder::add(const core::Sample& sample) {
  writer_.append(sample);
  record_.samples.push_back(sample);
}

void Recorder::add(record::Event event) {
  event.at = now();
  writer_.append(event);
  record_.events.push_back(std::move(event));
  if (record_.events.back().kind == record::EventKind::resumed) record::drop_unfinished_rounds(record_);
}

}  // namespace hotlap::runner
