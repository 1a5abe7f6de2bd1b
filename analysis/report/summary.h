// What the formats for people say around the table: in words, not yet escaped for any of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/compare/compare.h"

namespace hotlap::report {

/// The headline, or a sentence that there is none.
std::string headline(const compare::Comparison& comparison);

/// What must be read before the headline: not trusted, void, interrupted. Empty for a clean run.
std::vector<std::string> cautions(const compare::Comparison& comparison);

/// The warnings of the whole run: of the judgement, then those known before the start, each once.
std::vector<core::Warning> run_warnings(const compare::Comparison& comparison);

/// A warning, and the rows that carry it ("set-header connections=50 cpu"); no rows: the whole run.
struct PlacedWarning {
  core::Warning warning;
  std::vector<std::string> rows;
};
/// All warnings, of the run first; rows with the same warning share one entry.
std::vector<PlacedWarning> placed_warnings(const compare::Comparison& comparison);

/// Why rows have no figure at all, with the rows, rows with the same reason together.
std::vector<std::pair<std::string, std::vector<std::string>>> absent_rows(const compare::Comparison& comparison);

/// "a, b, c and 4 more".
std::string few_of(const std::vector<std::string>& names);

/// "new, round 3 of set-header connections=50"; rounds count from 0, as in the record.
std::string place_of(const compare::Comparison& comparison, const compare::VoidArm& void_arm);

/// The sentences of the deciding rows, each with its row's name, without those that the headline tells already.
std::vector<std::string> deciding_sentences(const compare::Comparison& comparison);

/// How many rows were tested, that is have a p: what the expected false positives are counted among.
std::size_t tested_rows(const compare::Comparison& comparison);

/// The facts of the footer by name: rounds, alpha, margin, detectable effect, control, with more than one tested row
/// the expected false positives, seed, folder. Of a single run: rounds, seed, folder.
std::vector<std::pair<std::string, std::string>> facts(const compare::Comparison& comparison);

}  // namespace hotlap::report
