// Looks through the headers of old records.
#include "harness/cli/earlier_run.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "harness/core/error.h"

namespace hotlap::cli {
namespace {

std::string fact(const record::RunHeader& header, std::string_view name) {
  for (const auto& [key, value] : header.environment) {
    if (key == name) return value;
  }
  return "";
}

bool same_servers(const record::RunHeader& earlier, const record::RunHeader& planned) {
  return std::equal(earlier.subjects.begin(), earlier.subjects.end(), planned.subjects.begin(), planned.subjects.end(),
                    [](const record::SubjectInfo& one, const record::SubjectInfo& other) {
                      // A command line is a server of its own; builds and variants of one server are alike.
                      return one.arm == other.arm && one.server == other.server &&
                             (one.server != "cmd" || one.spec == other.spec);
                    });
}

bool may_teach(const record::RunHeader& earlier, const record::RunHeader& planned) {
  if (earlier.protocol != planned.protocol || earlier.single || earlier.control != planned.control) return false;
  if (earlier.lap_ms != planned.lap_ms || earlier.load != planned.load || !same_servers(earlier, planned)) return false;
  for (const std::string_view name : {"cpu_model", "kernel"}) {
    if (fact(earlier, name) != fact(planned, name)) return false;
  }
  return std::all_of(planned.configurations.begin(), planned.configurations.end(), [&](const auto& wanted) {
    return std::find(earlier.configurations.begin(), earlier.configurations.end(), wanted) !=
           earlier.configurations.end();
  });
}

/// Nothing for what is no header.
std::optional<record::RunHeader> header_in(const std::filesystem::path& folder) {
  std::ifstream file(folder / "run.json", std::ios::binary);
  if (!file) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    return record::header_from_json(text, folder.string());
  } catch (const core::UserError&) {
    return std::nullopt;
  }
}

/// The folders below this one, the last written first.
std::vector<std::filesystem::path> newest_first(const std::filesystem::path& runs) {
  using Time = std::filesystem::file_time_type;
  std::vector<std::pair<Time, std::filesystem::path>> found;
  std::error_code ignored;  // no folder, no runs; and what has just been removed is none
  for (auto entry = std::filesystem::directory_iterator(runs, ignored); entry != std::filesystem::directory_iterator();
       entry.increment(ignored)) {
    const Time written = std::filesystem::last_write_time(entry->path() / "run.json", ignored);
    if (!ignored) found.emplace_back(written, entry->path());
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<std::filesystem::path> folders;
  for (auto& [written, folder] : found) folders.push_back(std::move(folder));
  return folders;
}

}  // namespace

std::vector<std::filesystem::path> earlier_runs(const std::filesystem::path& runs, const record::RunHeader& planned) {
  constexpr std::size_t kMostOpened = 200;
  std::vector<std::filesystem::path> folders = newest_first(runs);
  if (folders.size() > kMostOpened) folders.resize(kMostOpened);
  std::erase_if(folders, [&](const auto& folder) {
    const auto header = header_in(folder);
    return !header || !may_teach(*header, planned);
  });
  if (folders.size() > kMostTried) folders.resize(kMostTried);
  return folders;
}

}  // namespace hotlap::cli
