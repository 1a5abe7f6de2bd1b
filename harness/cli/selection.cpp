// Choosing subjects and scenarios.
#include "harness/cli/selection.h"

#include <algorithm>
#include <optional>

#include "harness/cli/places.h"
#include "harness/core/error.h"
#include "harness/core/suggest.h"
#include "harness/micro/micro.h"

namespace hotlap::cli {
namespace {

using Subjects = std::map<core::Arm, subject::Subject>;

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

std::vector<std::pair<std::string, std::string>> variables(const std::vector<std::string>& texts,
                                                           const std::string& option) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw core::UserError(
          {"'" + text + "' is not NAME=VALUE", option, "as " + option + " NODE_OPTIONS=--max-http-header-size=8192"});
    }
    pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return pairs;
}

bool is_command(const subject::Manifest& manifest) { return manifest.name == "cmd"; }

/// Why a server cannot run a scenario; empty when it can.
std::string obstacle(const scenario::Scenario& scenario, const subject::Manifest& manifest) {
  if (is_command(manifest)) return "";
  if (!contains(scenario.servers, manifest.name)) return "the scenario is not written for server " + manifest.name;
  if (!manifest.handlers.empty() && !contains(manifest.handlers, scenario.handler)) {
    return "server " + manifest.name + " has no handler " + scenario.handler;
  }
  return "";
}

/// The default sets' common part, in the order of old's. A command line serves what the other serves.
std::vector<std::string> default_names(const Subjects& subjects) {
  std::optional<std::vector<std::string>> names;
  for (const core::Arm arm : {core::Arm::old_build, core::Arm::new_build}) {
    const auto subject = subjects.find(arm);
    if (subject == subjects.end() || is_command(subject->second.manifest)) continue;
    const auto& list = subject->second.manifest.scenarios;
    if (!names) names = list;
    std::erase_if(*names, [&](const auto& name) { return !contains(list, name); });
  }
  return names ? *names : subjects.at(core::Arm::old_build).manifest.scenarios;
}

/// Everything that all of the servers can run.
std::vector<std::string> served_names(const std::vector<scenario::Scenario>& all, const Subjects& subjects) {
  std::vector<std::string> names;
  for (const auto& scenario : all) {
    const bool served = std::all_of(subjects.begin(), subjects.end(),
                                    [&](const auto& one) { return obstacle(scenario, one.second.manifest).empty(); });
    if (served) names.push_back(scenario.name);
  }
  return names;
}

/// Named ones, or those that the filter finds among all that can be run, or the default set.
std::vector<std::string> wanted_names(const MeasureOptions& options, const std::vector<scenario::Scenario>& all,
                                      const Subjects& subjects) {
  if (options.scenarios.empty() && options.filter.empty()) return default_names(subjects);
  auto names = options.scenarios.empty() ? served_names(all, subjects) : options.scenarios;
  std::erase_if(names, [&](const auto& name) { return name.find(options.filter) == std::string::npos; });
  return names;
}

scenario::Configuration configuration_of(scenario::Scenario scenario, const MeasureOptions& options) {
  if (options.connections) scenario.load.connections = *options.connections;
  if (options.pipeline) scenario.load.pipeline = *options.pipeline;
  scenario::Configuration configuration;
  configuration.parameters.emplace_back("connections", std::to_string(scenario.load.connections));
  if (scenario.load.pipeline != 1)
    configuration.parameters.emplace_back("pipeline", std::to_string(scenario.load.pipeline));
  configuration.scenario = std::move(scenario);
  return configuration;
}

}  // namespace

Subjects choose_subjects(const MeasureOptions& options, core::Processes& processes) {
  if (options.old_spec.empty() || (!options.single && options.new_spec.empty())) {
    throw core::UserError({options.single ? "no server named" : "two builds are needed: --old and --new", "",
                           options.single
                               ? "hotlap run --server SUBJECT; hotlap list shows the servers"
                               : "hotlap compare --old SUBJECT --new SUBJECT; hotlap list shows the servers"});
  }
  Subjects subjects;
  const auto resolve = [&](const std::string& spec) {
    return options.protocol == kMicro ? micro::resolve(spec, places()) : subject::resolve(spec, places(), processes);
  };
  auto old_build = resolve(options.old_spec);
  old_build.extra_arguments = options.old_arguments;
  old_build.extra_environment = variables(options.old_environment, "--old-env");
  if (!options.single) {
    auto new_build = resolve(options.new_spec);
    new_build.extra_arguments = options.new_arguments;
    new_build.extra_environment = variables(options.new_environment, "--new-env");
    subjects.emplace(core::Arm::new_build, std::move(new_build));
    if (!options.no_control) subjects.emplace(core::Arm::control, old_build);
  }
  subjects.emplace(core::Arm::old_build, std::move(old_build));
  return subjects;
}

std::vector<scenario::Configuration> choose_configurations(const MeasureOptions& options, const Subjects& subjects) {
  const auto all = scenario::read_scenarios(home() / "scenarios");
  std::vector<std::string> known;
  for (const auto& scenario : all) known.push_back(scenario.name);

  std::vector<core::Problem> problems;
  std::vector<scenario::Configuration> configurations;
  for (const auto& name : wanted_names(options, all, subjects)) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& scenario) { return scenario.name == name; });
    if (found == all.end()) {
      problems.push_back({"unknown scenario '" + name + "'", "", core::suggest(name, known)});
      continue;
    }
    for (const auto& [arm, subject] : subjects) {
      if (arm == core::Arm::control) continue;
      const std::string why = obstacle(*found, subject.manifest);
      if (!why.empty()) problems.push_back({why, "scenario " + name, "hotlap list scenarios shows who has what"});
    }
    configurations.push_back(configuration_of(*found, options));
  }
  if (!problems.empty()) throw core::UserError(problems);
  if (configurations.empty()) {
    throw core::UserError({"no scenario left to run", options.filter.empty() ? "" : "--filter " + options.filter,
                           "hotlap list scenarios shows them all"});
  }
  return configurations;
}

}  // namespace hotlap::cli
