// Reads manifests: keys and types here, meaning in manifest_rules.cpp.
#include "harness/subject/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include "harness/core/suggest.h"

namespace hotlap::subject {
namespace {

namespace fs = std::filesystem;

/// Reads the keys of the top table into a manifest. What is absent keeps the manifest's default.
class ManifestReader {
 public:
  ManifestReader(const toml::table& table, ManifestProblems& problems) : table_(table), problems_(problems) {}

  void text(const char* key, std::string& into, bool required = false) {
    const toml::node* node = find(key, required);
    if (node == nullptr) return;
    if (const auto* found = node->as_string()) {
      into = found->get();
    } else {
      problems_.add(*node, fmt::format("'{}' must be a string", key));
    }
  }

  void integer(const char* key, int& into, int least, int most) {
    const toml::node* node = find(key, false);
    if (node == nullptr) return;
    const auto* found = node->as_integer();
    if (found == nullptr || found->get() < least || found->get() > most) {
      problems_.add(*node, fmt::format("'{}' must be an integer from {} to {}", key, least, most));
    } else {
      into = static_cast<int>(found->get());
    }
  }

  void boolean(const char* key, bool& into) {
    const toml::node* node = find(key, false);
    if (node == nullptr) return;
    if (const auto* found = node->as_boolean()) {
      into = found->get();
    } else {
      problems_.add(*node, fmt::format("'{}' must be true or false", key));
    }
  }

  void texts(const char* key, std::vector<std::string>& into, bool required = false) {
    if (const toml::node* node = find(key, required)) texts_of(*node, key, into);
  }

  /// A table of arrays of strings.
  void texts_by_name(const char* key, std::vector<std::pair<std::string, std::vector<std::string>>>& into) {
    const toml::node* node = find(key, false);
    if (node == nullptr) return;
    if (!node->is_table()) {
      problems_.add(*node, fmt::format("'{}' must be a table of arrays of strings", key));
      return;
    }
    for (const auto& [name, value] : *node->as_table()) {
      into.emplace_back(name.str(), std::vector<std::string>{});
      texts_of(value, fmt::format("{}.{}", key, name.str()), into.back().second);
    }
  }

  void refuse_unknown_keys() {
    for (const auto& [key, value] : table_) {
      if (std::find(asked_.begin(), asked_.end(), key.str()) != asked_.end()) continue;
      problems_.add(key.source().begin, fmt::format("unknown key '{}'", key.str()), core::suggest(key.str(), asked_));
    }
  }

 private:
  const toml::node* find(const char* key, bool required) {
    asked_.emplace_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr && required) problems_.add_missing(fmt::format("missing key '{}'", key));
    return node;
  }

  void texts_of(const toml::node& node, const std::string& key, std::vector<std::string>& into) {
    const auto* array = node.as_array();
    if (array == nullptr) {
      problems_.add(node, fmt::format("'{}' must be an array of strings", key));
      return;
    }
    for (const toml::node& element : *array) {
      if (const auto* found = element.as_string()) {
        into.push_back(found->get());
      } else {
        problems_.add(element, fmt::format("each element of '{}' must be a string", key));
      }
    }
  }

  const toml::table& table_;
  ManifestProblems& problems_;
  std::vector<std::string> asked_;
};

Manifest read_keys(const toml::table& table, ManifestProblems& problems) {
  constexpr int kMostLaps = 100'000;
  constexpr int kMostSeconds = 3600;
  constexpr int kMostRequests = 1'000'000;
  Manifest manifest;
  ManifestReader reader(table, problems);
  reader.text("name", manifest.name, true);
  reader.text("help", manifest.help, true);
  reader.texts("command", manifest.command, true);
  reader.text("executable", manifest.executable);
  reader.text("identify", manifest.identify);
  reader.texts("handlers", manifest.handlers);
  reader.texts("scenarios", manifest.scenarios);
  reader.texts("variants", manifest.variants);
  reader.texts_by_name("hot_paths", manifest.hot_paths);
  reader.integer("steady_laps", manifest.steady_laps, 1, kMostLaps);
  reader.integer("warm_requests", manifest.warm_requests, 0, kMostRequests);
  reader.integer("laps", manifest.laps, 1, kMostLaps);
  reader.boolean("counts_requests", manifest.counts_requests);
  reader.integer("ready_seconds", manifest.ready_seconds, 1, kMostSeconds);
  reader.integer("stop_seconds", manifest.stop_seconds, 1, kMostSeconds);
  reader.refuse_unknown_keys();
  return manifest;
}

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw core::UserError({"cannot be read", file.string(), ""});
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

void ManifestProblems::add(toml::source_position at, std::string what, std::string hint) {
  std::string where = fmt::format("{}:{}:{}", source_, at.line, at.column);
  found_.emplace_back(at, core::Problem{std::move(what), std::move(where), std::move(hint)});
}

void ManifestProblems::add_missing(std::string what, std::string hint) {
  constexpr auto kLast = std::numeric_limits<toml::source_index>::max();
  found_.emplace_back(toml::source_position{kLast, kLast}, core::Problem{std::move(what), source_, std::move(hint)});
}

std::vector<core::Problem> ManifestProblems::in_order() const {
  auto sorted = found_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<core::Problem> problems;
  problems.reserve(sorted.size());
  for (auto& [at, problem] : sorted) problems.push_back(std::move(problem));
  return problems;
}

Manifest parse_manifest(std::string_view toml, const std::string& source) {
  ManifestProblems problems(source);
  Manifest manifest;
  try {
    const toml::table table = toml::parse(toml, source);
    manifest = read_keys(table, problems);
    check_manifest(manifest, table, problems);
  } catch (const toml::parse_error& error) {
    problems.add(error.source().begin, std::string(error.description()));
  }
  if (!problems.empty()) throw core::UserError(problems.in_order());
  return manifest;
}

std::vector<Manifest> read_manifests(const Places& places) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(places.servers, error)) {
    const fs::path file = entry.path() / "server.toml";
    if (fs::exists(file)) files.push_back(file);
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
