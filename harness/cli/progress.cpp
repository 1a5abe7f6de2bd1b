// Drawing the progress line.
#include "harness/cli/progress.h"

#include <fmt/format.h>

#include "analysis/compare/rounds.h"
#include "analysis/report/escape.h"
#include "analysis/table/table.h"
#include "harness/core/clock.h"

namespace hotlap::cli {
namespace {

constexpr core::Nanoseconds kRedraw = std::chrono::milliseconds(100);
constexpr const char* kClearLine = "\r\x1b[K";

}  // namespace

ProgressLine::ProgressLine(std::ostream& err, bool terminal, const scenario::Plan& plan, compare::Policy policy)
    : err_(err), terminal_(terminal), plan_(plan), policy_(std::move(policy)) {}

ProgressLine::~ProgressLine() {
  if (terminal_) err_ << kClearLine << std::flush;
}

std::string ProgressLine::text(const runner::Progress& progress) const {
  const auto& scenario = plan_.configurations[static_cast<std::size_t>(progress.configuration)].scenario;
  std::string line = report::plain(compare::name({scenario.name, scenario.parameters}));
  line += fmt::format("  round {}", progress.round + 1);
  if (progress.planned_rounds > 0) line += fmt::format("/{}", progress.planned_rounds);
  line += fmt::format("  {}", core::arm_name(progress.arm));
  line += progress.warming_up ? std::string(" warming up") : fmt::format(" lap {}/{}", progress.lap, progress.laps);
  if (progress.left.count() > 0)
    line += fmt::format("  {:.0f} s left", 1e-9 * static_cast<double>(progress.left.count()));
  const auto so_far = so_far_.find(progress.configuration);
  return so_far == so_far_.end() ? line : line + so_far->second;
}

void ProgressLine::progress(const runner::Progress& progress) {
  if (!terminal_) return;
  const core::Nanoseconds now = core::monotonic_now();
  if (now - last_drawn_ < kRedraw) return;
  last_drawn_ = now;
  err_ << kClearLine << text(progress) << std::flush;
}

void ProgressLine::round_done(const record::Record& record, int configuration) {
  if (!terminal_) return;
  const auto comparison = compare::compare(record, policy_);
  const auto& wanted = record.header.configurations[static_cast<std::size_t>(configuration)];
  for (const auto& row : comparison.rows) {
    const bool mine = row.scenario == wanted.scenario && row.parameters == wanted.parameters;
    if (!mine || row.role != core::Role::decides || !row.change_percent.present()) continue;
    so_far_[configuration] = fmt::format("  {} {} ({})", row.metric.id, table::format_percent(row.change_percent),
                                         table::format_interval(row.interval_percent));
    return;
  }
}

}  // namespace hotlap::cli
