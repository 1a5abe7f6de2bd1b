// What the rows of one configuration share: rounds, figures, order, void arms, how busy server and client were.
#include "analysis/compare/draft.h"
#include "analysis/compare/figures.h"
#include "analysis/compare/looks.h"
#include "analysis/compare/order.h"

namespace hotlap::compare {
namespace {

core::Value mean_seconds(const std::vector<Round>& rounds) {
  std::vector<double> seconds;
  for (const Round& round : rounds) {
    if (!round.seconds.present()) return round.seconds;
    seconds.push_back(*round.seconds);
  }
  return stats::mean(seconds);
}

core::Value median_share(const std::vector<Round>& rounds, std::string_view metric) {
  std::vector<double> shares;
  core::Value missing = core::Value::absent("not measured");
  for (const Round& round : rounds) {
    for (const auto& [arm, sample] : round.whole) {
      const core::Value* share = find_value(*sample, metric);
      if (share == nullptr) continue;
      if (share->present()) {
        shares.push_back(**share);
      } else {
        missing = *share;
      }
    }
  }
  return shares.empty() ? missing : stats::median(shares);
}

std::optional<VoidArm> first_void_arm(const Part& part) {
  for (const record::Event* event : part.events) {
    if (event->kind != record::EventKind::void_arm) continue;
    return VoidArm{event->arm, event->configuration, event->round, event->what, event->seen};
  }
  return std::nullopt;
}

}  // namespace

Course survey(const Part& part) {
  const record::RunHeader& header = *part.header;
  Course course;
  course.configuration = static_cast<std::size_t>(part.configuration);
  course.info = header.configurations[static_cast<std::size_t>(part.configuration)];
  course.name = name(course.info);
  course.rounds = complete_rounds(part);
  course.figures = figures(course.rounds, header);
  course.looks = looks_of(part);
  course.order_imbalance = order_imbalance(course.rounds, arms_of(header));
  course.void_arm = first_void_arm(part);
  course.round_seconds = mean_seconds(course.rounds);
  course.server_busy = median_share(course.rounds, "server_busy");
  course.client_busy = median_share(course.rounds, "client_busy");
  return course;
}

}  // namespace hotlap::compare
