// hyperfine's JSON (--export-json): one sample a run, which is a process of its own.
#include <fmt/format.h>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/json_elements.h"

namespace hotlap::foreign {
namespace {

record::ConfigurationInfo configuration_of(const Json& result, const std::string& command) {
  record::ConfigurationInfo configuration{command, {}};
  const auto found = result.find("parameters");
  if (found == result.end() || !found->is_object()) return configuration;
  for (const auto& [name, value] : found->items()) {
    configuration.parameters.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return configuration;
}

/// A command that failed was let through by --ignore-failure: its time is that of something else.
std::string failure_of(const Json& result) {
  const auto codes = result.find("exit_codes");
  if (codes == result.end() || !codes->is_array()) return "";
  for (std::size_t i = 0; i < codes->size(); ++i) {
    const Json& code = (*codes)[i];
    if (code.is_null()) return fmt::format("run {} was ended by a signal", i + 1);
    if (code.is_number_integer() && code != 0) return fmt::format("run {} ended with status {}", i + 1, code.dump());
  }
  return "";
}

class Reader {
 public:
  explicit Reader(Collector& collector) : collector_(collector) {
    collector.metric({"run_time", "s", core::Better::lower, core::Pooling::per_request, core::Role::decides, false,
                      "wall time of a run of the command"},
                     1);
  }

  void read_result(const Json& result, std::size_t line) {
    const std::string command = text_in(result, "command", collector_, line);
    std::optional<core::Arm> arm;
    // One file with two commands: they are the builds, whatever each is called.
    record::ConfigurationInfo configuration = configuration_of(result, command);
    if (collector_.alone()) {
      if (results_ == 2) {
        collector_.refuse(line, "more than two commands in one file", "name two files: old, then new");
      }
      arm = results_ == 0 ? core::Arm::old_build : core::Arm::new_build;
      configuration = {"command", {}};
      collector_.warn({"command",
                       fmt::format("{} is `{}`", core::arm_name(*arm), command.substr(0, 200)),
                       "the first command of the file is old, the second new",
                       {}});
    }
    ++results_;
    const auto times = result.find("times");
    if (times == result.end() || !times->is_array()) {
      collector_.refuse(line, "there is no array \"times\"", "export it with --export-json, not as a summary");
    }
    if (const std::string failure = failure_of(result); !failure.empty()) {
      collector_.broken(line, configuration, failure, arm);
    }
    for (const Json& time : *times) {
      if (!time.is_number()) collector_.refuse(line, fmt::format("a time of {} is no number", time.dump()));
      collector_.sample(line, configuration, {{"run_time", time.get<double>()}}, arm);
    }
  }

 private:
  Collector& collector_;
  std::size_t results_ = 0;
};

void read(std::istream& text, Collector& collector) {
  Reader reader(collector);
  read_elements(text, collector, "results",
                [&](const Json& result, std::size_t line) { reader.read_result(result, line); });
}

bool recognises(std::string_view start) {
  return start.starts_with('{') && start.find("\"results\"") != start.npos && start.find("\"command\"") != start.npos;
}

}  // namespace

Format hyperfine_format() {
  return {"hyperfine", "hyperfine --export-json: two commands in one file, or a file for each build", recognises, read};
}

}  // namespace hotlap::foreign
