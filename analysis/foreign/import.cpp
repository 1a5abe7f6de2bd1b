// Files to a record: which format, which arm, which round, which place in it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "analysis/foreign/collector.h"
#include "analysis/foreign/foreign.h"

namespace hotlap::foreign {
namespace {

using core::Arm;
constexpr std::size_t kStart = 4096;  ///< bytes that a format is told by
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::ifstream open(const std::string& path) {
  std::error_code ignored;  // what cannot be looked at cannot be opened either
  if (std::filesystem::is_directory(path, ignored)) {
    throw core::UserError({"a folder, not a file with results", path, "name the file"});
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw core::UserError({std::strerror(errno), path, "name a file with results"});
  return file;
}

const Format& sniff(const std::string& path) {
  std::ifstream file = open(path);
  std::string start(kStart, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  if (start.starts_with(kByteOrderMark)) start.erase(0, kByteOrderMark.size());
  std::string known;
  for (const Format& item : formats()) {
    if (item.recognises(start)) return item;
    known += (known.empty() ? "" : ", ") + item.id;
  }
  throw core::UserError({start.empty() ? "the file is empty" : "results of no tool that is known", path + ":1",
                         "--from FORMAT says which it is: " + known});
}

/// Samples of a configuration in the order of their file, per arm.
using Series = std::array<std::vector<std::size_t>, 2>;

std::vector<Series> series_of(const Collection& collection) {
  std::vector<Series> all(collection.configurations.size());
  for (std::size_t i = 0; i < collection.samples.size(); ++i) {
    const core::Sample& sample = collection.samples[i];
    all[static_cast<std::size_t>(sample.configuration)][sample.arm == Arm::old_build ? 0 : 1].push_back(i);
  }
  return all;
}

bool is_void(const Collection& collection, int configuration) {
  return std::any_of(collection.void_arms.begin(), collection.void_arms.end(),
                     [&](const record::Event& event) { return event.configuration == configuration; });
}

core::Warning one_sided(const std::string& name, bool has_old) {
  return {"one_sided",
          fmt::format("{} is in {} only and is left out", name, has_old ? "old" : "new"),
          "measure it with both builds",
          {}};
}

core::Warning unequal(const std::string& name, std::size_t old_count, std::size_t new_count) {
  return {"unequal_samples",
          fmt::format("{}: {} samples of old, {} of new", name, old_count, new_count),
          "a run may have been cut short",
          {{"old", static_cast<double>(old_count)}, {"new", static_cast<double>(new_count)}}};
}

/// What both files say of where they were measured, and differently.
void check_surroundings(const std::vector<std::map<std::string, std::string>>& files,
                        std::vector<core::Warning>& warnings) {
  if (files.size() != 2) return;
  std::string differences;
  double count = 0;
  for (const auto& [name, value] : files[0]) {
    const auto other = files[1].find(name);
    if (other == files[1].end() || other->second == value) continue;
    differences += fmt::format("{}{} is {} in old and {} in new", count++ == 0 ? "" : ", ", name, value, other->second);
  }
  if (count == 0) return;
  warnings.push_back({"unequal_environments",
                      "the builds were not measured in the same place: " + differences,
                      "a difference may be the machine's: measure both on one machine, in turns",
                      {{"differences", count}}});
}

/// Whether a file with both builds took them in turns: both of a round stand before those of the next. All of old
/// before all of new (hyperfine) is no launch order of rounds.
bool in_turns(const Series& series) {
  const std::size_t rounds = std::min(series[0].size(), series[1].size());
  for (std::size_t round = 1; round < rounds; ++round) {
    const auto last = std::max(series[0][round - 1], series[1][round - 1]);
    if (last > std::min(series[0][round], series[1][round])) return false;
  }
  return true;
}

/// Puts the samples of one configuration into rounds. `ordered`: both builds are in one file that took them in turns.
void add_rounds(record::Record& record, Collection& collection, const Series& series, int configuration, bool ordered) {
  const std::size_t rounds = std::max(series[0].size(), series[1].size());
  for (std::size_t round = 0; round < rounds; ++round) {
    const bool both = round < series[0].size() && round < series[1].size();
    const bool old_first = both && series[0][round] < series[1][round];
    for (std::size_t arm = 0; arm < series.size(); ++arm) {
      if (round >= series[arm].size()) continue;
      core::Sample& sample = collection.samples[series[arm][round]];
      sample.kind = core::SampleKind::round;
      sample.configuration = configuration;
      sample.round = static_cast<int>(round);
      sample.position = !ordered || !both ? core::kNoPlace : (arm == 0) == old_first ? 0 : 1;
      record.samples.push_back(std::move(sample));
    }
    record::Event done;
    done.configuration = configuration;
    done.round = static_cast<int>(round);
    record.events.push_back(std::move(done));
  }
}

record::RunHeader header_of(const std::vector<std::string>& files, const Format& format) {
  record::RunHeader header;
  header.protocol = format.id;
  header.load = record::kImported;
  header.control = false;
  for (const Arm arm : {Arm::old_build, Arm::new_build}) {
    record::SubjectInfo subject;
    subject.arm = arm;
    subject.spec = files[arm == Arm::new_build && files.size() == 2 ? 1 : 0];
    subject.server = format.id;
    header.subjects.push_back(std::move(subject));
  }
  return header;
}

}  // namespace

record::Record import(const std::vector<std::string>& files, std::string_view from) {
  if (files.empty() || files.size() > 2) {
    throw core::UserError({fmt::format("{} files", files.size()), "", "one with both builds, or two: old, then new"});
  }
  const Format& format = from.empty() ? sniff(files.front()) : foreign::format(from);
  if (from.empty() && files.size() == 2 && sniff(files.back()).id != format.id) {
    throw core::UserError(
        {fmt::format("{} is of {}, {} of {}", files.front(), format.id, files.back(), sniff(files.back()).id), "",
         "results of two tools are not compared"});
  }
  Collection collection;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::optional<Arm> arm;
    if (files.size() == 2) arm = i == 0 ? Arm::old_build : Arm::new_build;
    std::ifstream file = open(files[i]);
    Collector collector(collection, files[i], arm);
    format.read(file, collector);
    if (file.bad()) throw core::UserError({"reading failed", files[i], ""});
    if (collector.count() == 0) collector.refuse(1, "there is no result in the file", "see `hotlap list imports`");
  }

  record::Record record;
  record.header = header_of(files, format);
  record.header.metrics = collection.metrics;
  // A sample is a round of its own: nothing is pooled.
  for (core::Metric& metric : record.header.metrics) metric.pooling = core::Pooling::per_round;
  record.header.warnings = collection.warnings;
  check_surroundings(collection.surroundings, record.header.warnings);
  const std::vector<Series> all = series_of(collection);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [old_count, new_count] = std::pair(all[i][0].size(), all[i][1].size());
    const std::string name = name_of(collection.configurations[i]);
    const bool broken = is_void(collection, static_cast<int>(i));
    if (!broken && (old_count == 0 || new_count == 0)) {
      record.header.warnings.push_back(one_sided(name, old_count > 0));
      continue;
    }
    if (!broken && old_count != new_count) record.header.warnings.push_back(unequal(name, old_count, new_count));
    const auto place = static_cast<int>(record.header.configurations.size());
    record.header.configurations.push_back(collection.configurations[i]);
    add_rounds(record, collection, all[i], place, files.size() == 1 && in_turns(all[i]));
    for (record::Event event : collection.void_arms) {
      if (event.configuration != static_cast<int>(i)) continue;
      event.configuration = place;
      record.events.push_back(std::move(event));
    }
  }
  if (record.header.configurations.empty()) {
    throw core::UserError(
        {"no benchmark is there for both builds", files.back(), "the names must be the same in old and new"});
  }
  record::Event finished;
  finished.kind = record::EventKind::finished;
  record.events.push_back(finished);
  return record;
}

}  // namespace hotlap::foreign
