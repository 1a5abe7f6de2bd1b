// Text of strangers made harmless for each place it may land in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hotlap::report {

/// How many code points the text has; a byte that is no UTF-8 counts as one.
std::size_t width(std::string_view text);

/// At most `limit` code points (at least 8): the middle gives way to "...", since a row's name ends in its parameters.
std::string shorten(std::string_view text, std::size_t limit);

/// One line for a terminal or a log: control characters and direction overrides as visible escapes ("\n", "\x1b",
/// "\u{202e}"), bytes that are no UTF-8 as U+FFFD. What a CI runner would take for a command is broken up: "::" at the
/// start becomes "\::",
/// "##[" anywhere becomes "#\#[", and so do "##vso[" and "##teamcity[".
std::string plain(std::string_view text);

/// Inline text of GitHub-flavoured markdown, also within a table cell or an HTML block: markup of both shows as itself,
/// and mentions
/// (@name), references (#123) and addresses (https://...) stay unlinked.
std::string markdown(std::string_view text);

/// Text within an HTML element, newlines and tabs kept; other control characters, "::" and "##[" as in `plain`, by
/// entities.
std::string html(std::string_view text);

/// A field of RFC 4180, quoted where needed. Text that a spreadsheet would run as a formula (= + - @ at the start) gets
/// an apostrophe in front. Control characters, newlines too, show as escapes: every record is one line. "##[" is broken
/// up as in `plain`.
std::string csv_field(std::string_view text);

/// A command line that a POSIX shell reads back into the same words.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace hotlap::report
