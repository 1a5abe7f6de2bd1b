// A record judged: survey each configuration, measure each row, judge all rows together, say it in words.
#include "analysis/compare/compare.h"

#include <algorithm>

#include "analysis/compare/configuration.h"
#include "analysis/compare/control.h"
#include "analysis/compare/draft.h"
#include "analysis/compare/headline.h"
#include "analysis/compare/judge.h"
#include "analysis/compare/sentence.h"
#include "analysis/compare/warnings.h"

namespace hotlap::compare {
namespace {

bool contains(const std::vector<std::string>& ids, const std::string& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// What decides is shown, asked for or not.
bool is_shown(const core::Metric& metric, const Policy& policy) {
  return policy.metrics.empty() || contains(policy.metrics, metric.id) || contains(policy.decide, metric.id);
}

/// Benchmarks of one program count different things. Before the first round there is nothing to tell by.
bool is_carried(const core::Metric& metric, const Course& course) {
  const auto carries = [&](const Block& samples) {
    return std::any_of(samples.begin(), samples.end(),
                       [&](const auto& one) { return find_value(*one.second, metric.id) != nullptr; });
  };
  return course.rounds.empty() || std::any_of(course.rounds.begin(), course.rounds.end(), [&](const Round& round) {
           return carries(round.whole) || std::any_of(round.blocks.begin(), round.blocks.end(),
                                                      [&](const auto& block) { return carries(block.second); });
         });
}

/// As many of them as can decide, at most: throughput may turn out not to.
std::size_t deciding_metrics(const record::RunHeader& header, const Policy& policy) {
  return static_cast<std::size_t>(
      std::count_if(header.metrics.begin(), header.metrics.end(), [&](const core::Metric& metric) {
        return policy.decide.empty() ? metric.role == core::Role::decides : contains(policy.decide, metric.id);
      }));
}

std::vector<Draft> drafts_of(const Course& course, const record::RunHeader& header, const Policy& policy) {
  std::vector<Draft> drafts;
  for (const core::Metric& metric : header.metrics) {
    if (!is_shown(metric, policy)) continue;
    if (metric.role == core::Role::informs && !is_carried(metric, course)) continue;
    Draft draft = measure(course, metric, header, policy);
    check_saturation(draft, course, policy);
    check_series(draft, policy);
    drafts.push_back(std::move(draft));
  }
  std::stable_partition(drafts.begin(), drafts.end(),
                        [](const Draft& draft) { return draft.row.role == core::Role::decides; });
  return drafts;
}

void append(std::vector<core::Warning>& all, const std::vector<core::Warning>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// Whether the run did not come to its end: stopped, killed, out of disk. Only a record whose last word is that it
/// finished is whole.
bool was_interrupted(const record::Record& record) {
  bool finished = false;
  for (const record::Event& event : record.events) {
    using record::EventKind;
    if (event.kind == EventKind::finished) finished = true;
    if (event.kind == EventKind::interrupted || event.kind == EventKind::resumed) finished = false;
  }
  return !finished || record.truncated;
}

double machine_seconds(const std::vector<core::Sample>& samples) {
  if (samples.empty()) return 0;
  core::Nanoseconds first = samples.front().at;
  core::Nanoseconds last = first;
  for (const core::Sample& sample : samples) {
    // A round's sample is taken after its laps and says how long they took together.
    const bool round = sample.kind == core::SampleKind::round;
    first = std::min(first, sample.at);
    last = std::max(last, round ? sample.at : sample.at + sample.elapsed);
  }
  return std::chrono::duration<double>(last - first).count();
}

void collect_void_arms(const record::Record& record, Comparison& comparison) {
  for (const record::Event& event : record.events) {
    if (event.kind != record::EventKind::void_arm) continue;
    comparison.void_arms.push_back({event.arm, event.configuration, event.round, event.what, event.seen});
  }
}

void set_verdicts(Comparison& comparison, std::vector<Draft>& drafts) {
  if (comparison.single) {
    for (Draft& draft : drafts) draft.row.verdict = draft.void_arm ? Verdict::invalid : Verdict::insufficient;
  } else {
    judge_all(drafts, comparison.policy);
    if (const auto veto = control_veto(drafts)) {
      comparison.trusted = false;
      comparison.warnings.insert(comparison.warnings.begin(), *veto);
      take_back(drafts);
    }
    comparison.verdict = overall(drafts);
  }
  if (!comparison.void_arms.empty()) comparison.verdict = Verdict::invalid;
  for (Draft& draft : drafts) draft.row.sentence = sentence(draft, comparison.policy);
  comparison.headline = headline(comparison, drafts);
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::regression:
      return "regression";
    case Verdict::improvement:
      return "improvement";
    case Verdict::equivalent:
      return "equivalent";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::insufficient:
      return "insufficient";
    case Verdict::invalid:
      return "invalid";
  }
  return "?";
}

Comparison compare(const record::Record& record, const Policy& policy) {
  Comparison comparison;
  comparison.policy = policy;
  comparison.header = record.header;
  comparison.folder = record.folder.string();
  comparison.single = record.header.single;
  comparison.interrupted = was_interrupted(record);
  comparison.seconds = machine_seconds(record.samples);
  collect_void_arms(record, comparison);

  std::vector<Course> courses;
  std::vector<Draft> drafts;
  for (const Part& part : parts_of(record)) {
    courses.push_back(survey(part));
    comparison.configurations.push_back(configuration_of(courses.back(), record.header));
    for (Draft& draft : drafts_of(courses.back(), record.header, policy)) drafts.push_back(std::move(draft));
  }
  append(comparison.warnings, check_record(record, policy));
  append(comparison.warnings, check_run(courses));
  append(comparison.warnings, record.header.warnings);
  set_verdicts(comparison, drafts);

  double tested = 0;
  for (Draft& draft : drafts) {
    tested += draft.row.p.present();
    comparison.rows.push_back(std::move(draft.row));
  }
  comparison.expected_false_positives = {tested * 0.05, tested * 0.01, tested * 0.001};
  return comparison;
}

bool is_decided(const record::Record& record, int configuration, const Policy& policy) {
  std::vector<Draft> drafts = drafts_of(survey(part_of(record, configuration)), record.header, policy);
  const auto decides = [](const Draft& draft) { return draft.row.role == core::Role::decides; };
  std::erase_if(drafts, [&](const Draft& draft) { return !decides(draft); });
  const std::size_t family = record.header.configurations.size() * deciding_metrics(record.header, policy);
  return !drafts.empty() && std::all_of(drafts.begin(), drafts.end(),
                                        [&](Draft& draft) { return has_final_verdict(draft, policy, family); });
}

}  // namespace hotlap::compare
