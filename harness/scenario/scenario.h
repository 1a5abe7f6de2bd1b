// A scenario as its author wrote it: TOML in, a checked value out.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/exchange.h"

namespace hotlap::scenario {

/// What is measured: a request, the handler that answers it, how hard it is pressed, and what a right response is.
struct Scenario {
  std::string name;                  ///< [a-z0-9-]+, equal to the file's stem
  std::string help;                  ///< one sentence
  std::string handler;               ///< what the server must do per request; a name of the server's manifest
  std::vector<std::string> servers;  ///< servers (manifest names) it is written for; `cmd:` subjects take any
  core::Request request;
  core::LoadShape load;
  core::Expectation response;
  bool operator==(const Scenario&) const = default;
};

/// Parses one file. Throws UserError with *all* problems, each with "source:line:column": syntax, unknown keys ("did
/// you mean"), wrong types, values out of range, missing keys, headers that could not stand in a request.
/// `name`, `help`, `handler`, `servers` and [response] must be there; what else is not stated stays as core has it.
Scenario parse_scenario(std::string_view toml, const std::string& source);

/// Reads one file (its stem must be the scenario's name). Throws UserError.
Scenario read_scenario(const std::filesystem::path& file);

/// Reads every *.toml of a folder, sorted by name. Throws UserError with the problems of all files.
std::vector<Scenario> read_scenarios(const std::filesystem::path& folder);

}  // namespace hotlap::scenario
