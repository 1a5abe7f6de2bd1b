// Asks an executable for its version and recognises it.
#include "harness/subject/identify.h"

#include <regex>

#include "harness/core/error.h"

namespace hotlap::subject {
namespace {

constexpr core::Nanoseconds kLimit = std::chrono::seconds(5);

std::string names_of(const std::vector<const Manifest*>& manifests) {
  std::string names;
  for (const Manifest* manifest : manifests) names += (names.empty() ? "" : ", ") + manifest->name;
  return names;
}

}  // namespace

std::optional<std::string> ask_version(const std::filesystem::path& executable, core::Processes& processes) {
  const auto process = processes.start({{executable.string(), "--version"}, {}, {}, ""});
  const auto end = process->wait(kLimit);
  if (!end || end->status != 0) return std::nullopt;
  return process->output();
}

std::string first_line(const std::string& text) {
  constexpr const char* kWhite = " \t\r\n";
  const std::string line = text.substr(0, text.find('\n'));
  const auto begin = line.find_first_not_of(kWhite);
  if (begin == std::string::npos) return "";
  return line.substr(begin, line.find_last_not_of(kWhite) - begin + 1);
}

const Manifest& identify(const std::vector<Manifest>& manifests, const std::optional<std::string>& version,
                         const std::string& spec) {
  std::vector<const Manifest*> able;
  std::vector<const Manifest*> matching;
  for (const Manifest& manifest : manifests) {
    if (manifest.identify.empty()) continue;
    able.push_back(&manifest);
    if (version && std::regex_search(*version, std::regex(manifest.identify))) matching.push_back(&manifest);
  }
  const std::string hint = "say which server it runs, as " + (able.empty() ? std::string("NAME") : able.front()->name) +
                           "=" + spec + ", or how to start it: 'cmd:" + spec + " ... {port}'";
  if (!version) throw core::UserError({"it does not answer to --version", spec, hint});
  if (matching.empty()) {
    throw core::UserError({"--version says '" + first_line(*version) + "', which no server of ours is known by" +
                               (able.empty() ? "" : " (known: " + names_of(able) + ")"),
                           spec, hint});
  }
  if (matching.size() > 1) {
    throw core::UserError(
        {"--version says '" + first_line(*version) + "', which may be any of " + names_of(matching), spec, hint});
  }
  return *matching.front();
}

}  // namespace hotlap::subject
