// simulate errors|saving COMPARISONS [ROUNDS [NOISE]]: false verdicts, coverage and rounds of simulated comparisons.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>

#include "analysis/simulation/simulation.h"
#include "harness/core/error.h"

namespace {

using namespace hotlap;

int number(const std::string& text) {
  int result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc() || end != text.data() + text.size() || result < 1) {
    throw core::UserError({"'" + text + "' is no whole number above 0", "", ""});
  }
  return result;
}

std::string share(const simulation::Counts& counts, std::size_t count) {
  const stats::Interval interval = stats::binomial_interval(count, counts.comparisons, 0.95);
  return fmt::format("{:5.2f} % ({:.2f} to {:.2f})", 100 * counts.share(count), 100 * *interval.low,
                     100 * *interval.high);
}

double mean_rounds(const simulation::Counts& counts) {
  return static_cast<double>(counts.rounds) / static_cast<double>(counts.comparisons);
}

void print_errors(const simulation::Experiment& experiment, std::size_t comparisons) {
  const auto counts = simulation::simulate(experiment, comparisons, experiment.noise->id);
  fmt::print("{:15} {:3} rounds planned, {:4.1f} made, ", experiment.noise->id, experiment.planned,
             mean_rounds(counts));
  if (experiment.effect == 0) {
    fmt::print("no change, no margin: false verdicts {}, before the control's veto {}",
               share(counts, counts.false_verdicts), share(counts, counts.changed));
  } else {
    fmt::print("change of the margin, {:g} %: called equivalent {}, called larger {}", experiment.policy.margin_percent,
               share(counts, counts.equivalent), share(counts, counts.changed));
  }
  fmt::print("; interval covers {}; warned of:", share(counts, counts.covered));
  for (const auto& [code, count] : counts.warned) fmt::print(" {} in {:.1f} %", code, 100 * counts.share(count));
  fmt::print("\n");
  std::fflush(stdout);
}

/// Identical arms without a margin, where every verdict is false, and new at the margin's edge, where equivalence is,
/// and where a change beyond it is.
void errors(std::size_t comparisons, int rounds, const simulation::Noise& noise) {
  simulation::Experiment experiment;
  experiment.noise = &noise;
  experiment.planned = rounds;
  experiment.policy.margin_percent = 0;
  print_errors(experiment, comparisons);
  experiment.policy.margin_percent = compare::Policy{}.margin_percent;
  experiment.effect = std::log1p(experiment.policy.margin_percent / 100);
  print_errors(experiment, comparisons);
}

/// The smallest fixed number of rounds whose t test has this power.
int fixed_rounds(double effect, double power, int most) {
  const double deviation = simulation::kDeviation * std::sqrt(1.5);  // of new, and of old twice
  for (int n = 6; n < most; ++n) {
    if (*stats::detectable_effect(deviation, static_cast<std::size_t>(n), 0.05, power) <= effect) return n;
  }
  return most;
}

void saving(std::size_t comparisons, int rounds, const simulation::Noise& noise) {
  for (const double percent : {0.0, 1.0, 2.0, 5.0, 20.0}) {
    simulation::Experiment experiment;
    experiment.noise = &noise;
    experiment.planned = rounds;
    experiment.effect = std::log1p(percent / 100);
    experiment.policy.margin_percent = 0;
    const auto counts = simulation::simulate(experiment, comparisons, "saving");
    experiment.early = false;
    const auto fixed = simulation::simulate(experiment, comparisons, "saving");
    fmt::print("change of {:4g} %: found in {}, {:.1f} rounds on average; all {} rounds find it in {}", percent,
               share(counts, counts.changed), mean_rounds(counts), rounds, share(fixed, fixed.changed));
    const double power = std::min(counts.share(counts.changed), 0.9999);
    if (percent > 0)
      fmt::print("; a fixed number of equal power would be {}", fixed_rounds(experiment.effect, power, rounds));
    fmt::print("; interval covers {}\n", share(counts, counts.covered));
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char** words) {
  try {
    const std::vector<std::string> arguments(words + 1, words + count);
    const std::string what = arguments.empty() ? "" : arguments.front();
    if ((what != "errors" && what != "saving") || arguments.size() < 2) {
      throw core::UserError({"usage: simulate errors|saving COMPARISONS [ROUNDS [NOISE]]", "", ""});
    }
    const auto comparisons = static_cast<std::size_t>(number(arguments[1]));
    const int rounds = arguments.size() > 2 ? number(arguments[2]) : 60;
    const auto& noise = simulation::noise(arguments.size() > 3 ? arguments[3] : "normal");
    (what == "errors" ? errors : saving)(comparisons, rounds, noise);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "simulate: {}\n", error.what());
    return 2;
  }
}
