// From the command line to a command, and from its errors to an exit code.
#include "harness/cli/program.h"

#include <algorithm>
#include <string_view>

#include "analysis/report/escape.h"
#include "harness/cli/command.h"
#include "harness/cli/places.h"
#include "harness/core/suggest.h"

namespace hotlap::cli {
namespace {

void print(std::ostream& err, const core::UserError& error) {
  for (const auto& problem : error.problems()) {
    // Names of files, servers and rows come from strangers.
    err << "hotlap: " << report::plain((problem.where.empty() ? "" : problem.where + ": ") + problem.what) << '\n';
    if (!problem.hint.empty()) err << "  " << report::plain(problem.hint) << '\n';
  }
}

/// CLI11 says of a mistyped command only that one is required.
void check_command(int argc, const char* const* argv) {
  if (argc < 2 || std::string_view(argv[1]).starts_with('-')) return;
  std::vector<std::string> names;
  for (const Command& command : commands()) names.push_back(command.name);
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return;
  throw core::UserError(
      {"unknown command '" + std::string(argv[1]) + "'", "", core::suggest(argv[1], names) + "; see hotlap --help"});
}

/// For mistyped options: the nearest one's name.
std::string nearest_option(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const std::string& rest : command.remaining()) {
    if (!rest.starts_with("--")) continue;
    const std::string hint = core::suggest(rest.substr(0, rest.find('=')), names);
    if (hint.starts_with("did you mean")) return hint + "; ";
  }
  return "";
}

/// CLI11's own words, with a suggestion when an option was mistyped.
core::ExitCode usage_error(const CLI::ParseError& error, const CLI::App& app, std::ostream& err) {
  err << "hotlap: " << error.what() << '\n';
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    err << "  see hotlap --help\n";
  } else {
    err << "  " << nearest_option(*chosen.front()) << "see hotlap " << chosen.front()->get_name() << " --help\n";
  }
  return core::ExitCode::usage;
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all{compare_command(), run_command(),   judge_command(), report_command(),
                                        comment_command(), import_command(), audit_command(), plan_command(),
                                        list_command(),    doctor_command(), help_command()};
  return all;
}

core::ExitCode program(int argc, const char* const* argv, std::ostream& out, std::ostream& err) {
  CLI::App app(
      "Compares two builds of an HTTP server: did the change make the hot path faster, by how much, how sure are we?",
      "hotlap");
  app.set_version_flag("--version", std::string("hotlap ") + kVersion);
  app.require_subcommand(1);
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.help);
    actions.emplace_back(sub, command.setup(*sub));
  }
  try {
    check_command(argc, argv);
    app.parse(argc, argv);
    Streams streams{out, err, std::vector<std::string>(argv, argv + argc)};
    for (const auto& [sub, action] : actions) {
      if (sub->parsed()) return action(streams);
    }
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    out << (chosen.empty() ? app.help() : chosen.front()->help());
    return core::ExitCode::ok;
  } catch (const CLI::CallForVersion& version) {
    out << version.what() << '\n';
    return core::ExitCode::ok;
  } catch (const CLI::ParseError& error) {
    return usage_error(error, app, err);
  } catch (const core::UserError& error) {
    print(err, error);
    return core::ExitCode::usage;
  } catch (const core::Interrupted&) {
    err << "hotlap: interrupted before anything was measured\n";
    return core::ExitCode::interrupted;
  } catch (const std::exception& error) {
    err << "hotlap: " << error.what() << "\n  this is a fault of hotlap: please report it with the command\n";
    return core::ExitCode::usage;
  }
  return core::ExitCode::usage;
}

}  // namespace hotlap::cli
