// hotlap help: the manual, a page a topic; the pages are files in help/, built into the program.
#include "harness/cli/help.h"

#include <algorithm>

#include "harness/cli/options.h"
#include "harness/core/suggest.h"

namespace hotlap::cli {
namespace {

const CLI::App& option_table() {
  static MeasureOptions options;
  static const auto table = [] {
    auto app = std::make_unique<CLI::App>();
    add_measure_options(*app, options, false);
    return app;
  }();
  return *table;
}

const HelpPage& page(const std::string& topic) {
  std::vector<std::string> names;
  for (const HelpPage& one : help_pages()) {
    if (one.topic == topic) return one;
    names.emplace_back(one.topic);
  }
  throw core::UserError({"no page '" + topic + "'", "", core::suggest(topic, names) + "; see hotlap help"});
}

core::ExitCode show(const std::string& topic, Streams& streams) {
  if (!topic.empty()) {
    streams.out << filled(page(topic).text) << std::flush;
  } else {
    streams.out << "hotlap help TOPIC, where TOPIC is one of:\n\n";
    for (const HelpPage& one : help_pages()) {
      std::string title(one.text.substr(0, one.text.find('\n')));
      streams.out << "  " << one.topic << std::string(16 - std::min<std::size_t>(15, one.topic.size()), ' ')
                  << title.substr(title.find_first_not_of("# ")) << '\n';
    }
    streams.out << "\nhotlap COMMAND --help lists the options of a command.\n" << std::flush;
  }
  if (!streams.out) throw core::UserError({"the page could not be written to standard output", "", ""});
  return core::ExitCode::ok;
}

}  // namespace

std::string filled(std::string_view text) {
  std::string result(text);
  for (const CLI::Option* option : option_table().get_options()) {
    if (option->get_default_str().empty()) continue;
    for (const std::string& name : option->get_lnames()) {
      const std::string mark = "{" + name + "}";
      for (std::size_t at = result.find(mark); at != std::string::npos; at = result.find(mark, at)) {
        result.replace(at, mark.size(), option->get_default_str());
      }
    }
  }
  return result;
}

Command help_command() {
  return {"help", "the manual: verdicts, control, budget, ci, ...", [](CLI::App& app) -> Action {
            auto topic = std::make_shared<std::string>();
            app.add_option("topic", *topic, "a page (default: the list of them)")->type_name("TOPIC");
            return [topic](Streams& streams) { return show(*topic, streams); };
          }};
}

}  // namespace hotlap::cli
