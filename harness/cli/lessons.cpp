// Lessons of an earlier run, in words and as laps.
#include "harness/cli/lessons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/compare/rounds.h"
#include "analysis/report/escape.h"
#include "harness/core/error.h"

namespace hotlap::cli {
namespace {

std::string percent_text(const core::Value& variance) {
  return variance.present() ? fmt::format("{:.2f} %", 100 * std::sqrt(*variance)) : "?";
}

std::string line_of(const compare::Lesson& lesson, int laps, double seconds, double alpha) {
  std::string text = report::plain(compare::name(lesson.configuration)) + ": ";
  if (!lesson.components.within.present()) return text + lesson.components.within.reason() + '\n';
  text += fmt::format("{} differs by {} from lap to lap and by {} from round to round", lesson.metric,
                      percent_text(lesson.components.within), percent_text(lesson.components.between));
  if (lesson.block_seconds.present()) {
    text += fmt::format("; a lap of every arm takes {:.1f} ms, a round {:.2f} s besides", 1000 * *lesson.block_seconds,
                        *lesson.round_seconds);
  }
  text += lesson.laps.present() ? fmt::format("; {:.0f} laps a round would pay", std::ceil(*lesson.laps))
                                : "; " + lesson.laps.reason();
  const core::Value effect = lesson.detectable_in(seconds, laps, alpha);
  text += effect.present() ? fmt::format("; {:.4g} s with {} laps a round would show {:.2f} %", seconds, laps, *effect)
                           : "; " + effect.reason();
  return text + '\n';
}

}  // namespace

std::vector<compare::Lesson> lessons_for(const std::string& folder, const scenario::Plan& plan) {
  std::vector<compare::Lesson> all = compare::lessons(record::read(folder), {});
  std::erase_if(all, [&](const compare::Lesson& lesson) {
    return std::none_of(plan.configurations.begin(), plan.configurations.end(), [&](const auto& configuration) {
      return lesson.configuration.scenario == configuration.scenario.name &&
             lesson.configuration.parameters == configuration.parameters;
    });
  });
  if (all.empty()) {
    throw core::UserError({"the run teaches nothing about what is planned", folder,
                           "name a run of `hotlap compare` with laps, of the same scenarios"});
  }
  return all;
}

bool teach_enough(const std::vector<compare::Lesson>& lessons) {
  constexpr std::size_t kFewestRounds = 6;
  constexpr double kFewestBlocks = 6;
  return std::all_of(lessons.begin(), lessons.end(), [](const compare::Lesson& lesson) {
    return lesson.rounds >= kFewestRounds && lesson.blocks >= kFewestBlocks && lesson.components.within.present();
  });
}

std::optional<int> laps_that_pay(const std::vector<compare::Lesson>& lessons, std::size_t arms) {
  std::vector<double> laps;
  for (const compare::Lesson& lesson : lessons) {
    if (lesson.laps.present()) laps.push_back(*lesson.laps);
  }
  if (laps.empty()) return std::nullopt;
  // All orders of the arms once: 6 of three arms, 2 of two.
  const int orders = arms >= 3 ? 6 : 2;
  const double wanted = std::min<double>(kMostLaps, *stats::median(laps));
  return std::max(orders, static_cast<int>(std::ceil(wanted / orders)) * orders);
}

std::string lessons_text(const std::vector<compare::Lesson>& lessons, int laps, double seconds, double alpha) {
  std::string text;
  for (const compare::Lesson& lesson : lessons) text += "learned: " + line_of(lesson, laps, seconds, alpha);
  return text;
}

}  // namespace hotlap::cli
