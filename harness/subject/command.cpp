// How a subject is started: placeholders filled, environment set.
#include <fmt/format.h>

#include <algorithm>

#include "harness/subject/placeholders.h"
#include "harness/subject/subject.h"

namespace hotlap::subject {
namespace {

/// Long enough for nearly every path; PATH_MAX of Linux, with the final NUL, for the others.
constexpr std::size_t kPathLength = 512;
constexpr std::size_t kLongestPath = 4095;

/// What the command's placeholders stand for. A `cmd:` subject has no folder and no variant, and its executable stands
/// in its command already.
Placeholders values_for(const Subject& subject, const Launch& launch) {
  Placeholders values{{"port", std::to_string(launch.port)}, {"handler", launch.handler}};
  if (subject.folder.empty()) return values;
  values.emplace_back("executable", path_of_equal_length(subject.executable));
  values.emplace_back("folder", subject.folder.string());
  values.emplace_back("variant", subject.variant);
  return values;
}

/// The command with the extra arguments in their place.
std::vector<std::string> with_extra_arguments(const Subject& subject) {
  auto arguments = subject.manifest.command;
  auto at = std::find(arguments.begin(), arguments.end(), kExtraArguments);
  if (at != arguments.end()) {
    at = arguments.erase(at);
  } else {
    at = std::find(arguments.begin(), arguments.end(), kExecutable);
    at = at == arguments.end() ? arguments.begin() + 1 : at + 1;
  }
  arguments.insert(at, subject.extra_arguments.begin(), subject.extra_arguments.end());
  return arguments;
}

}  // namespace

std::string path_of_equal_length(const std::string& path) {
  const std::size_t length = path.size() <= kPathLength ? kPathLength : kLongestPath;
  return std::string(length - std::min(length, path.size()), '/') + path;
}

core::Command command_for(const Subject& subject, const Launch& launch) {
  core::Command command;
  const Placeholders values = values_for(subject, launch);
  for (const auto& argument : with_extra_arguments(subject)) {
    command.arguments.push_back(fill(argument, values, subject.spec));
  }
  if (subject.folder.empty()) command.arguments.front() = path_of_equal_length(subject.executable);
  command.environment = {{"PORT", std::to_string(launch.port)},
                         {"HOTLAP_HANDLER", launch.handler},
                         {"HOTLAP_PADDING", std::string(static_cast<std::size_t>(launch.environment_padding), 'x')}};
  command.environment.insert(command.environment.end(), subject.extra_environment.begin(),
                             subject.extra_environment.end());
  command.cpus = launch.cpus;
  command.output_path = launch.output_path;
  return command;
}

}  // namespace hotlap::subject
