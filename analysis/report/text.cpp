// Format `text`: what the terminal shows; the sentence first, then the table, then what makes it doubtful, then how it
// was judged.
#include <fmt/format.h>

#include "analysis/report/aligned.h"
#include "analysis/report/escape.h"
#include "analysis/report/formats.h"
#include "analysis/report/summary.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

constexpr std::size_t kCellLimit = 100;   ///< code points: a longer name would push the figures off every screen
constexpr std::size_t kLineLimit = 2000;  ///< code points of any other line
constexpr std::size_t kSeenLines = 40;    ///< of what a void arm showed: its end
constexpr std::size_t kSentences = 20;

std::string line(std::string_view text) { return shorten(plain(text), kLineLimit) + '\n'; }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string seen_block(std::string_view seen) {
  const std::vector<std::string_view> lines = lines_of(seen);
  std::size_t first = 0;
  std::string text;
  if (lines.size() > kSeenLines) {
    first = lines.size() - kSeenLines;
    text += fmt::format("    | ({} lines left out)\n", first);
  }
  for (std::size_t i = first; i < lines.size(); ++i) text += "    | " + line(lines[i]);
  return text;
}

std::string sentences(const compare::Comparison& comparison) {
  const std::vector<std::string> all = deciding_sentences(comparison);
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kSentences); ++i) text += "  " + line(all[i]);
  if (all.size() > kSentences) text += fmt::format("  ({} more: --format json)\n", all.size() - kSentences);
  return text.empty() ? text : "\ndeciding rows\n" + text;
}

std::string not_measured(const compare::Comparison& comparison) {
  std::string text;
  for (const auto& [reason, rows] : absent_rows(comparison)) text += "  " + line(few_of(rows) + ": " + reason);
  return text.empty() ? text : "\nnot measured\n" + text;
}

std::string warnings(const compare::Comparison& comparison) {
  std::string text;
  for (const PlacedWarning& placed : placed_warnings(comparison)) {
    const std::string rows = placed.rows.empty() ? "" : " (" + few_of(placed.rows) + ")";
    text += "  " + line(placed.warning.code + ": " + placed.warning.text + rows);
    if (!placed.warning.advice.empty()) text += "    -> " + line(placed.warning.advice);
  }
  return text.empty() ? text : "\nwarnings\n" + text;
}

std::string void_arms(const compare::Comparison& comparison) {
  std::string text;
  for (const compare::VoidArm& arm : comparison.void_arms) {
    text += "  " + line(place_of(comparison, arm) + ": " + arm.what) + seen_block(arm.seen);
  }
  return text.empty() ? text : "\nvoid arms\n" + text;
}

std::string footer(const compare::Comparison& comparison) {
  std::string text = "\n";
  if (!comparison.single && !comparison.rows.empty()) {
    text += fmt::format("verdict: {} (a verdict in parentheses informs, it does not decide)\n",
                        compare::name(comparison.verdict));
  }
  for (const auto& [name, value] : facts(comparison)) text += line(fmt::format("{}: {}", name, value));
  return text;
}

/// A configuration is named once, on its first row.
table::Table without_repeats(table::Table table) {
  std::string last;
  for (auto& row : table.rows) {
    if (row.front() == last) {
      row.front().clear();
    } else {
      last = row.front();
    }
  }
  return table;
}

std::string render(const compare::Comparison& comparison) {
  std::string text;
  for (const std::string& caution : cautions(comparison)) text += line(caution);
  text += line(headline(comparison));
  const table::Table table = comparison.single ? table::single(comparison) : table::standard(comparison);
  if (!table.rows.empty()) text += '\n' + aligned(without_repeats(table), 2, kCellLimit);
  return text + sentences(comparison) + not_measured(comparison) + warnings(comparison) + void_arms(comparison) +
         footer(comparison);
}

}  // namespace

Format text_format() { return {"text", "the sentence, an aligned table, warnings and how it was judged", render}; }

}  // namespace hotlap::report
