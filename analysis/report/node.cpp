// Format `node`: the classic table of Node's benchmark/compare.R with its note on false positives.
#include <fmt/format.h>

#include "analysis/report/aligned.h"
#include "analysis/report/escape.h"
#include "analysis/report/formats.h"
#include "analysis/report/summary.h"
#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

constexpr std::size_t kCellLimit = 200;  ///< code points; Node's own names are shorter

std::string false_positive_note(const compare::Comparison& comparison) {
  const auto& expected = comparison.expected_false_positives;
  return fmt::format(
      "\nBe aware that when doing many comparisons the risk of a false-positive\n"
      "result increases. In this case, there are {} comparisons, you can thus\n"
      "expect the following amount of false-positive results:\n"
      "  {:.2f} false positives, when considering a   5% risk acceptance (*, **, ***),\n"
      "  {:.2f} false positives, when considering a   1% risk acceptance (**, ***),\n"
      "  {:.2f} false positives, when considering a 0.1% risk acceptance (***)\n",
      tested_rows(comparison), expected[0], expected[1], expected[2]);
}

std::string render(const compare::Comparison& comparison) {
  if (comparison.single) return "Node's table compares two builds; this run measured one: use --format text\n";
  std::string text;
  for (const std::string& caution : cautions(comparison)) text += plain(caution) + '\n';
  if (comparison.rows.empty()) return text + plain(headline(comparison)) + '\n';
  if (!text.empty()) text += plain(headline(comparison)) + "\n\n";
  return text + aligned(table::node(comparison), 1, kCellLimit) + false_positive_note(comparison);
}

}  // namespace

Format node_format() {
  return {"node", "the table of Node's benchmark/compare.R, to paste where one is expected", render};
}

}  // namespace hotlap::report
