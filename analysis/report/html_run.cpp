// A run on the page: the sentence, what must be read with it, the parts in their order.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/report/escape.h"
#include "analysis/report/html_parts.h"
#include "analysis/report/summary.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

using compare::Comparison;
using compare::Verdict;

std::string subject_words(const record::SubjectInfo& subject) {
  return fmt::format("{}: {}", core::arm_name(subject.arm), subject.spec);
}

/// "2026-10-01 12:00:00 UTC" of the ISO form; anything else as it is.
std::string date_words(std::string date) {
  const std::size_t divider = date.find('T');
  if (divider == std::string::npos || !date.ends_with('Z')) return date;
  date[divider] = ' ';
  date.replace(date.size() - 1, 1, " UTC");
  return date;
}

std::string minutes(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  return fmt::format("{:.0f} min", seconds / 60);
}

/// "old reference:before, new reference:after; 12 rounds in 61 s, 2026-10-01T12:00:00Z".
Markup under_the_sentence(const Comparison& comparison) {
  Markup items;
  for (const record::SubjectInfo& subject : comparison.header.subjects) {
    if (subject.arm == core::Arm::control) continue;
    items += element("li", element("span", {{"class", "key " + std::string(core::arm_name(subject.arm))}},
                                   text(comparison.single ? subject.spec : subject_words(subject))));
  }
  for (const auto& [name, value] : facts(comparison)) {
    if (name == "rounds" || name == "margin") items += element("li", text(fmt::format("{}: {}", name, value)));
  }
  if (comparison.seconds > 0) items += element("li", text("measured in " + minutes(comparison.seconds)));
  if (!comparison.header.started_at.empty()) items += element("li", text(date_words(comparison.header.started_at)));
  return element("ul", {{"class", "facts-line"}}, items);
}

/// "3 improvement, 1 inconclusive" of the rows with this role.
std::string counted_verdicts(const Comparison& comparison, core::Role role) {
  constexpr std::array kOrder{Verdict::regression,   Verdict::improvement,  Verdict::equivalent,
                              Verdict::inconclusive, Verdict::insufficient, Verdict::invalid};
  std::string words;
  for (const Verdict verdict : kOrder) {
    const auto count = std::count_if(comparison.rows.begin(), comparison.rows.end(), [&](const compare::Row& row) {
      return row.role == role && row.verdict == verdict;
    });
    if (count > 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, compare::name(verdict));
  }
  return words.empty() ? "none" : words;
}

Markup verdict_counts(const Comparison& comparison) {
  if (comparison.single || comparison.rows.empty()) return {};
  return element(
      "p", {{"class", "counts"}},
      text(fmt::format("Rows that decide: {}. Rows that inform: {}.", counted_verdicts(comparison, core::Role::decides),
                       counted_verdicts(comparison, core::Role::informs))));
}

/// A sentence that names every row is no headline: its beginning is, and the whole opens below.
Markup headline_of(const Comparison& comparison, int level) {
  constexpr std::size_t kLongest = 220;
  const std::string whole = headline(comparison);
  const std::string shown = shorten_to_clause(whole, kLongest);
  if (shown == whole) return heading(level, text(whole));
  return heading(level, text(shown)) +
         element("details", element("summary", text("The whole sentence")) + element("p", text(whole)));
}

Markup caution_box(const Comparison& comparison) {
  Markup lines;
  for (const std::string& caution : cautions(comparison)) lines += element("p", text(caution));
  return lines.empty() ? lines : element("div", {{"class", "caution"}, {"role", "note"}}, lines);
}

Markup more_sentences(const Comparison& comparison) {
  constexpr std::size_t kShown = 6;
  const std::vector<std::string> all = deciding_sentences(comparison);
  Markup list;
  for (std::size_t i = 0; i < std::min(all.size(), kShown); ++i) list += element("li", text(all[i]));
  if (all.size() > kShown) list += element("li", text(fmt::format("and {} more, in the table", all.size() - kShown)));
  return list.empty() ? list : element("ul", {{"class", "sentences"}}, list);
}

Markup run_header(const Comparison& comparison, const PagePlace& place) {
  Markup verdict;
  if (!comparison.single && !comparison.rows.empty()) {
    verdict = element("p", {{"class", "verdict " + std::string(compare::name(comparison.verdict))}},
                      text(compare::name(comparison.verdict)));
  }
  return element("header", {{"class", "run-header"}},
                 caution_box(comparison) + verdict + headline_of(comparison, place.level) +
                     under_the_sentence(comparison) + more_sentences(comparison) + verdict_counts(comparison));
}

Markup section(const PagePlace& place, std::string_view name, std::string_view title, const Markup& content) {
  if (content.empty()) return {};
  const std::string id = fmt::format("{}-{}", place.id, name);
  return element("section", {{"aria-labelledby", id}}, heading(place.level + 1, id, title) + content);
}

Markup warning_item(const PlacedWarning& placed) {
  Markup item = element("b", text(placed.warning.code)) + text(": " + placed.warning.text);
  if (!placed.rows.empty()) item += text(" (" + few_of(placed.rows) + ")");
  if (!placed.warning.advice.empty()) item += element("p", {{"class", "advice"}}, text(placed.warning.advice));
  return element("li", item);
}

/// All that concern the run, and the first of those that rows carry: each stands beside its row too.
Markup warning_list(const Comparison& comparison) {
  constexpr std::size_t kShownOfRows = 20;
  Markup list;
  std::size_t of_rows = 0;
  for (const PlacedWarning& placed : placed_warnings(comparison)) {
    of_rows += !placed.rows.empty();
    if (of_rows <= kShownOfRows || placed.rows.empty()) list += warning_item(placed);
  }
  if (of_rows > kShownOfRows) {
    list += element("li", text(fmt::format("{} more, each beside its row", of_rows - kShownOfRows)));
  }
  return list.empty() ? list : element("ul", {{"class", "warnings"}}, list);
}

Markup absent_list(const Comparison& comparison) {
  Markup list;
  for (const auto& [reason, rows] : absent_rows(comparison)) {
    list += element("li", text(few_of(rows) + ": " + reason));
  }
  return list.empty() ? list : element("ul", list);
}

Markup void_arm_list(const Comparison& comparison) {
  Markup list;
  for (const compare::VoidArm& arm : comparison.void_arms) {
    list += element("p", text(place_of(comparison, arm) + ": " + arm.what));
    if (!arm.seen.empty()) list += element("pre", {{"tabindex", "0"}}, text(arm.seen));
  }
  return list;
}

Markup profile_text(const PageRun& run) {
  return run.profile.empty() ? Markup() : element("pre", {{"tabindex", "0"}}, text(run.profile));
}

}  // namespace

std::string shorten_to_clause(const std::string& sentence, std::size_t limit) {
  if (width(sentence) <= limit) return sentence;
  const std::size_t comma = sentence.rfind(", ", limit);
  if (comma == std::string::npos || comma < limit / 3) return shorten(sentence, limit);
  return sentence.substr(0, comma) + " \u2026";
}

Markup heading(int level, const Markup& content) { return element(fmt::format("h{}", std::min(level, 6)), content); }

Markup heading(int level, std::string_view id, std::string_view words) {
  return element(fmt::format("h{}", std::min(level, 6)), {{"id", std::string(id)}}, text(words));
}

Markup run_article(const PageRun& run, const PagePlace& place) {
  const Comparison& comparison = run.comparison;
  return element(
      "article", {{"class", "run"}, {"id", place.id}},
      run_header(comparison, place) + section(place, "void", "Void arms", void_arm_list(comparison)) +
          section(place, "rows", comparison.single ? "What was measured" : "All rows",
                  rows_section(comparison, place)) +
          section(place, "warnings", "Warnings", warning_list(comparison)) +
          section(place, "details", "Row by row", details_section(comparison, place)) +
          section(place, "absent", "Not measured", absent_list(comparison)) +
          section(place, "profile", "Profile", profile_text(run)) +
          section(place, "provenance", "The machine, and how to do it again", provenance_section(comparison, place)) +
          section(place, "reading", "How to read this page", reading_help(comparison)));
}

}  // namespace hotlap::report
