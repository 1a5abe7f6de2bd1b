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

/// What files say of where they were measured, and differently from the first.
void check_surroundings(const std::vector<Source>& files,
                        const std::vector<std::map<std::string, std::string>>& surroundings,
                        std::vector<core::Warning>& warnings) {
  std::string differences;
  double count = 0;
  for (const auto& [name, value] : surroundings.front()) {
    for (std::size_t i = 1; i < files.size(); ++i) {
      const auto other = surroundings[i].find(name);
      if (other == surroundings[i].end() || other->second == value) continue;
      differences += fmt::format("{}{} is {} in {} and {} in {}", count++ == 0 ? "" : ", ", name, value, files[0].path,
                                 other->second, files[i].path);
      break;  // one is enough of a name
    }
  }
  if (count == 0) return;
  warnings.push_back({"unequal_environments",
                      "the builds were not measured in the same place: " + differences,
                      "a difference may be the machine's: measure both on one machine, in turns",
                      {{"differences", count}}});
}

/// Throws UserError unless there is one file with both builds, or files of each that are all different.
void check_files(const std::vector<Source>& files) {
  const auto of = [&](std::optional<Arm> arm) {
    return std::count_if(files.begin(), files.end(), [&](const Source& file) { return file.arm == arm; });
  };
  const bool whole = of(std::nullopt) == 1 && files.size() == 1;
  if (!whole && (of(std::nullopt) > 0 || of(Arm::old_build) == 0 || of(Arm::new_build) == 0)) {
    throw core::UserError({fmt::format("{} files with both builds, {} of old, {} of new", of(std::nullopt),
                                       of(Arm::old_build), of(Arm::new_build)),
                           "", "name one with both builds, or at least one of each"});
  }
  for (auto file = files.begin(); file != files.end(); ++file) {
    const auto same = std::find_if(files.begin(), file, [&](const Source& other) {
      std::error_code ignored;  // what cannot be looked at is refused when it is opened
      return other.arm == file->arm && std::filesystem::equivalent(other.path, file->path, ignored);
    });
    if (same == file) continue;
    throw core::UserError({"the same file twice for one build", file->path, "its samples would count twice"});
  }
}

/// The format of all files. Throws UserError when they are of several.
const Format& format_of(const std::vector<Source>& files) {
  const Format& format = sniff(files.front().path);
  for (const Source& file : files) {
    const Format& other = sniff(file.path);
    if (other.id == format.id) continue;
    throw core::UserError({fmt::format("{} is of {}, {} of {}", files.front().path, format.id, file.path, other.id), "",
                           "results of two tools are not compared"});
  }
  return format;
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

/// The arm's first file, and how many more there are.
std::string files_of(const std::vector<Source>& files, Arm arm) {
  std::string text;
  std::size_t more = 0;
  for (const Source& file : files) {
    if (file.arm && file.arm != arm) continue;
    if (text.empty()) {
      text = file.path;
    } else {
      ++more;
    }
  }
  return more == 0 ? text : fmt::format("{} and {} more", text, more);
}

record::RunHeader header_of(const std::vector<Source>& files, const Format& format) {
  record::RunHeader header;
  header.protocol = format.id;
  header.load = record::kImported;
  header.control = false;
  for (const Arm arm : {Arm::old_build, Arm::new_build}) {
    record::SubjectInfo subject;
    subject.arm = arm;
    subject.spec = files_of(files, arm);
    subject.server = format.id;
    header.subjects.push_back(std::move(subject));
  }
  return header;
}

}  // namespace

record::Record import(const std::vector<std::string>& paths, std::string_view from) {
  if (paths.empty() || paths.size() > 2) {
    throw core::UserError({fmt::format("{} files", paths.size()), "", "one with both builds, or two: old, then new"});
  }
  if (paths.size() == 1) return import_files({{paths[0], {}}}, from);
  return import_files({{paths[0], Arm::old_build}, {paths[1], Arm::new_build}}, from);
}

record::Record import_files(const std::vector<Source>& files, std::string_view from) {
  check_files(files);
  const Format& format = from.empty() ? format_of(files) : foreign::format(from);
  Collection collection;
  for (const Source& source : files) {
    std::ifstream file = open(source.path);
    Collector collector(collection, source.path, source.arm);
    format.read(file, collector);
    if (file.bad()) throw core::UserError({"reading failed", source.path, ""});
    if (collector.count() == 0) collector.refuse(1, "there is no result in the file", "see `hotlap list imports`");
  }

  record::Record record;
  record.header = header_of(files, format);
  record.header.metrics = collection.metrics;
  // A sample is a round of its own: nothing is pooled.
  for (core::Metric& metric : record.header.metrics) metric.pooling = core::Pooling::per_round;
  record.header.warnings = collection.warnings;
  check_surroundings(files, collection.surroundings, record.header.warnings);
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
        {"no benchmark is there for both builds", files.back().path, "the names must be the same in old and new"});
  }
  record::Event finished;
  finished.kind = record::EventKind::finished;
  record.events.push_back(finished);
  return record;
}

}  // namespace hotlap::foreign
