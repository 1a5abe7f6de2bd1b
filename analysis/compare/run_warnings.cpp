// Warnings of the whole run: busy client, disturbed laps, unfinished warm-ups, differing responses.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/compare/warnings.h"

namespace hotlap::compare {
namespace {

/// A mark of laps that becomes a warning with its share.
struct Disturbance {
  std::string_view mark;
  std::string_view text;
  std::string_view advice;
};

constexpr std::array kDisturbances{
    Disturbance{"foreign_cpu", "the arms that waited used CPU time", "see whether the servers work while idle"},
    Disturbance{"not_idle", "the server still ran when its CPU clock was read, which blurs cpu",
                "see what it does after its last answer"},
    Disturbance{"steal", "the hypervisor took CPU time away", "use a quieter machine, or measure longer"},
};

core::Warning share_warning(std::string code, const std::string& text, std::string_view advice, std::size_t count,
                            std::size_t of) {
  const double share = static_cast<double>(count) / static_cast<double>(of);
  return {std::move(code),
          text,
          std::string(advice),
          {{"count", static_cast<double>(count)}, {"of", static_cast<double>(of)}, {"share", share}}};
}

void check_disturbances(const std::vector<Course>& courses, std::vector<core::Warning>& warnings) {
  std::size_t laps = 0;
  std::array<std::size_t, kDisturbances.size()> marked{};
  for (const Course& course : courses) {
    for (const Round& round : course.rounds) {
      for (const auto& [number, block] : round.blocks) {
        for (const auto& [arm, lap] : block) {
          ++laps;
          for (std::size_t i = 0; i < kDisturbances.size(); ++i) {
            marked[i] += std::count(lap->marks.begin(), lap->marks.end(), kDisturbances[i].mark) > 0;
          }
        }
      }
    }
  }
  for (std::size_t i = 0; i < kDisturbances.size(); ++i) {
    if (marked[i] == 0) continue;
    const double percent = 100 * static_cast<double>(marked[i]) / static_cast<double>(laps);
    const std::string text =
        fmt::format("{} in {} of {} laps ({:.1f} %)", kDisturbances[i].text, marked[i], laps, percent);
    warnings.push_back(
        share_warning(std::string(kDisturbances[i].mark), text, kDisturbances[i].advice, marked[i], laps));
  }
}

void check_warmups(const std::vector<Course>& courses, std::vector<core::Warning>& warnings) {
  std::size_t unfinished = 0;
  std::size_t all = 0;
  for (const Course& course : courses) {
    for (const Round& round : course.rounds) {
      for (const auto& [arm, finished] : round.warm) {
        ++all;
        unfinished += !finished;
      }
    }
  }
  if (unfinished == 0) return;
  warnings.push_back(share_warning(
      "warmup_not_finished",
      fmt::format("{} of {} warm-ups reached the cap before the CPU per request was steady", unfinished, all),
      "part of the warm-up is in the figures", unfinished, all));
}

void check_clients(const std::vector<Course>& courses, std::vector<core::Warning>& warnings) {
  std::string names;
  std::size_t count = 0;
  double busiest = 0;
  for (const Course& course : courses) {
    if (!course.client_busy.present() || *course.client_busy <= kSaturated) continue;
    names += (count++ == 0 ? "" : ", ") + course.name;
    busiest = std::max(busiest, *course.client_busy);
  }
  if (count == 0) return;
  warnings.push_back(
      {"client_saturated",
       fmt::format("the client's core was {:.0f} % busy in {}: rates and latencies are its own", 100 * busiest, names),
       "compare cpu, or use a client that needs less",
       {{"busy_share", busiest}, {"configurations", static_cast<double>(count)}}});
}

void check_names(const record::RunHeader& header, const std::vector<std::string>& ids, std::string_view what,
                 std::vector<core::Warning>& warnings) {
  for (const std::string& id : ids) {
    const bool known = std::any_of(header.metrics.begin(), header.metrics.end(),
                                   [&](const core::Metric& metric) { return metric.id == id; });
    if (known) continue;
    warnings.push_back({"metric_not_recorded",
                        fmt::format("the record has no metric '{}', which is to {}", id, what),
                        "see `hotlap list` for the metrics, and measure again with --metrics",
                        {}});
  }
}

}  // namespace

std::vector<core::Warning> check_run(const std::vector<Course>& courses) {
  std::vector<core::Warning> warnings;
  check_clients(courses, warnings);
  check_disturbances(courses, warnings);
  check_warmups(courses, warnings);
  return warnings;
}

std::vector<core::Warning> check_record(const record::Record& record, const Policy& policy) {
  std::vector<core::Warning> warnings;
  std::set<std::string> told;
  for (const record::Event& event : record.events) {
    if (event.kind != record::EventKind::difference) continue;
    const auto index = static_cast<std::size_t>(event.configuration);
    const auto& all = record.header.configurations;
    const std::string where = index < all.size() ? name(all[index]) + ": " : std::string();
    if (!told.insert(where + event.what).second) continue;
    warnings.push_back({"responses_differ",
                        where + event.what,
                        "the diff is in the record; what differs may be the change, or a fault",
                        {}});
  }
  const auto killed = std::count_if(record.events.begin(), record.events.end(),
                                    [](const auto& event) { return event.kind == record::EventKind::killed; });
  if (killed > 0) {
    warnings.push_back({"server_killed",
                        fmt::format("a server ignored SIGTERM and was killed, {} times", killed),
                        "its own count of requests could not be checked; let it end on SIGTERM",
                        {{"count", static_cast<double>(killed)}}});
  }
  for (const record::Event& event : record.events) {
    if (event.kind != record::EventKind::resumed || event.what.empty()) continue;
    warnings.push_back({"unequal_environments",
                        "the run went on in other surroundings: " + event.what,
                        "every round has both builds in the same surroundings, but the rounds are not alike: measure "
                        "again where a verdict is close",
                        {}});
  }
  if (record.truncated) {
    warnings.push_back({"record_truncated",
                        "the last line of the record was cut off and is left out",
                        "the run was killed while writing; `hotlap compare --resume` continues it",
                        {}});
  }
  check_names(record.header, policy.decide, "decide", warnings);
  check_names(record.header, policy.metrics, "be shown", warnings);
  return warnings;
}

}  // namespace hotlap::compare
