// A scenario as its author wrote it: TOML in, a checked value out.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/exchange.h"

namespace hotlap::scenario {

/// Parameters with their values, in the order of the file.
using Values = std::vector<std::pair<std::string, std::string>>;

/// A file stands for at most so many configurations.
inline constexpr std::size_t kMostConfigurations = 1000;

/// What is measured: a request, the handler that answers it, how hard it is pressed, and what a right response is.
struct Scenario {
  std::string name;                        ///< [a-z0-9-]+, equal to the file's stem
  std::string help;                        ///< one sentence
  std::string handler;                     ///< what the server must do per request; a name of the server's manifest
  std::vector<std::string> servers;        ///< servers (manifest names) it is written for; `cmd:` subjects take any
  core::Request request;                   ///< of kind 0
  std::vector<core::Request> other_kinds;  ///< of kinds 1, 2, ...: as many as load.kinds says, less one
  core::LoadShape load;
  std::optional<core::ColdStart> cold;
  core::Expectation response;    ///< to every kind
  Values parameters;             ///< the values that this is the scenario for
  std::string connections_from;  ///< the parameter that says load.connections; empty: none does
  std::string pipeline_from;     ///< the same of load.pipeline
  bool operator==(const Scenario&) const = default;
};

/// A parameter and the values that it takes, as text.
struct Parameter {
  std::string name;
  std::vector<std::string> values;
  bool operator==(const Parameter&) const = default;
};

/// A scenario's file: the scenario, once for each combination of the values of its parameters.
struct ScenarioFile {
  std::vector<Parameter> parameters;
  std::vector<Scenario> scenarios;  ///< at least one; the last parameter changes fastest
  const Scenario& first() const { return scenarios.front(); }
};

/// Parses one file. Throws UserError with *all* problems, each with "source:line:column": syntax, unknown keys ("did
/// you mean"), wrong types, values out of range, missing keys, headers that could not stand in a request.
/// `name`, `help`, `handler`, `servers` and [response] must be there; what else is not stated stays as core has it. The
/// format is described in scenarios/README.md.
ScenarioFile parse_scenario(std::string_view toml, const std::string& source);

/// Reads one file (its stem must be the scenario's name). Throws UserError.
ScenarioFile read_scenario(const std::filesystem::path& file);

/// Reads every *.toml of a folder, sorted by name. Throws UserError with the problems of all files.
std::vector<ScenarioFile> read_scenarios(const std::filesystem::path& folder);

}  // namespace hotlap::scenario
