// Writes the sticky comment, and reads the results back that an earlier body told.
#include "analysis/report/comment.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "analysis/report/escape.h"
#include "analysis/report/limits.h"
#include "analysis/report/markdown.h"
#include "analysis/report/summary.h"
#include "harness/core/error.h"

namespace hotlap::report {
namespace {

// Lines of their own: what comes from strangers has its "<" escaped and can never be one.
constexpr std::string_view kResult = "<!-- result -->";
constexpr std::string_view kSupersededBegin = "<!-- superseded -->";
constexpr std::string_view kSupersededEnd = "<!-- superseded end -->";
constexpr std::string_view kOlder = "<!-- older left out: ";
constexpr std::string_view kCommentEnd = " -->";

// What the history may take of the comment.
constexpr std::size_t kHistoryBytes = 16384;
constexpr std::size_t kHistoryLines = 50;
// What the result lines of this body may take; one has at most 3,600 bytes.
constexpr std::size_t kResultBytes = 16384;
constexpr std::size_t kResultLine = 3600;
constexpr std::size_t kHeadlineCodePoints = 200;
constexpr std::size_t kNameCodePoints = 60;
constexpr std::size_t kTimeCodePoints = 30;

/// What an earlier body told.
struct History {
  std::vector<std::string> lines;  ///< newest first, as they stand there
  std::size_t older = 0;           ///< how many more there were
};

std::string result_line(const compare::Comparison& comparison) {
  std::string line;
  for (const std::string& caution : cautions(comparison)) line += "**" + markdown(caution) + "** ";
  line += markdown(shorten(headline(comparison), kHeadlineCodePoints));
  if (!comparison.single && !comparison.rows.empty()) {
    line += fmt::format(" (verdict: {})", compare::name(comparison.verdict));
  }
  const std::string run = std::filesystem::path(comparison.folder).filename().string();
  if (!run.empty()) line += "; run " + markdown(shorten(run, kNameCodePoints));
  // Folders of a CI have one name for every run.
  return line + " of " + markdown(shorten(comparison.header.started_at, kTimeCodePoints));
}

bool is_noteworthy(const compare::Comparison& comparison) {
  const auto moved = [](const compare::Row& row) {
    return row.verdict == compare::Verdict::improvement || row.verdict == compare::Verdict::regression;
  };
  return !comparison.void_arms.empty() || std::any_of(comparison.rows.begin(), comparison.rows.end(), moved);
}

[[noreturn]] void refuse_line(std::size_t number, const std::string& what) {
  throw core::UserError(
      {fmt::format("line {}: {}", number, what), "--previous", "give the body as hotlap comment printed it"});
}

/// The lines of a body; GitHub hands them out with carriage returns.
std::vector<std::string> body_lines(const std::string& body) {
  std::vector<std::string> lines(1);
  for (const char c : body) {
    if (c == '\n') {
      lines.emplace_back();
    } else if (c != '\r') {
      lines.back() += c;
    }
  }
  return lines;
}

std::size_t older_of(const std::string& line, std::size_t number) {
  const char* begin = line.data() + kOlder.size();
  const char* last = line.data() + line.size();
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(begin, last, count);
  if (error != std::errc() || std::string_view(end, last) != kCommentEnd) refuse_line(number, "no number of results");
  return count;
}

void check_result(const std::string& line, std::size_t number) {
  if (line.empty() || line.size() > kResultLine || line.find('<') != std::string::npos) {
    refuse_line(number, "this is no result of hotlap's");
  }
}

/// Results that were current first, since they are newer than those that were superseded then.
History history_of(const std::string& body, std::string_view key) {
  const std::vector<std::string> lines = body_lines(body);
  if (lines.front() != comment_marker(key)) {
    throw core::UserError({"the first line is not " + comment_marker(key), "--previous",
                           "give the body of the comment with this key, or leave --previous out for a first comment"});
  }
  History history;
  bool superseded = false;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (line == kSupersededBegin || line == kSupersededEnd) {
      superseded = line == kSupersededBegin;
    } else if (line == kResult) {
      if (i + 1 == lines.size()) refuse_line(i + 1, "the result after this line is missing");
      ++i;
      check_result(lines[i], i + 1);
      history.lines.push_back(lines[i]);
    } else if (superseded && line.starts_with("- ")) {
      check_result(line, i + 1);
      history.lines.push_back(line.substr(2));
    } else if (line.starts_with(kOlder)) {
      history.older += older_of(line, i + 1);
    }
  }
  if (superseded) refuse_line(lines.size(), "the superseded results have no end");
  return history;
}

std::string folded(History history) {
  std::size_t bytes = 0;
  std::size_t kept = 0;
  while (kept < std::min(history.lines.size(), kHistoryLines) &&
         bytes + history.lines[kept].size() + 3 <= kHistoryBytes) {
    bytes += history.lines[kept++].size() + 3;
  }
  history.older += history.lines.size() - kept;
  if (kept + history.older == 0) return "";
  std::string text = fmt::format("\n<details><summary>Superseded results ({}), newest first</summary>\n\n{}\n\n",
                                 kept + history.older, kSupersededBegin);
  for (std::size_t i = 0; i < kept; ++i) text += "- " + history.lines[i] + '\n';
  if (history.older > 0) {
    text += fmt::format("\n{}{}{}\n**{} older results left out**\n", kOlder, history.older, kCommentEnd, history.older);
  }
  return text + fmt::format("\n{}\n\n</details>\n", kSupersededEnd);
}

/// A line for each run, as many as fit.
std::string results(const std::vector<std::string>& lines) {
  std::string text;
  std::size_t told = 0;
  for (const std::string& line : lines) {
    if (text.size() + line.size() > kResultBytes) break;
    text += fmt::format("{}{}\n{}\n", told++ == 0 ? "" : "\n", kResult, line);
  }
  if (told < lines.size()) {
    const std::size_t untold = lines.size() - told;
    // The next body counts them among the results that it leaves out.
    text += fmt::format("\n{}{}{}\n**{} of {} runs left out**\n", kOlder, untold, kCommentEnd, untold, lines.size());
  }
  return text;
}

/// The runs in which something happened, whole, as many as fit into the room.
std::string details(const std::vector<compare::Comparison>& comparisons, std::size_t room) {
  constexpr std::size_t kNotice = 100;
  std::string text;
  std::size_t left_out = 0;
  for (const compare::Comparison& comparison : comparisons) {
    if (!is_noteworthy(comparison)) continue;
    const std::size_t taken = text.size() + kNotice;
    const auto whole = room > taken ? markdown_within(comparison, room - taken) : std::nullopt;
    if (whole) {
      text += "\n" + *whole;
    } else {
      ++left_out;
    }
  }
  if (left_out > 0) text += fmt::format("\n**The details of {} runs left out**: they do not fit.\n", left_out);
  return text;
}

}  // namespace

std::string comment_marker(std::string_view key) { return fmt::format("<!-- hotlap:{} -->", key); }

std::string comment(const std::vector<compare::Comparison>& comparisons, std::string_view key,
                    const std::optional<std::string>& previous) {
  std::vector<std::string> lines;
  for (const compare::Comparison& comparison : comparisons) lines.push_back(result_line(comparison));
  History history = previous ? history_of(*previous, key) : History{};
  // The same run posted twice supersedes nothing.
  std::erase_if(history.lines,
                [&](const std::string& line) { return std::find(lines.begin(), lines.end(), line) != lines.end(); });
  const std::string top = comment_marker(key) + '\n' + results(lines);
  const std::string past = folded(std::move(history));
  return top + details(comparisons, kCommentLimit - top.size() - past.size()) + past;
}

}  // namespace hotlap::report
