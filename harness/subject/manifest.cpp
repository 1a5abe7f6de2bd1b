// Reads manifests: keys and types here, meaning in manifest_rules.cpp.
#include "harness/subject/manifest.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace hotlap::subject {
namespace {

namespace fs = std::filesystem;

using config::Findings;
using config::LocatedText;
using config::Need;
using config::TableReader;

// What is absent or wrong keeps the manifest's default.

template <class Located, class Into>
void take(std::optional<Located> found, Into& into) {
  if (found) into = static_cast<Into>(std::move(found->value));
}

void take(std::vector<LocatedText> found, std::vector<std::string>& into) {
  for (LocatedText& text : found) into.push_back(std::move(text.value));
}

Manifest read_keys(const toml::table& table, Findings& findings) {
  constexpr int kMostLaps = 100'000;
  constexpr int kMostSeconds = 3600;
  constexpr int kMostRequests = 1'000'000;
  Manifest manifest;
  TableReader top(&table, "", findings);
  take(top.text("name", Need::required), manifest.name);
  take(top.text("help", Need::required), manifest.help);
  take(top.texts("command", Need::required), manifest.command);
  take(top.text("executable"), manifest.executable);
  take(top.text("relinked"), manifest.relinked);
  take(top.text("identify"), manifest.identify);
  take(top.texts("handlers"), manifest.handlers);
  take(top.texts("scenarios"), manifest.scenarios);
  take(top.texts("variants"), manifest.variants);
  TableReader hot_paths = top.table("hot_paths");
  for (const std::string& name : hot_paths.keys()) {
    take(hot_paths.texts(name), manifest.hot_paths.emplace_back(name, std::vector<std::string>{}).second);
  }
  take(top.integer("steady_laps", 1, kMostLaps), manifest.steady_laps);
  take(top.integer("warm_requests", 0, kMostRequests), manifest.warm_requests);
  take(top.integer("laps", 1, kMostLaps), manifest.laps);
  take(top.boolean("counts_requests"), manifest.counts_requests);
  take(top.integer("ready_seconds", 1, kMostSeconds), manifest.ready_seconds);
  take(top.integer("stop_seconds", 1, kMostSeconds), manifest.stop_seconds);
  top.refuse_unknown_keys();
  return manifest;
}

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw core::UserError({"cannot be read", file.string(), "see that it is a file you may read"});
  return text;
}

Manifest read_manifest(const fs::path& file) {
  Manifest manifest = parse_manifest(read_file(file), file.string());
  const std::string folder = file.parent_path().filename().string();
  if (manifest.name != folder) {
    throw core::UserError({"'name' is '" + manifest.name + "' in the folder '" + folder + "'", file.string(),
                           "a server is named as its folder"});
  }
  return manifest;
}

}  // namespace

Manifest parse_manifest(std::string_view toml, const std::string& source) {
  Findings findings(source);
  Manifest manifest;
  if (const auto table = config::parse(toml, source, findings)) {
    manifest = read_keys(*table, findings);
    check_manifest(manifest, *table, findings);
  }
  if (!findings.empty()) throw core::UserError(findings.problems());
  return manifest;
}

std::vector<Manifest> read_manifests(const Places& places) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(places.servers, error)) {
    const fs::path file = entry.path() / "server.toml";
    if (!fs::exists(fs::symlink_status(file))) continue;
    if (!fs::is_regular_file(file)) throw core::UserError({"is no file", file.string(), "a manifest is a text file"});
    files.push_back(file);
  }
  if (error) {
    throw core::UserError({"cannot read the folder of the servers: " + error.message(), places.servers.string(), ""});
  }
  std::sort(files.begin(), files.end());
  std::vector<Manifest> manifests;
  std::vector<core::Problem> problems;
  for (const auto& file : files) {
    try {
      manifests.push_back(read_manifest(file));
    } catch (const core::UserError& wrong) {
      problems.insert(problems.end(), wrong.problems().begin(), wrong.problems().end());
    }
  }
  if (!problems.empty()) throw core::UserError(problems);
  return manifests;
}

}  // namespace hotlap::subject
