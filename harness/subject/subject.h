// A server under test: its manifest, and the build or variant chosen.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/process.h"

namespace hotlap::subject {

/// servers/<name>/server.toml: all the harness knows of a server.
struct Manifest {
  std::string name;
  std::string help;
  /// Arguments, [0] the executable. Placeholders: {executable} {folder} {port} {handler} {variant}.
  std::vector<std::string> command;
  /// What {executable} is when the subject does not say: a name on PATH, or "build:<path>", relative to the build tree.
  std::string executable;
  /// Regular expression on the output of `EXECUTABLE --version`; empty: never identified by a bare path.
  std::string identify;
  std::vector<std::string> handlers;   ///< names of handlers it has; empty: any
  std::vector<std::string> scenarios;  ///< the default set
  std::vector<std::string> variants;   ///< empty: it has none
  /// hot path -> its variants, for "before+emit=indexed".
  std::vector<std::pair<std::string, std::vector<std::string>>> hot_paths;
  int laps = 60;                ///< laps per arm and round that suit its start-up cost
  bool counts_requests = false; ///< at a clean stop its last line on standard output is "requests N"
  int ready_seconds = 10;       ///< deadline for answering its first request
  int stop_seconds = 5;         ///< deadline for ending after SIGTERM
};

/// Parses a manifest; UserError with all problems and line numbers.
Manifest parse_manifest(std::string_view toml, const std::string& source);

/// Where things are.
struct Places {
  std::filesystem::path servers;  ///< the folder with one folder a server
  std::filesystem::path build;    ///< the build tree, for "build:" executables
};

/// Every manifest of the folder, by name. UserError with the problems of all.
std::vector<Manifest> read_manifests(const Places& places);

/// A subject as the user named it, resolved.
struct Subject {
  std::string spec;         ///< as given
  Manifest manifest;        ///< name "cmd" for cmd:
  std::filesystem::path folder;  ///< of the server; empty for cmd:
  std::string executable;   ///< absolute path
  std::string variant;      ///< as given after ':'
  std::string version;      ///< first line of --version; empty when it was not asked
  std::string hash;         ///< "xxh3:..." of the executable's bytes
  std::vector<std::string> extra_arguments;
  std::vector<std::pair<std::string, std::string>> extra_environment;
};

/// SUBJECT of the command line (see the README): NAME, NAME:VARIANT, NAME=PATH, PATH, cmd:COMMAND LINE.
/// Throws UserError: unknown name, unknown variant, no such executable, a path that no manifest identifies, a command line
/// without {port} (a `cmd:` server also gets PORT in its environment, so {port} may be missing only if the text mentions no port).
Subject resolve(const std::string& spec, const Places& places, core::Processes& processes);

/// Splits a `cmd:` command line: white space separates, '...' and "..." quote, backslash escapes outside '...'. No shell, no globbing,
/// no variables. Throws UserError on an unclosed quote or an empty line.
std::vector<std::string> split_command_line(std::string_view line);

/// How a subject is started once.
struct Launch {
  std::uint16_t port = 0;
  std::string handler;
  int environment_padding = 0;
  std::vector<int> cpus;
  std::string output_path;  ///< where its output goes
};

/// The command to start: placeholders filled (also in the extra arguments), PORT, HOTLAP_HANDLER, the padding variable and the
/// subject's own environment set. The executable is started under a path whose length does not depend on the arm (see `short_path`).
core::Command command_for(const Subject& subject, const Launch& launch);

}  // namespace hotlap::subject
