// reference-server: an HTTP/1.1 server shaped like node:http, whose hot paths can be exchanged.
#include <cstdio>
#include <string>
#include <vector>

#include "servers/reference/options.h"
#include "servers/reference/server.h"

namespace {

void print(std::FILE* file, const std::string& text) {
  std::fputs(text.c_str(), file);
  std::fflush(file);
}

int explain(const std::vector<reference::Problem>& problems) {
  for (const auto& problem : problems) print(stderr, "reference-server: " + problem.what + "; " + problem.hint + "\n");
  return 2;
}

int serve_and_count(const reference::Options& options) {
  const reference::Served served = reference::serve(options);
  if (!served.problem.empty()) {
    print(stderr, "reference-server: " + served.problem + "\n");
    return 1;
  }
  print(stdout, "requests " + std::to_string(served.requests) + "\n");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto [options, problems] = reference::parse_options({argv + 1, argv + argc});
  if (!problems.empty()) return explain(problems);
  using Action = reference::Options::Action;
  switch (options.action) {
    case Action::kServe:
      return serve_and_count(options);
    case Action::kVersion:
      print(stdout, std::string(reference::kVersionText) + "\n");
      return 0;
    case Action::kHelp:
      print(stdout, reference::help_text());
      return 0;
    case Action::kListHotPaths:
      print(stdout, reference::hot_paths_text());
      return 0;
    case Action::kListSets:
      print(stdout, reference::sets_text());
      return 0;
    case Action::kListHandlers:
      print(stdout, reference::handlers_text());
      return 0;
  }
  return 2;
}
