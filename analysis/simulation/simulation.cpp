// Records in memory, round by round, with the runner's looks.
#include "analysis/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "harness/scenario/plan.h"

namespace hotlap::simulation {
namespace {

/// As runner::fewest_rounds for one deciding row, in whole groups of three arms.
constexpr int kFewest = 6;
constexpr const char* kMetric = "cost";
constexpr double kCost = 1000;

using record::Event;
using record::EventKind;

record::RunHeader header_of(const Experiment& experiment) {
  record::RunHeader header;
  header.rounds = experiment.early ? 0 : experiment.planned;
  header.configurations.push_back({"simulated", {}});
  const auto pooling = experiment.noise->laps > 1 ? core::Pooling::per_request : core::Pooling::per_round;
  header.metrics.push_back({kMetric, "unit", core::Better::lower, pooling, core::Role::decides, false, "simulated"});
  return header;
}

scenario::Plan plan_of(const Experiment& experiment, std::uint64_t seed) {
  scenario::Plan plan;
  plan.settings.protocol = experiment.noise->laps > 1 ? scenario::Protocol::laps : scenario::Protocol::rounds;
  plan.settings.laps = experiment.noise->laps;
  plan.settings.seed = seed;
  plan.configurations.resize(1);
  return plan;
}

core::Sample sample_of(core::SampleKind kind, int round, core::Arm arm, int block, int place) {
  core::Sample sample;
  sample.kind = kind;
  sample.round = round;
  sample.arm = arm;
  sample.block = block;
  sample.position = place;
  sample.elapsed = std::chrono::milliseconds(10);
  sample.answered = 1000;
  return sample;
}

void add_round(record::Record& record, const Experiment& experiment, const scenario::RoundPlan& plan,
               core::Random& random) {
  const bool several = experiment.noise->laps > 1;
  std::map<core::Arm, std::vector<double>> costs;
  const int arms = static_cast<int>(plan.launch_order.size());
  for (int place = 0; place < arms; ++place) {
    const core::Arm arm = plan.launch_order[static_cast<std::size_t>(place)];
    costs[arm] = experiment.noise->draw(random, {plan.round, place, arms});
    for (double& cost : costs[arm])
      cost = kCost * std::exp(cost + (arm == core::Arm::new_build ? experiment.effect : 0));
    core::Sample sample = sample_of(core::SampleKind::round, plan.round, arm, 0, place);
    if (!several) sample.values.emplace_back(kMetric, costs[arm].front());
    record.samples.push_back(std::move(sample));
  }
  for (std::size_t block = 0; block < plan.blocks.size(); ++block) {
    for (std::size_t place = 0; place < plan.blocks[block].size(); ++place) {
      const core::Arm arm = plan.blocks[block][place];
      core::Sample lap =
          sample_of(core::SampleKind::lap, plan.round, arm, static_cast<int>(block), static_cast<int>(place));
      lap.values.emplace_back(kMetric, costs[arm][block]);
      record.samples.push_back(std::move(lap));
    }
  }
  Event done{.kind = EventKind::round_done, .round = plan.round};
  done.durations = {{"round", 1e9}};
  record.events.push_back(std::move(done));
}

record::Record measure(const Experiment& experiment, core::Random& random) {
  record::Record record;
  record.header = header_of(experiment);
  const scenario::Plan plan = plan_of(experiment, random.next());
  const int arms = static_cast<int>(plan.arms().size());
  if (experiment.early) {
    record.events.push_back(Event{.kind = EventKind::planned, .number = static_cast<double>(experiment.planned)});
  }
  int looked = 0;
  for (int done = 1; done <= experiment.planned; ++done) {
    add_round(record, experiment, scenario::plan_round(plan, 0, done - 1), random);
    if (!experiment.early || !scenario::is_look(done, looked, experiment.planned, arms, kFewest)) continue;
    looked = done;
    const bool enough = compare::is_decided(record, 0, experiment.policy);
    Event look{.kind = EventKind::look, .round = done};
    look.what = enough ? record::kEnough : record::kGoOn;
    record.events.push_back(std::move(look));
    if (enough) break;
  }
  record.events.push_back(Event{.kind = EventKind::finished});
  return record;
}

void count(Counts& counts, const Experiment& experiment, const compare::Comparison& comparison) {
  const compare::Row& row = comparison.rows.front();
  const double margin = std::log1p(experiment.policy.margin_percent / 100);
  const double truth = 100 * std::expm1(experiment.effect);
  ++counts.comparisons;
  counts.rounds += row.rounds;
  counts.untrusted += !comparison.trusted;
  std::set<std::string> codes;
  for (const auto* warnings : {&comparison.warnings, &row.warnings}) {
    for (const core::Warning& warning : *warnings) codes.insert(warning.code);
  }
  for (const std::string& code : codes) ++counts.warned[code];
  if (row.interval_percent.low.present()) {
    const double low = *row.interval_percent.low;
    const double high = *row.interval_percent.high;
    counts.covered += low <= truth && truth <= high;
    const bool beyond = low > 100 * std::expm1(margin) || high < 100 * std::expm1(-margin);
    counts.changed += *row.p_adjusted <= experiment.policy.alpha && beyond;
  } else {
    ++counts.covered;  // no interval excludes nothing
  }
  using compare::Verdict;
  counts.equivalent += row.verdict == Verdict::equivalent;
  const bool up = row.verdict == Verdict::regression;
  const bool down = row.verdict == Verdict::improvement;
  const bool same = row.verdict == Verdict::equivalent;
  counts.false_verdicts += (up && experiment.effect <= margin) || (down && experiment.effect >= -margin) ||
                           (same && std::fabs(experiment.effect) >= margin);
}

}  // namespace

Counts simulate(const Experiment& experiment, std::size_t comparisons, std::string_view purpose) {
  Counts counts;
  for (std::size_t i = 0; i < comparisons; ++i) {
    core::Random random = core::Random::for_purpose(1, purpose, i);
    count(counts, experiment, compare::compare(measure(experiment, random), experiment.policy));
  }
  return counts;
}

}  // namespace hotlap::simulation
