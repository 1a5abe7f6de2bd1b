// Judges a posted table: its stars, its accuracies, what chance alone would star, what it could have seen.
#include "analysis/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/audit/degrees.h"
#include "analysis/stats/stats.h"

namespace hotlap::audit {
namespace {

constexpr double kPower = 0.8;
/// Percentage points by which --analyze's improvement may stand beside its test: rates of three significant digits.
constexpr double kQuantised = 0.1;

std::string stars_text(int stars) {
  return stars == 0 ? "no star" : stars == 1 ? "one star" : stars == 2 ? "two stars" : "three stars";
}

/// How many stars the figures allow.
struct Allowed {
  int least = 0;
  int most = 0;
};

Allowed allowed_by_accuracies(const PostedRow& row, double slack) {
  const Figure& improvement = *row.improvement_percent;
  const double size = std::fabs(improvement.value);
  const double high = size + improvement.half + slack;
  const double low = size - improvement.half - slack;
  Allowed allowed;
  for (const Figure& accuracy : *row.accuracy_percent) {
    allowed.least += low > accuracy.high();
    allowed.most += high > accuracy.low();
  }
  return allowed;
}

Allowed allowed_by_p(const Figure& p) {
  Allowed allowed;
  for (const double level : kLevels) {
    allowed.least += p.high() < level;
    allowed.most += p.low() < level;
  }
  return allowed;
}

std::string reason_for_stars(const PostedRow& row) {
  if (row.p) return fmt::format("p is {:g}", row.p->value);
  const auto& accuracies = *row.accuracy_percent;
  return fmt::format("an improvement of {:+.2f} % and accuracies of {:.2f}, {:.2f} and {:.2f} %",
                     row.improvement_percent->value, accuracies[0].value, accuracies[1].value, accuracies[2].value);
}

void check_stars(const PostedRow& row, Layout layout, RowAudit& result) {
  if (!row.tested()) {
    if (row.stars > 0) result.findings.push_back(stars_text(row.stars) + " without the figures of a test");
    return;
  }
  const Allowed allowed =
      row.p ? allowed_by_p(*row.p) : allowed_by_accuracies(row, layout == Layout::analyze ? kQuantised : 0);
  result.rounding_decides = allowed.least != allowed.most;
  if (row.stars >= allowed.least && row.stars <= allowed.most) return;
  const std::string right = allowed.least == allowed.most
                                ? stars_text(allowed.least)
                                : stars_text(allowed.least) + " to " + stars_text(allowed.most);
  result.findings.push_back(fmt::format("{} where {} make {}", stars_text(row.stars), reason_for_stars(row), right));
}

void check_p(const PostedRow& row, RowAudit& result) {
  if (row.p && row.p->low() > 1) result.findings.push_back(fmt::format("p is {:g}, above 1", row.p->value));
}

/// What Welch's test can have of so many runs.
Degrees possible(std::size_t runs) {
  const auto n = static_cast<double>(runs);
  return {n - 1, 2 * n - 2};
}

void check_degrees(const PostedRow& row, std::optional<std::size_t> runs, RowAudit& result) {
  if (!row.accuracy_percent) return;
  DegreesFound found = degrees_of(*row.accuracy_percent);
  if (!found.degrees) {
    const auto& accuracies = *row.accuracy_percent;
    result.findings.push_back(fmt::format("accuracies of {:.2f}, {:.2f} and {:.2f} % are of no one interval: {}",
                                          accuracies[0].value, accuracies[1].value, accuracies[2].value,
                                          found.contradiction));
    return;
  }
  result.degrees = found.degrees;
  if (!runs) return;
  const Degrees fits = possible(*runs);
  if (found.degrees->low <= fits.high && found.degrees->high >= fits.low) return;
  result.findings.push_back(
      fmt::format("the accuracies tell {:.1f} to {:.1f} degrees of freedom; {} runs of each build "
                  "have {:.0f} to {:.0f}",
                  found.degrees->low, found.degrees->high, *runs, fits.low, fits.high));
}

/// One number for what is known as a range; the result hardly depends on it.
double likely_degrees(const RowAudit& row, std::optional<std::size_t> runs) {
  Degrees degrees = row.degrees.value_or(Degrees{1, 1});
  if (runs && *runs >= 2) {
    const Degrees fits = possible(*runs);
    degrees = row.degrees ? Degrees{std::max(degrees.low, fits.low), std::min(degrees.high, fits.high)} : fits;
    if (degrees.low > degrees.high) degrees = fits;
  }
  return std::isfinite(degrees.high) ? std::sqrt(degrees.low * degrees.high) : degrees.low;
}

core::Value detectable(const PostedRow& row, const RowAudit& judged, std::optional<std::size_t> runs) {
  if (!row.tested()) return core::Value::absent("the row has no test");
  double half_width = 0;
  double degrees = 0;
  if (row.accuracy_percent) {
    if (!judged.degrees) return core::Value::absent("the accuracies contradict each other");
    degrees = likely_degrees(judged, runs);
    half_width = (*row.accuracy_percent)[0].value;
  } else {
    if (!runs) return core::Value::absent("a table without accuracies: the number of runs is needed");
    if (!(row.p->value > 0) || !(row.p->value < 1)) return core::Value::absent("p tells no standard error");
    degrees = likely_degrees(judged, runs);
    const double t = stats::t_quantile(1 - row.p->value / 2, degrees);
    half_width = std::fabs(row.improvement_percent->value) / t * stats::t_quantile(1 - kLevels[0] / 2, degrees);
  }
  if (half_width == 0) return 0.0;
  return half_width * stats::detectable_noncentrality(degrees, kLevels[0], kPower) /
         stats::t_quantile(1 - kLevels[0] / 2, degrees);
}

void count_stars(TableAudit& result) {
  for (const PostedRow& row : result.table.rows) {
    result.tested += row.tested();
    for (int i = 0; i < row.stars; ++i) ++result.starred[static_cast<std::size_t>(i)];
  }
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    result.expected_false_stars[i] = static_cast<double>(result.tested) * kLevels[i];
  }
}

/// The runs that every row allows. A row whose accuracies print as zero allows all.
void combine_degrees(TableAudit& result) {
  double least_high = std::numeric_limits<double>::infinity();
  double most_low = 0;
  for (const RowAudit& row : result.rows) {
    if (!row.degrees) continue;
    if (!result.degrees) result.degrees = row.degrees;
    result.degrees->low = std::min(result.degrees->low, row.degrees->low);
    result.degrees->high = std::max(result.degrees->high, row.degrees->high);
    most_low = std::max(most_low, row.degrees->low);
    least_high = std::min(least_high, row.degrees->high);
  }
  if (!result.degrees || !std::isfinite(least_high)) return;
  const auto least = static_cast<std::size_t>(std::max(2.0, std::ceil(most_low / 2 + 1)));
  const auto most = static_cast<std::size_t>(std::floor(least_high + 1));
  if (least <= most) result.runs = {least, most};
}

void summarise_effects(TableAudit& result) {
  std::vector<double> sizes;
  std::string reason = "no row has a test";
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const core::Value& size = result.rows[i].detectable_percent;
    if (!size.present()) {
      if (result.table.rows[i].tested()) reason = size.reason();
      continue;
    }
    if (sizes.empty() || *size > *result.worst_detectable_percent) {
      result.worst_row = i;
      result.worst_detectable_percent = size;
    }
    sizes.push_back(*size);
  }
  result.median_detectable_percent = sizes.empty() ? core::Value::absent(reason) : stats::median(sizes);
  if (sizes.empty()) result.worst_detectable_percent = core::Value::absent(reason);
}

}  // namespace

bool TableAudit::consistent() const {
  return std::all_of(rows.begin(), rows.end(), [](const RowAudit& row) { return row.findings.empty(); });
}

TableAudit audit(PostedTable table, std::optional<std::size_t> runs) {
  TableAudit result;
  result.table = std::move(table);
  for (const PostedRow& row : result.table.rows) {
    RowAudit& judged = result.rows.emplace_back();
    check_stars(row, result.table.layout, judged);
    check_p(row, judged);
    check_degrees(row, runs, judged);
    judged.detectable_percent = detectable(row, judged, runs);
  }
  count_stars(result);
  combine_degrees(result);
  summarise_effects(result);
  return result;
}

}  // namespace hotlap::audit
