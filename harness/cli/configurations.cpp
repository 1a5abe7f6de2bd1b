// Choosing scenarios, and which of their configurations.
#include <algorithm>
#include <charconv>
#include <optional>

#include "analysis/compare/rounds.h"
#include "harness/cli/choices.h"
#include "harness/cli/places.h"
#include "harness/cli/selection.h"
#include "harness/core/error.h"
#include "harness/core/suggest.h"

namespace hotlap::cli {
namespace {

using Subjects = std::map<core::Arm, subject::Subject>;

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
std::vector<std::string> served_names(const std::vector<scenario::ScenarioFile>& all, const Subjects& subjects) {
  std::vector<std::string> names;
  for (const auto& file : all) {
    const bool served = std::all_of(subjects.begin(), subjects.end(), [&](const auto& one) {
      return obstacle(file.first(), one.second.manifest).empty();
    });
    if (served) names.push_back(file.first().name);
  }
  return names;
}

/// Named ones, or those that the filter finds among all that can be run, or the default set.
std::vector<std::string> wanted_names(const MeasureOptions& options, const std::vector<scenario::ScenarioFile>& all,
                                      const Subjects& subjects) {
  if (options.scenarios.empty() && options.filter.empty()) return default_names(subjects);
  auto names = options.scenarios.empty() ? served_names(all, subjects) : options.scenarios;
  std::erase_if(names, [&](const auto& name) { return name.find(options.filter) == std::string::npos; });
  return names;
}

std::optional<int> number(const std::string& text) {
  int value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

scenario::Configuration configuration_of(scenario::Scenario scenario, std::optional<int> connections,
                                         std::optional<int> pipeline) {
  if (connections) scenario.load.connections = *connections;
  if (pipeline) scenario.load.pipeline = *pipeline;
  scenario::Configuration configuration;
  configuration.parameters = scenario.parameters;
  if (scenario.connections_from.empty())
    configuration.parameters.emplace_back("connections", std::to_string(scenario.load.connections));
  if (scenario.load.pipeline != 1 && scenario.pipeline_from.empty())
    configuration.parameters.emplace_back("pipeline", std::to_string(scenario.load.pipeline));
  configuration.scenario = std::move(scenario);
  return configuration;
}

/// What of --connections and --pipeline does not go with a scenario: its configurations would all become the same, or
/// some of its kinds of client would never send.
std::vector<core::Problem> load_problems(const scenario::Scenario& scenario, const MeasureOptions& options) {
  std::vector<core::Problem> problems;
  const auto refuse = [&](const char* option, const char* what, const std::string& parameter) {
    problems.push_back({"scenario " + scenario.name + " takes its " + what + " from its parameter " + parameter, option,
                        "choose with --set " + parameter + "=VALUE"});
  };
  if (options.connections && !scenario.connections_from.empty())
    refuse("--connections", "connections", scenario.connections_from);
  if (options.pipeline && !scenario.pipeline_from.empty()) refuse("--pipeline", "pipeline", scenario.pipeline_from);
  if (options.connections && *options.connections < scenario.load.kinds) {
    problems.push_back({"scenario " + scenario.name + " has " + std::to_string(scenario.load.kinds) +
                            " kinds of client, each on a connection of its own",
                        "--connections", "at least " + std::to_string(scenario.load.kinds)});
  }
  const core::LoadShape load{options.connections.value_or(scenario.load.connections),
                             options.pipeline.value_or(scenario.load.pipeline)};
  if (scenario.cold && scenario.cold->requests < core::fewest_requests(load)) {
    problems.push_back({"scenario " + scenario.name + " sends " + std::to_string(scenario.cold->requests) +
                            " requests an iteration of its cold start, fewer than would be under way at a time",
                        options.connections ? "--connections" : "--pipeline", "fewer connections x pipeline"});
  }
  return problems;
}

/// The files of the wanted names, each once; what is wrong with a name or a server goes to the problems.
std::vector<const scenario::ScenarioFile*> chosen_files(const MeasureOptions& options,
                                                        const std::vector<scenario::ScenarioFile>& all,
                                                        const Subjects& subjects,
                                                        std::vector<core::Problem>& problems) {
  std::vector<std::string> known;
  for (const auto& file : all) known.push_back(file.first().name);
  std::vector<const scenario::ScenarioFile*> files;
  for (const auto& name : wanted_names(options, all, subjects)) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      problems.push_back({"unknown scenario '" + name + "'", "", core::suggest(name, known)});
      continue;
    }
    const auto* file = &all[static_cast<std::size_t>(found - known.begin())];
    if (std::find(files.begin(), files.end(), file) != files.end()) continue;
    files.push_back(file);
    for (const auto& [arm, subject] : subjects) {
      if (arm == core::Arm::control) continue;
      const std::string why = obstacle(file->first(), subject.manifest);
      if (!why.empty()) problems.push_back({why, "scenario " + name, "hotlap list scenarios shows who has what"});
    }
  }
  return files;
}

/// "--filter x --set y=1": what can have left nothing.
std::string restrictions(const MeasureOptions& options) {
  std::string text = options.filter.empty() ? "" : "--filter " + options.filter;
  for (const auto& choice : options.set) text += (text.empty() ? "--set " : " --set ") + choice;
  return text;
}

/// What a resumed run has measured so far, found again among the files.
std::vector<scenario::Configuration> recorded_configurations(const MeasureOptions& options,
                                                             const std::vector<const scenario::ScenarioFile*>& files) {
  std::vector<scenario::Configuration> configurations;
  for (const auto& [name, parameters] : options.recorded) {
    std::optional<int> connections;
    std::optional<int> pipeline;
    for (const auto& [key, value] : parameters) {
      if (key == "connections") connections = number(value);
      if (key == "pipeline") pipeline = number(value);
    }
    const std::size_t before = configurations.size();
    for (const auto* file : files) {
      for (const auto& scenario : file->scenarios) {
        if (scenario.name != name || configurations.size() > before) continue;
        auto configuration = configuration_of(scenario, connections, pipeline);
        if (configuration.parameters == parameters) configurations.push_back(std::move(configuration));
      }
    }
    if (configurations.size() == before) {
      throw core::UserError({"the scenarios are not what they were: " + compare::name({name, parameters}) + " is gone",
                             "--resume", "start a new run"});
    }
  }
  return configurations;
}

}  // namespace

std::vector<scenario::Configuration> choose_configurations(const MeasureOptions& options, const Subjects& subjects) {
  const auto all = scenario::read_scenarios(home() / "scenarios");
  std::vector<core::Problem> problems;
  const auto files = chosen_files(options, all, subjects, problems);
  const Choices choices = choices_of(options.set);
  for (auto& problem : check_choices(choices, files)) problems.push_back(std::move(problem));
  for (const auto* file : files) {
    for (auto& problem : load_problems(file->first(), options)) problems.push_back(std::move(problem));
  }
  if (!problems.empty()) throw core::UserError(problems);
  if (!options.recorded.empty()) return recorded_configurations(options, files);

  std::vector<scenario::Configuration> configurations;
  for (const auto* file : files) {
    for (const auto& scenario : file->scenarios) {
      if (is_chosen(scenario.parameters, choices))
        configurations.push_back(configuration_of(scenario, options.connections, options.pipeline));
    }
  }
  if (configurations.empty()) {
    throw core::UserError({"no scenario left to run", restrictions(options), "hotlap list scenarios shows them all"});
  }
  return configurations;
}

}  // namespace hotlap::cli
