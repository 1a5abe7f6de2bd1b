// The command line of reference-server.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "servers/reference/hot_paths.h"
#include "servers/reference/limits.h"
#include "servers/reference/usage.h"

namespace reference {

inline constexpr std::string_view kVersionText = "hotlap-reference 0.1.0";

struct Options {
  enum class Action { kServe, kVersion, kHelp, kListHotPaths, kListSets, kListHandlers };
  Action action = Action::kServe;
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  std::string handler;
  Choice choice{};
  Limits limits;
};

struct OptionsParse {
  Options options;
  std::vector<Problem> problems;  ///< all of them; empty: the options are good
};

/// `arguments` without the name of the program. The first of --version, --help and --list-... decides alone.
OptionsParse parse_options(const std::vector<std::string>& arguments);

std::string help_text();
std::string hot_paths_text();
/// The values of --hot-paths that are compiled in, one a line.
std::string sets_text();
std::string handlers_text();

}  // namespace reference
