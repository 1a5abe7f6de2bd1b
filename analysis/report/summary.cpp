// Gathers sentences, warnings and facts from a comparison.
#include "analysis/report/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/table/table.h"

namespace hotlap::report {
namespace {

using compare::Comparison;
using compare::Row;
using compare::Verdict;

std::string full_name(const Row& row) { return table::row_name(row) + " " + row.metric.id; }

bool decides(const Row& row) { return row.role == core::Role::decides; }

std::string size_percent(double percent) { return fmt::format("{:.{}f}", percent, percent < 1 ? 2 : 1); }

std::string rounds_fact(const Comparison& comparison) {
  std::vector<std::size_t> rounds;
  for (const Row& row : comparison.rows) {
    if (row.absent_reason.empty()) rounds.push_back(row.rounds);
  }
  if (rounds.empty()) return "none";
  const auto [least, most] = std::minmax_element(rounds.begin(), rounds.end());
  return *least == *most ? fmt::format("{}", *least) : fmt::format("{} to {}", *least, *most);
}

std::string detectable_fact(const Comparison& comparison) {
  std::vector<double> sizes;
  for (const Row& row : comparison.rows) {
    if (decides(row) && row.detectable_percent.present()) sizes.push_back(*row.detectable_percent);
  }
  if (sizes.empty()) return "not known";
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  const std::string low = size_percent(*least);
  const std::string high = size_percent(*most);
  return (low == high ? low : low + " to " + high) + " % at 80 % power";
}

std::string control_fact(const Comparison& comparison) {
  if (!comparison.header.control) return "none";
  std::vector<const Row*> rows;
  for (const Row& row : comparison.rows) {
    if (decides(row) && row.control && row.control->change_percent.present()) rows.push_back(&row);
  }
  if (rows.empty()) return "old against itself: no figure";
  const auto change = [](const Row* row) { return *row->control->change_percent; };
  if (rows.size() == 1) {
    return fmt::format("old against itself: {} (99 % interval {})",
                       table::format_percent(rows.front()->control->change_percent),
                       table::format_interval(rows.front()->control->interval_percent));
  }
  const auto [least, most] =
      std::minmax_element(rows.begin(), rows.end(), [&](const Row* a, const Row* b) { return change(a) < change(b); });
  return fmt::format("old against itself: {} over {} deciding rows",
                     table::format_interval({change(*least), change(*most)}), rows.size());
}

std::string false_positives_fact(const Comparison& comparison) {
  const auto& expected = comparison.expected_false_positives;
  return fmt::format("{:.2f} at 5 %, {:.2f} at 1 %, {:.2f} at 0.1 % among {} tested rows", expected[0], expected[1],
                     expected[2], tested_rows(comparison));
}

}  // namespace

std::string headline(const Comparison& comparison) {
  if (!comparison.headline.empty()) return comparison.headline;
  if (comparison.rows.empty()) return "nothing was measured";
  return fmt::format("the verdict is {}", compare::name(comparison.verdict));
}

std::vector<std::string> cautions(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (!comparison.trusted) lines.emplace_back("NOT TRUSTED: no verdict of this run holds");
  if (comparison.verdict == Verdict::invalid) lines.emplace_back("INVALID: an arm is void");
  if (comparison.interrupted) lines.emplace_back("INTERRUPTED: this is what was measured until then");
  return lines;
}

std::vector<core::Warning> run_warnings(const Comparison& comparison) {
  std::vector<core::Warning> all = comparison.warnings;
  for (const core::Warning& warning : comparison.header.warnings) {
    if (std::find(all.begin(), all.end(), warning) == all.end()) all.push_back(warning);
  }
  return all;
}

std::vector<PlacedWarning> placed_warnings(const Comparison& comparison) {
  std::vector<PlacedWarning> all;
  for (core::Warning& warning : run_warnings(comparison)) all.push_back({std::move(warning), {}});
  const std::size_t of_the_run = all.size();
  for (const Row& row : comparison.rows) {
    for (const core::Warning& warning : row.warnings) {
      const auto same = [&](const PlacedWarning& placed) {
        return placed.warning.code == warning.code && placed.warning.text == warning.text &&
               placed.warning.advice == warning.advice;
      };
      auto entry = std::find_if(all.begin() + static_cast<std::ptrdiff_t>(of_the_run), all.end(), same);
      if (entry == all.end()) entry = all.insert(all.end(), {warning, {}});
      entry->rows.push_back(full_name(row));
    }
  }
  return all;
}

std::vector<std::pair<std::string, std::vector<std::string>>> absent_rows(const Comparison& comparison) {
  std::vector<std::pair<std::string, std::vector<std::string>>> all;
  for (const Row& row : comparison.rows) {
    if (row.absent_reason.empty()) continue;
    auto entry =
        std::find_if(all.begin(), all.end(), [&](const auto& item) { return item.first == row.absent_reason; });
    if (entry == all.end()) entry = all.insert(all.end(), {row.absent_reason, {}});
    entry->second.push_back(full_name(row));
  }
  return all;
}

std::string few_of(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

std::string place_of(const Comparison& comparison, const compare::VoidArm& void_arm) {
  const auto& configurations = comparison.header.configurations;
  std::string name = fmt::format("configuration {}", void_arm.configuration);
  if (void_arm.configuration >= 0 && static_cast<std::size_t>(void_arm.configuration) < configurations.size()) {
    const auto& configuration = configurations[static_cast<std::size_t>(void_arm.configuration)];
    Row row;
    row.scenario = configuration.scenario;
    row.parameters = configuration.parameters;
    name = table::row_name(row);
  }
  return fmt::format("{}, round {} of {}", core::arm_name(void_arm.arm), void_arm.round + 1, name);
}

std::vector<std::string> deciding_sentences(const Comparison& comparison) {
  std::vector<std::string> all;
  for (const Row& row : comparison.rows) {
    const bool told = comparison.headline.find(row.sentence) != std::string::npos;
    if (decides(row) && !told) all.push_back(full_name(row) + ": " + row.sentence);
  }
  return all;
}

std::size_t tested_rows(const Comparison& comparison) {
  return static_cast<std::size_t>(
      std::count_if(comparison.rows.begin(), comparison.rows.end(), [](const Row& row) { return row.p.present(); }));
}

std::vector<std::pair<std::string, std::string>> facts(const Comparison& comparison) {
  std::vector<std::pair<std::string, std::string>> all{{"rounds", rounds_fact(comparison)}};
  if (!comparison.single) {
    all.emplace_back("alpha", fmt::format("{:g} %", 100 * comparison.policy.alpha));
    all.emplace_back("margin", fmt::format("{:g} %", comparison.policy.margin_percent));
    all.emplace_back("detectable effect", detectable_fact(comparison));
    all.emplace_back("control", control_fact(comparison));
    if (tested_rows(comparison) > 1) all.emplace_back("expected false positives", false_positives_fact(comparison));
  }
  all.emplace_back("seed", fmt::format("{}", comparison.header.seed));
  all.emplace_back("folder", comparison.folder.empty() ? "-" : comparison.folder);
  return all;
}

}  // namespace hotlap::report
