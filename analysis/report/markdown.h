// A comparison as markdown in a given room.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "analysis/compare/compare.h"

namespace hotlap::report {

/// What `--format markdown` shows, in at most `limit` bytes; absent when what must not be cut, or the frames of what
/// may be, do not fit. It always fits into kCommentLimit.
std::optional<std::string> markdown_within(const compare::Comparison& comparison, std::size_t limit);

}  // namespace hotlap::report
