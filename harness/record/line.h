// Samples and events as lines of samples.jsonl.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/record/record.h"

namespace hotlap::record {

/// One line, with its end: {"kind":"lap","configuration":0,...}. `reasons` and `marks` only when there are any.
std::string to_line(const core::Sample& sample);

/// One line, with its end: {"kind":"event","event":"round_done",...}, with only the keys that apply (see Event).
std::string to_line(const Event& event);

std::optional<EventKind> event_kind_from_name(std::string_view text);

/// Whether an event of this kind is about one (configuration, round); whether it is about one arm.
bool has_turn(EventKind kind);
bool has_arm(EventKind kind);

}  // namespace hotlap::record
