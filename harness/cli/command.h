// A command of the program: a row of the registry, in a file of its own.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "harness/core/error.h"

namespace hotlap::cli {

struct Streams {
  std::ostream& out;
  std::ostream& err;
  std::vector<std::string> command_line;  ///< as started, for the record
};

using Action = std::function<core::ExitCode(Streams&)>;

struct Command {
  std::string name;
  std::string help;  ///< one line
  /// Adds the command's options to its CLI11 sub-command; the action reads them when it runs.
  std::function<Action(CLI::App&)> setup;
};

/// All commands, in the order of `--help`.
const std::vector<Command>& commands();

Command compare_command();
Command run_command();
Command judge_command();
Command report_command();
Command comment_command();
Command audit_command();
Command import_command();
Command plan_command();
Command list_command();
Command doctor_command();
Command help_command();

}  // namespace hotlap::cli
