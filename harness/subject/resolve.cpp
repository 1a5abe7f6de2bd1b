// SUBJECT of the command line -> a server with its executable.
#include <algorithm>

#include "harness/core/error.h"
#include "harness/core/suggest.h"
#include "harness/subject/executable.h"
#include "harness/subject/hash.h"
#include "harness/subject/identify.h"
#include "harness/subject/placeholders.h"
#include "harness/subject/subject.h"

namespace hotlap::subject {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCommandPrefix = "cmd:";
constexpr std::string_view kBuildPrefix = "build:";

/// NAME, NAME:VARIANT, NAME=PATH, NAME:VARIANT=PATH in parts. A variant itself has the form BASE(+HOT_PATH=VARIANT)*.
struct Parts {
  std::string name;
  std::string variant;
  std::string path;
};

Parts take_apart(const std::string& spec) {
  Parts parts;
  const auto end_of_name = spec.find_first_of(":=");
  parts.name = spec.substr(0, end_of_name);
  if (end_of_name == std::string::npos) return parts;
  std::string rest = spec.substr(end_of_name + 1);
  if (spec[end_of_name] == '=') {
    parts.path = rest;
    return parts;
  }
  // In BASE+a=x+b=y every '+' is followed by one '=' of its own; one more begins the path.
  std::size_t at = 0;
  for (int owed = 0; at < rest.size(); ++at) {
    if (rest[at] == '+') ++owed;
    if (rest[at] == '=' && owed-- == 0) break;
  }
  parts.variant = rest.substr(0, at);
  if (at < rest.size()) parts.path = rest.substr(at + 1);
  return parts;
}

[[noreturn]] void fail(const std::string& spec, const std::string& what, const std::string& hint) {
  throw core::UserError({what, spec, hint});
}

std::vector<std::string> names_of(const std::vector<Manifest>& manifests) {
  std::vector<std::string> names;
  names.reserve(manifests.size());
  for (const Manifest& manifest : manifests) names.push_back(manifest.name);
  return names;
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "emit=indexed" of a variant.
void check_hot_path(const Manifest& manifest, const std::string& part, const std::string& spec) {
  const auto equals = part.find('=');
  if (equals == std::string::npos) fail(spec, "'" + part + "' is no change of a hot path", "as +emit=indexed");
  const std::string path = part.substr(0, equals);
  const std::string variant = part.substr(equals + 1);
  const auto found = std::find_if(manifest.hot_paths.begin(), manifest.hot_paths.end(),
                                  [&](const auto& one) { return one.first == path; });
  if (found == manifest.hot_paths.end()) {
    std::vector<std::string> paths;
    paths.reserve(manifest.hot_paths.size());
    for (const auto& one : manifest.hot_paths) paths.push_back(one.first);
    fail(spec, "server '" + manifest.name + "' has no hot path '" + path + "'", core::suggest(path, paths));
  }
  if (!holds(found->second, variant)) {
    fail(spec, "hot path '" + path + "' has no variant '" + variant + "'", core::suggest(variant, found->second));
  }
}

void check_variant(const Manifest& manifest, const std::string& variant, const std::string& spec) {
  if (manifest.variants.empty()) {
    if (!variant.empty()) fail(spec, "server '" + manifest.name + "' has no variants", "write " + manifest.name);
    return;
  }
  const std::string base = variant.substr(0, variant.find('+'));
  if (base.empty()) {
    fail(spec, "which variant of '" + manifest.name + "'?", core::suggest(base, manifest.variants));
  }
  if (!holds(manifest.variants, base)) {
    fail(spec, "server '" + manifest.name + "' has no variant '" + base + "'", core::suggest(base, manifest.variants));
  }
  for (std::size_t at = base.size(); at < variant.size();) {
    const std::size_t end = std::min(variant.find('+', at + 1), variant.size());
    check_hot_path(manifest, variant.substr(at + 1, end - at - 1), spec);
    at = end;
  }
}

/// "build:<path>" or a name on PATH.
fs::path find_executable(const std::string& name, const Manifest& manifest, const Places& places,
                         const std::string& spec) {
  if (name.starts_with(kBuildPrefix)) {
    return absolute_executable(places.build / name.substr(kBuildPrefix.size()), spec, "build it first");
  }
  if (const auto found = find_on_path(name)) return *found;
  fail(spec, "'" + name + "' is not on PATH", "install it, or say where it is: " + manifest.name + "=PATH");
}

Subject with_executable(Subject subject, const fs::path& executable) {
  subject.executable = executable.string();
  subject.hash = hash_file(executable);
  return subject;
}

Subject resolve_command_line(const std::string& spec) {
  Subject subject;
  subject.spec = spec;
  subject.manifest.name = "cmd";
  subject.manifest.help = "a command line";
  subject.manifest.scenarios = {"get"};  // the one that asks least of a server nobody wrote for us
  subject.manifest.command = split_command_line(std::string_view(spec).substr(kCommandPrefix.size()));
  for (const auto& argument : subject.manifest.command) {
    if (argument != kExtraArguments) fill(argument, {{"port", ""}, {"handler", ""}}, spec);
  }
  const std::string& first = subject.manifest.command.front();
  if (first.find('/') != std::string::npos) return with_executable(subject, absolute_executable(first, spec));
  const auto found = find_on_path(first);
  if (!found) fail(spec, "'" + first + "' is not on PATH", "install it, or name it with its folder, as ./" + first);
  return with_executable(subject, *found);
}

Subject resolve_path(const std::string& spec, const Places& places, core::Processes& processes) {
  const fs::path executable = absolute_executable(spec, spec);
  const auto version = ask_version(executable, processes);
  const auto manifests = read_manifests(places);
  Subject subject;
  subject.spec = spec;
  subject.manifest = identify(manifests, version, spec);
  check_variant(subject.manifest, "", spec);
  subject.folder = fs::absolute(places.servers / subject.manifest.name);
  subject.version = first_line(*version);
  return with_executable(subject, executable);
}

Subject resolve_name(const std::string& spec, const Places& places, core::Processes& processes) {
  const Parts parts = take_apart(spec);
  const auto manifests = read_manifests(places);
  const auto found = std::find_if(manifests.begin(), manifests.end(),
                                  [&](const Manifest& manifest) { return manifest.name == parts.name; });
  if (found == manifests.end()) {
    std::error_code ignored;  // only asked for a better hint
    const bool is_file = fs::exists(spec, ignored);
    fail(spec, "unknown server '" + parts.name + "'",
         is_file ? "for the file write ./" + spec : core::suggest(parts.name, names_of(manifests)));
  }
  if (spec.ends_with(':')) fail(spec, "no variant after ':'", core::suggest("", found->variants));
  if (spec.ends_with('=')) fail(spec, "no path after '='", "as " + parts.name + "=./build/" + parts.name);
  check_variant(*found, parts.variant, spec);
  Subject subject;
  subject.spec = spec;
  subject.manifest = *found;
  subject.variant = parts.variant;
  subject.folder = fs::absolute(places.servers / found->name);
  const fs::path executable = parts.path.empty() ? find_executable(found->executable, *found, places, spec)
                                                 : absolute_executable(parts.path, spec);
  if (!found->identify.empty()) subject.version = first_line(ask_version(executable, processes).value_or(""));
  return with_executable(subject, executable);
}

}  // namespace

Subject resolve(const std::string& spec, const Places& places, core::Processes& processes) {
  if (spec.compare(0, kCommandPrefix.size(), kCommandPrefix) == 0) return resolve_command_line(spec);
  const auto slash = spec.find('/');
  const bool is_path = slash != std::string::npos && slash < spec.find_first_of(":=");
  return is_path ? resolve_path(spec, places, processes) : resolve_name(spec, places, processes);
}

Subject relinked(const Subject& subject, const Places& places) {
  const Manifest& manifest = subject.manifest;
  if (manifest.relinked.empty()) {
    fail(subject.spec, "server '" + manifest.name + "' has no relinked copy", "--control same");
  }
  if (subject.executable != find_executable(manifest.executable, manifest, places, subject.spec)) {
    fail(subject.spec, subject.executable + " cannot be linked anew", "--control same");
  }
  return with_executable(subject, find_executable(manifest.relinked, manifest, places, subject.spec));
}

}  // namespace hotlap::subject
