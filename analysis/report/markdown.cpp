// Format `markdown`: for pull requests; the sentence, what moved, everything else folded, and how to do it again.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/report/escape.h"
#include "analysis/report/formats.h"
#include "analysis/report/summary.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

/// GitHub's limit of a comment, in characters; bytes are counted here, which are never fewer.
constexpr std::size_t kLimit = 65536;
// Code points of each thing that must be there whatever else is cut; together they stay below the limit even when every
// code point needs ten bytes.
constexpr std::size_t kHeadlineLimit = 500;
constexpr std::size_t kCellLimit = 120;
constexpr std::size_t kCommandLimit = 1500;
// Code points of what may be cut anyway.
constexpr std::size_t kItemLimit = 500;
constexpr std::size_t kSeenLimit = 2000;

std::string text(std::string_view raw, std::size_t limit) { return markdown(shorten(raw, limit)); }

/// A part of which lines can be left out.
struct Part {
  std::string open;
  std::vector<std::string> lines;
  std::string close;
  std::string_view unit;  ///< what a line is: "rows"
};

std::string cut_notice(const Part& part, std::size_t left_out) {
  return fmt::format(
      "\n**{} of {} {} left out**: a comment holds at most 65,536 characters; `--format csv` has all rows.\n", left_out,
      part.lines.size(), part.unit);
}

std::string join(const Part& part, std::size_t count) {
  std::string joined = part.open;
  for (std::size_t i = 0; i < count; ++i) joined += part.lines[i];
  if (count < part.lines.size()) joined += cut_notice(part, part.lines.size() - count);
  return joined + part.close;
}

/// The part with as many lines as fit into `room` bytes, and a notice when some do not. Empty without lines.
std::string fit(const Part& part, std::size_t room) {
  if (part.lines.empty()) return "";
  std::size_t used = part.open.size() + part.close.size() + cut_notice(part, part.lines.size()).size();
  std::size_t count = 0;
  while (count < part.lines.size() && used + part.lines[count].size() <= room) used += part.lines[count++].size();
  return join(part, count);
}

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
  Part part{"\n| machine | |\n|---|---|\n", {}, "", "facts of the machine"};
  for (const auto& [name, value] : comparison.header.environment) part.lines.push_back(row_line({name, value}));
  return part;
}

constexpr std::string_view kFoldedFooter = "\n<details><summary>Subjects, machine and command</summary>\n\n";

std::string command(const compare::Comparison& comparison) {
  if (comparison.header.command_line.empty()) return "\n</details>\n";
  const std::string line = shell_line(comparison.header.command_line);
  return "\nAgain:\n\n<pre>" + html(shorten(line, kCommandLimit)) + "</pre>\n\n</details>\n";
}

std::string render(const compare::Comparison& comparison) {
  const std::string top = head(comparison);
  const std::string footer = facts_line(comparison) + std::string(kFoldedFooter);
  const std::string how = command(comparison);
  std::size_t room = kLimit - top.size() - footer.size() - how.size();
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

}  // namespace

Format markdown_format() {
  return {"markdown", "for a pull request: at most 65,536 characters, all rows folded", render};
}

}  // namespace hotlap::report
