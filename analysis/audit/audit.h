// Tables of Node's benchmark/compare as they are posted: read back, and judged by what their figures say of each other.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/value.h"

namespace hotlap::audit {

/// A figure as it was printed: every number from low to high prints like this.
struct Figure {
  double value = 0;
  double half = 0;  ///< half a unit of the last digit
  double low() const { return value - half; }
  double high() const { return value + half; }
};

/// The three shapes that Node's tables have had.
enum class Layout {
  p_value,  ///< improvement, confidence, p.value: compare.R until 2018
  classic,  ///< confidence, improvement, accuracy (*) (**) (***): compare.R since
  analyze,  ///< the same columns with a signed improvement: compare.js --analyze
};
/// "p.value", "classic", "--analyze".
std::string_view name(Layout layout);

/// The levels of the stars: one, two, three.
inline constexpr std::array kLevels{0.05, 0.01, 0.001};

struct PostedRow {
  std::size_t line = 0;  ///< from 1
  std::string name;      ///< as posted: may hold any byte but a line feed
  int stars = 0;
  std::optional<Figure> improvement_percent;              ///< nothing: NA, NaN or infinite
  std::optional<std::array<Figure, 3>> accuracy_percent;  ///< nothing: not in this layout, or NA
  std::optional<Figure> p;                                ///< nothing: not in this layout, or NA
  /// Whether there was a test: at least two runs of both builds.
  bool tested() const { return improvement_percent && (accuracy_percent || p); }
};

struct PostedTable {
  std::size_t line = 0;  ///< of the titles, or of the first row when they were not posted
  Layout layout = Layout::classic;
  std::vector<PostedRow> rows;
};

/// All tables of a text, whatever else is in it. Byte-order marks, carriage returns, a CI log's time stamps, "> " of a
/// quotation and code fences are passed over.
/// @param source what to call the text in errors.
/// Throws UserError naming "source:line" for a line within a table that is cut or malformed, and when there is no
/// table.
std::vector<PostedTable> read_tables(std::istream& text, const std::string& source);

/// Degrees of freedom; `high` may be infinite.
struct Degrees {
  double low = 0;
  double high = 0;
  bool operator==(const Degrees&) const = default;
};

struct RowAudit {
  std::optional<Degrees> degrees;     ///< what the accuracies allow; nothing without them or when they contradict
  core::Value detectable_percent;     ///< change that this row would have shown with 80 % power at 5 %
  bool rounding_decides = false;      ///< the digits printed allow more than one number of stars
  std::vector<std::string> findings;  ///< what does not fit together, one sentence each; empty: all does
};

struct TableAudit {
  PostedTable table;
  std::vector<RowAudit> rows;  ///< one for each of the table's
  std::size_t tested = 0;
  std::array<std::size_t, 3> starred{};          ///< rows with at least 1, 2, 3 stars
  std::array<double, 3> expected_false_stars{};  ///< by chance alone: tested rows x level
  std::optional<Degrees> degrees;                ///< over all rows
  /// Runs of each build that every row allows, were they equal; nothing when there is no such number, or no accuracy.
  std::optional<std::pair<std::size_t, std::size_t>> runs;
  core::Value median_detectable_percent;
  std::size_t worst_row = 0;  ///< index of the row with the largest detectable change; 0 when none has one
  core::Value worst_detectable_percent;
  bool consistent() const;
};

/// Stars against improvement and accuracies (or p), the accuracies against each other, with the rounding of every
/// printed figure taken into account.
///
/// The accuracies are t(1 - level/2, df) times one standard error, so their ratios tell df, which Welch's test has
/// between the smaller number of runs - 1 and the sum of both - 2. --analyze takes its test from rates rounded to three
/// digits but its improvement from the rates themselves; 0.1 percentage points are allowed for that.
/// @param runs of each build, when known: df must then be possible for it.
TableAudit audit(PostedTable table, std::optional<std::size_t> runs);

}  // namespace hotlap::audit
