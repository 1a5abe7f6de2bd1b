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
  /// Arguments, [0] the executable. Placeholders: {executable} {folder} {port} {handler} {variant}. The subject's extra
  /// arguments go where an element of its own says {arguments}, else right behind the executable: they are switches of
  /// the program.
  std::vector<std::string> command;
  /// What {executable} is when the subject does not say: a name on PATH, or "build:<path>", relative to the build tree.
  std::string executable;
  /// The same program linked into another order, in the form of `executable`: what it differs by is the noise of
  /// layout. Empty: there is none.
  std::string relinked;
  /// Regular expression on the output of `EXECUTABLE --version`; empty: never identified by a bare path.
  std::string identify;
  std::vector<std::string> handlers;   ///< names of handlers it has; empty: any
  std::vector<std::string> scenarios;  ///< the default set
  std::vector<std::string> variants;   ///< empty: it has none
  /// hot path -> its variants, for "before+emit=indexed".
  std::vector<std::pair<std::string, std::vector<std::string>>> hot_paths;
  /// How many warm-up laps without getting faster make it steady: few for compiled code; a JIT pauses between its
  /// tiers.
  int steady_laps = 40;
  /// And how many requests it answers at least before it can be called steady: a JIT compiles after so many calls.
  int warm_requests = 0;
  int laps = 60;                 ///< laps per arm and round that suit its start-up cost
  bool counts_requests = false;  ///< at a clean stop its last line on standard output is "requests N"
  int ready_seconds = 10;        ///< deadline for answering its first request
  int stop_seconds = 5;          ///< deadline for ending after SIGTERM
};

/// Parses a manifest. UserError with all problems at once, each with "source:line:column". Keys are the names of the
/// fields above; `name`, `help` and `command` must be there, and whatever the command needs.
Manifest parse_manifest(std::string_view toml, const std::string& source);

/// Where things are.
struct Places {
  std::filesystem::path servers;  ///< the folder with one folder a server
  std::filesystem::path build;    ///< the build tree, for "build:" executables
};

/// Every manifest of the folder, sorted by name; a name must be that of its folder. Folders without a manifest are no
/// servers. UserError with the problems of all.
std::vector<Manifest> read_manifests(const Places& places);

/// A subject as the user named it, resolved.
struct Subject {
  std::string spec;              ///< as given
  Manifest manifest;             ///< name "cmd" for cmd:
  std::filesystem::path folder;  ///< of the server; empty for cmd:
  std::string executable;        ///< absolute path
  std::string variant;           ///< as given after ':'
  /// First line of --version; empty when it was not asked (no `identify`, or cmd:) or knows no --version.
  std::string version;
  std::string hash;  ///< "xxh3:..." of the executable's bytes
  std::vector<std::string> extra_arguments;
  std::vector<std::pair<std::string, std::string>> extra_environment;
};

/// SUBJECT of the command line (see the README): NAME, NAME:VARIANT, NAME=PATH (also NAME:VARIANT=PATH), PATH (anything
/// with a '/'), cmd:COMMAND LINE, in which {port} and {handler} are replaced; PORT and HOTLAP_HANDLER are set too, for
/// every subject. Throws UserError: unknown name, unknown or missing variant, no such executable, a path that no
/// manifest identifies (or several do), an unknown {placeholder}.
Subject resolve(const std::string& spec, const Places& places, core::Processes& processes);

/// The same subject with the relinked copy of its executable. Throws UserError when its server has none, or another
/// executable was named: of that nobody has the objects.
Subject relinked(const Subject& subject, const Places& places);

/// Splits a `cmd:` command line: white space separates, '...' and "..." quote, backslash escapes outside '...'. No
/// shell, no globbing, no variables. Throws UserError on an unclosed quote or an empty line.
std::vector<std::string> split_command_line(std::string_view line);

/// The same path with more slashes in front, 512 bytes long (a longer one: 4095, the longest that can be started), so
/// that the stack of a program does not begin elsewhere because its build folder has a longer name (Mytkowicz et al.
/// 2009). Slashes mean the same file to the kernel and to programs that look beside their own path, unlike a link.
/// @param path absolute.
std::string path_of_equal_length(const std::string& path);

/// How a subject is started once.
struct Launch {
  std::uint16_t port = 0;
  std::string handler;
  int environment_padding = 0;
  std::vector<int> cpus;
  std::string output_path;  ///< where its output goes
};

/// The command to start: placeholders filled (also in the extra arguments), PORT, HOTLAP_HANDLER, HOTLAP_PADDING (so
/// many 'x') and the subject's own environment set. The executable is started under a path whose length does not depend
/// on the arm (see `path_of_equal_length`). Throws UserError on an unknown {placeholder} in the extra arguments.
core::Command command_for(const Subject& subject, const Launch& launch);

}  // namespace hotlap::subject
