// Format `markdown`: for pull requests; the sentence, what moved, everything else folded, and how to do it again.
#include "analysis/report/markdown.h"

#include <fmt/format.h>

#include "analysis/report/escape.h"
#include "analysis/report/formats.h"
#include "analysis/report/limits.h"
#include "analysis/report/summary.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

// Code points of each thing that must be there whatever else is cut; together they stay below the limit even when every
// code point needs ten bytes.
constexpr std::size_t kHeadlineLimit = 500;
constexpr std::size_t kCellLimit = 120;
constexpr std::size_t kCommandLimit = 1500;
// Bytes for the parts that can be cut: six take at most half of what the ones before them left, so the last still has
// room for its frame.
constexpr std::size_t kLeastRoom = 32768;
// Code points of what may be cut anyway.
constexpr std::size_t kItemLimit = 500;
constexpr std::size_t kSeenLimit = 2000;

std::string text(std::string_view raw, std::size_t limit) { return markdown(shorten(raw, limit)); }

std::string row_line(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + text(cell, kCellLimit) + " |";
  return line + '\n';
}

Part table_part(const table::Table& table, std::string open, std::string close) {
  std::vector<std::string> titles;
  std::string rule = "|";
  for (const table::Column& column : table.columns) {
    titles.push_back(column.title);
    rule += column.align == table::Align::right ? "---:|" : "---|";
  }
  Part part{std::move(open) + row_line(titles) + rule + '\n', {}, std::move(close), "rows"};
  for (const auto& row : table.rows) part.lines.push_back(row_line(row));
  return part;
}

Part void_arms(const compare::Comparison& comparison) {
  Part part{"\n### Void arms\n\n", {}, "", "void arms"};
  for (const compare::VoidArm& arm : comparison.void_arms) {
    std::string line = "- " + text(place_of(comparison, arm) + ": " + arm.what, kItemLimit) + '\n';
    if (!arm.seen.empty()) line += "\n<pre>" + html(shorten(arm.seen, kSeenLimit)) + "</pre>\n\n";
    part.lines.push_back(std::move(line));
  }
  return part;
}

Part moved_rows(const compare::Comparison& comparison) {
  return table_part(table::standard(comparison, true), "\n### Rows that moved\n\n", "");
}

Part sentences(const compare::Comparison& comparison) {
  Part part{"\n", {}, "", "sentences"};
  for (const std::string& sentence : deciding_sentences(comparison)) {
    part.lines.push_back("- " + text(sentence, kItemLimit) + '\n');
  }
  return part;
}

Part all_rows(const compare::Comparison& comparison) {
  const table::Table table = comparison.single ? table::single(comparison) : table::standard(comparison);
  if (comparison.single) return table_part(table, "\n", "");
  return table_part(table, fmt::format("\n<details><summary>All rows ({})</summary>\n\n", table.rows.size()),
                    "\nA verdict in parentheses informs, it does not decide.\n\n</details>\n");
}

Part notes(const compare::Comparison& comparison) {
  Part part{"\n### Warnings\n\n", {}, "", "warnings"};
  for (const auto& [reason, rows] : absent_rows(comparison)) {
    part.lines.push_back("- not measured: " + text(few_of(rows) + ": " + reason, kItemLimit) + '\n');
  }
  for (const PlacedWarning& placed : placed_warnings(comparison)) {
    const std::string rows = placed.rows.empty() ? "" : " (" + few_of(placed.rows) + ")";
    std::string line =
        "- **" + text(placed.warning.code, kCellLimit) + "**: " + text(placed.warning.text + rows, kItemLimit);
    if (!placed.warning.advice.empty()) line += "<br>" + text(placed.warning.advice, kItemLimit);
    part.lines.push_back(line + '\n');
  }
  return part;
}

std::string head(const compare::Comparison& comparison) {
  std::string result;
  for (const std::string& caution : cautions(comparison)) result += "**" + markdown(caution) + "**\n\n";
  result += "**" + text(headline(comparison), kHeadlineLimit) + "**\n";
  if (!comparison.single && !comparison.rows.empty()) {
    result += fmt::format("\nVerdict: {}\n", compare::name(comparison.verdict));
  }
  return result;
}

std::string facts_line(const compare::Comparison& comparison) {
  std::string result;
  for (const auto& [name, value] : facts(comparison)) {
    result += (result.empty() ? "" : ", ") + name + ": " + text(value, kCellLimit);
  }
  return "\n---\n" + result + '\n';
}

Part subjects(const compare::Comparison& comparison) {
  Part part{"| arm | subject | version | hash |\n|---|---|---|---|\n", {}, "", "subjects"};
  for (const record::SubjectInfo& subject : comparison.header.subjects) {
    part.lines.push_back(
        row_line({std::string(core::arm_name(subject.arm)), subject.spec, subject.version, subject.hash}));
  }
  return part;
}

Part machine(const compare::Comparison& comparison) {
  Part part{"\n| fingerprint of the machine | |\n|---|---|\n", {}, "", "facts of the machine"};
  for (const auto& [name, value] : comparison.header.environment) part.lines.push_back(row_line({name, value}));
  return part;
}

constexpr std::string_view kFoldedFooter = "\n<details><summary>Subjects, fingerprint and command</summary>\n\n";

std::string command(const compare::Comparison& comparison) {
  if (comparison.header.command_line.empty()) return "\n</details>\n";
  const std::string line = shell_line(comparison.header.command_line);
  return "\nAgain:\n\n<pre>" + html(shorten(line, kCommandLimit)) + "</pre>\n\n</details>\n";
}

}  // namespace

std::optional<std::string> markdown_within(const compare::Comparison& comparison, std::size_t limit) {
  const std::string top = head(comparison);
  const std::string footer = facts_line(comparison) + std::string(kFoldedFooter);
  const std::string how = command(comparison);
  const std::size_t fixed = top.size() + footer.size() + how.size();
  if (fixed + kLeastRoom > limit) return std::nullopt;
  std::size_t room = limit - fixed;
  // Each takes at most half of what is left, so that none crowds the others out; the folded rows come last and take the
  // rest.
  const auto share = [&](const Part& part) {
    std::string fitted = fit(part, room / 2);
    room -= fitted.size();
    return fitted;
  };
  const std::string broken = share(void_arms(comparison));
  const std::string moved = comparison.single ? "" : share(moved_rows(comparison));
  const std::string said = share(sentences(comparison));
  const std::string doubts = share(notes(comparison));
  const std::string who = share(subjects(comparison));
  const std::string where = share(machine(comparison));
  const std::string rows = fit(all_rows(comparison), room);
  return top + broken + moved + said + rows + doubts + footer + who + where + how;
}

Format markdown_format() {
  return {"markdown", "for a pull request: at most 65,536 characters, all rows folded",
          [](const compare::Comparison& comparison) { return markdown_within(comparison, kCommentLimit).value(); }};
}

}  // namespace hotlap::report
