// What fits into places of limited size, and how what does not fit is announced.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hotlap::report {

/// GitHub's limit of a comment, in characters. Whatever it counts as one, bytes, which are counted here, are never
/// fewer: neither than code points nor than UTF-16 units.
inline constexpr std::size_t kCommentLimit = 65536;
/// Bytes of a step's summary. GitHub drops a file of 1 MiB or more, near the limit without a word (actions/runner
/// #4337), so this stays away from it.
inline constexpr std::size_t kSummaryLimit = 900 * 1024;
/// Annotations of one kind (error, warning, notice) that GitHub shows of one step.
inline constexpr std::size_t kAnnotationLimit = 10;

/// A part of a text of which lines can be left out.
struct Part {
  std::string open;
  std::vector<std::string> lines;
  std::string close;
  std::string_view unit;  ///< what a line is: "rows"
};

/// The part with as many of its first lines as fit into `room` bytes, and in markdown how many are left out when some
/// are. Empty without lines. When not even its frame fits, that is what comes back: the caller keeps room for it.
std::string fit(const Part& part, std::size_t room);

}  // namespace hotlap::report
