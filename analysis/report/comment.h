// The one comment of a pull request that is kept up to date: its body, with the results that it replaced.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/compare/compare.h"

namespace hotlap::report {

/// The hidden first line by which a CI's client finds the comment: "<!-- hotlap:KEY -->".
std::string comment_marker(std::string_view key);

/// The body: the marker; a line for each run; the whole of `--format markdown` for a run in which something moved or an
/// arm is void; then, folded and newest first, the result lines of the bodies before, so that a run that was repeated
/// until it was green can be seen. At most kCommentLimit bytes; what is cut is announced.
///
/// @param previous the body of the comment that is there, absent for a first one.
/// Throws UserError (where: "--previous", with the line) when it has not this marker, or a result line that no body
/// has.
std::string comment(const std::vector<compare::Comparison>& comparisons, std::string_view key,
                    const std::optional<std::string>& previous);

}  // namespace hotlap::report
