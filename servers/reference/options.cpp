// The command line of reference-server.
#include "servers/reference/options.h"

#include <uv.h>

#include <algorithm>
#include <charconv>

#include "servers/reference/sets.h"

namespace reference {
namespace {

std::vector<std::string_view> names() {
  std::vector<std::string_view> all = {"--port", "--handler",        "--hot-paths", "--host",         "--version",
                                       "--help", "--list-hot-paths", "--list-sets", "--list-handlers"};
  for (const LimitOption& option : kLimitOptions) all.push_back(option.name);
  return all;
}

const LimitOption* limit_option(std::string_view name) {
  const auto* found = std::find_if(kLimitOptions.begin(), kLimitOptions.end(),
                                   [&](const LimitOption& option) { return option.name == name; });
  return found == kLimitOptions.end() ? nullptr : found;
}

std::vector<std::string_view> handler_ids() {
  std::vector<std::string_view> ids;
  for (const HandlerInfo& handler : handlers()) ids.push_back(handler.id);
  return ids;
}

bool is_address(const std::string& host) {
  sockaddr_in v4;
  sockaddr_in6 v6;
  return uv_ip4_addr(host.c_str(), 1, &v4) == 0 || uv_ip6_addr(host.c_str(), 1, &v6) == 0;
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  OptionsParse parse() {
    options().choice = parse_choice("").choice;
    while (next_ < arguments_.size()) take(arguments_[next_++]);
    if (options().action != Options::Action::kServe) {
      result_.problems.clear();
      return result_;
    }
    if (!has_port_) problem("no port", "give --port N");
    if (!has_handler_) problem("no handler", "give --handler NAME; " + suggest("", handler_ids()));
    return result_;
  }

 private:
  Options& options() { return result_.options; }
  void problem(std::string what, std::string hint) { result_.problems.push_back({std::move(what), std::move(hint)}); }

  void take(const std::string& argument) {
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    if (take_action(name)) return;
    if (name != "--port" && name != "--handler" && name != "--hot-paths" && name != "--host" &&
        limit_option(name) == nullptr) {
      return problem("unknown argument '" + argument + "'", suggest(name, names()));
    }
    std::string value;
    if (equals != std::string::npos) {
      value = argument.substr(equals + 1);
    } else if (next_ < arguments_.size()) {
      value = arguments_[next_++];
    } else {
      has_port_ |= name == "--port";
      has_handler_ |= name == "--handler";
      return problem(name + " lacks its value", "see --help");
    }
    take_value(name, value);
  }

  bool take_action(const std::string& name) {
    using Action = Options::Action;
    Action action = Action::kServe;
    if (name == "--version") action = Action::kVersion;
    if (name == "--help") action = Action::kHelp;
    if (name == "--list-hot-paths") action = Action::kListHotPaths;
    if (name == "--list-sets") action = Action::kListSets;
    if (name == "--list-handlers") action = Action::kListHandlers;
    if (action == Action::kServe) return false;
    if (options().action == Action::kServe) options().action = action;
    return true;
  }

  void take_value(const std::string& name, const std::string& value) {
    if (name == "--port") {
      take_port(value);
    } else if (name == "--handler") {
      has_handler_ = true;
      options().handler = value;
      const auto ids = handler_ids();
      if (std::find(ids.begin(), ids.end(), value) == ids.end()) {
        problem("there is no handler '" + value + "'", suggest(value, ids));
      }
    } else if (const LimitOption* limit = limit_option(name)) {
      take_limit(*limit, value);
    } else if (name == "--host") {
      options().host = value;
      if (!is_address(value)) problem("'" + value + "' is not an IP address", "give --host as 127.0.0.1 or ::1");
    } else {
      ChoiceParse choice = parse_choice(value);
      options().choice = choice.choice;
      for (Problem& found : choice.problems) result_.problems.push_back(std::move(found));
    }
  }

  void take_limit(const LimitOption& option, const std::string& value) {
    constexpr std::uint64_t kMost = 1'000'000'000;
    const char* end = value.data() + value.size();
    std::uint64_t& number = options().limits.*option.value;
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc() || stop != end || number > kMost) {
      problem("'" + value + "' is not a number for " + std::string(option.name), "give it one from 0 to 1000000000");
    }
  }

  void take_port(const std::string& value) {
    has_port_ = true;
    const char* end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, options().port);
    if (error != std::errc() || stop != end || options().port == 0) {
      problem("'" + value + "' is not a port", "give --port a number from 1 to 65535");
    }
  }

  const std::vector<std::string>& arguments_;
  std::size_t next_ = 0;
  bool has_port_ = false;
  bool has_handler_ = false;
  OptionsParse result_;
};

void add_line(std::string& text, std::string_view id, std::string_view help) {
  constexpr std::size_t kColumn = 36;
  text += "  ";
  text += id;
  text.append(id.size() < kColumn ? kColumn - id.size() : 1, ' ');
  text += help;
  text += '\n';
}

}  // namespace

OptionsParse parse_options(const std::vector<std::string>& arguments) { return Parser(arguments).parse(); }

std::string help_text() {
  std::string text =
      "usage: reference-server --port N --handler NAME [--hot-paths SET[+HOTPATH=VARIANT]...] [--host ADDRESS]\n"
      "An HTTP/1.1 server shaped like node:http. SET is before or after.\n\n";
  add_line(text, "--port N", "port to listen on");
  add_line(text, "--handler NAME", "what answers the requests, see --list-handlers");
  add_line(text, "--hot-paths WHICH",
           "implementation of the hot paths, see --list-hot-paths; after when not given or empty");
  add_line(text, "--host ADDRESS", Options().host + " when not given");
  for (const LimitOption& option : kLimitOptions) {
    add_line(text, std::string(option.name) + " N",
             std::string(option.help) + "; " + std::to_string(Limits().*option.value) + " when not given");
  }
  add_line(text, "--list-handlers", "");
  add_line(text, "--list-hot-paths", "");
  add_line(text, "--list-sets", "");
  add_line(text, "--version", "");
  text += "\nEnds on SIGTERM or SIGINT and prints how many requests it answered, errors included.\n";
  return text;
}

std::string sets_text() {
  std::string text;
  for (const std::string& name : set_names()) text += name + "\n";
  return text;
}

std::string hot_paths_text() {
  std::string text;
  for (const HotPath& hot_path : hot_paths()) {
    text += std::string(hot_path.id) + ": " + std::string(hot_path.help) + "\n";
    for (const auto& variant : hot_path.variants) {
      std::string help(variant.help);
      if (variant.id == hot_path.before) help += " (before)";
      if (variant.id == hot_path.after) help += " (after)";
      add_line(text, variant.id, help);
    }
  }
  return text;
}

std::string handlers_text() {
  std::string text;
  for (const HandlerInfo& handler : handlers()) add_line(text, handler.id, handler.help);
  return text;
}

}  // namespace reference
