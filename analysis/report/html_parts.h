// The parts of the page, one function a file.
#pragma once

#include <string>

#include "analysis/report/html.h"
#include "analysis/report/markup.h"

namespace hotlap::report {

/// Which run of the page a part belongs to.
struct PagePlace {
  std::string id;     ///< "run1": in front of the ids of its parts
  int level = 1;      ///< of the heading that is its sentence
  bool alone = true;  ///< it is the only run of the page
};

/// At most `limit` code points: up to its last comma, with a sign that something follows.
std::string shorten_to_clause(const std::string& sentence, std::size_t limit);
/// <h1> to <h6>.
Markup heading(int level, const Markup& content);
Markup heading(int level, std::string_view id, std::string_view words);
/// A number in a table's cell, as it is printed; `sort_key` is the number itself, or absent.
Markup number_cell(std::string_view shown, const core::Value& sort_key);
/// The word of a row's verdict, marked with its colour and a sign.
Markup verdict_mark(const compare::Row& row);
/// "row of run1": where the details of a row are.
std::string row_anchor(const PagePlace& place, std::size_t row);

/// All of a run, in its order.
Markup run_article(const PageRun& run, const PagePlace& place);
/// The table of all rows with the forest plot; of a single run the values.
Markup rows_section(const compare::Comparison& comparison, const PagePlace& place);
/// Figures and numbers, configuration by configuration, row by row.
Markup details_section(const compare::Comparison& comparison, const PagePlace& place);
/// Latency percentiles and warm-up of a configuration; `id` is that of what opens.
Markup configuration_figures(const compare::Configuration& configuration, const std::string& id);
/// A summary that opens what is inside. Closed, that is within a noscript element: a browser that runs scripts keeps it
/// as one piece of text until page/script.js puts it in place, so that thousands of rows cost little; any other shows
/// it.
Markup detail_box(std::string_view kind, const std::string& id, bool open, const Markup& summary, const Markup& inside);
/// A row's sentence, warnings, rounds, distributions and numbers.
Markup row_detail(const compare::Comparison& comparison, const compare::Row& row);
/// The subjects, the machine, the command.
Markup provenance_section(const compare::Comparison& comparison, const PagePlace& place);
/// What the words and figures mean.
Markup reading_help(const compare::Comparison& comparison);

}  // namespace hotlap::report
