// Scenarios from files and folders.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "harness/scenario/parse.h"

namespace hotlap::scenario {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_unreadable(const fs::path& path, const std::string& reason) {
  throw core::UserError({"cannot read scenarios: " + reason, path.string(), ""});
}

std::string read_text(const fs::path& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  char block[4096];
  while (stream.read(block, sizeof block) || stream.gcount() > 0)
    text.append(block, static_cast<std::size_t>(stream.gcount()));
  if (!stream.eof()) throw_unreadable(file, std::strerror(errno));
  return text;
}

Parsed parse_file(const fs::path& file) { return parse(read_text(file), file.string(), file.stem().string()); }

std::vector<fs::path> toml_files(const fs::path& folder) {
  std::error_code failure;
  std::vector<fs::path> files;
  for (auto entry = fs::directory_iterator(folder, failure); !failure && entry != fs::directory_iterator();
       entry.increment(failure)) {
    if (entry->path().extension() == ".toml") files.push_back(entry->path());
  }
  if (failure) throw_unreadable(folder, failure.message());
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.stem() < b.stem(); });
  return files;
}

}  // namespace

ScenarioFile read_scenario(const fs::path& file) {
  Parsed parsed = parse_file(file);
  if (!parsed.problems.empty()) throw core::UserError(std::move(parsed.problems));
  return std::move(parsed.file);
}

std::vector<ScenarioFile> read_scenarios(const fs::path& folder) {
  std::vector<ScenarioFile> scenarios;
  std::vector<core::Problem> problems;
  for (const fs::path& file : toml_files(folder)) {
    Parsed parsed = parse_file(file);
    std::move(parsed.problems.begin(), parsed.problems.end(), std::back_inserter(problems));
    scenarios.push_back(std::move(parsed.file));
  }
  if (!problems.empty()) throw core::UserError(std::move(problems));
  return scenarios;
}

}  // namespace hotlap::scenario
