// hotlap list: what there is to choose from, printed from the registries.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/report/report.h"
#include "harness/cli/command.h"
#include "harness/cli/places.h"
#include "harness/core/suggest.h"
#include "harness/load/load.h"
#include "harness/micro/micro.h"
#include "harness/probe/probe.h"
#include "harness/scenario/scenario.h"
#include "harness/subject/system_processes.h"

namespace hotlap::cli {
namespace {

void row(std::ostream& out, const std::string& id, const std::string& help) {
  out << fmt::format("  {:<20} {}\n", id, help);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void list_servers(std::ostream& out) {
  for (const auto& manifest : subject::read_manifests(places())) {
    row(out, manifest.name, manifest.help);
    if (!manifest.variants.empty()) row(out, "", "variants: " + joined(manifest.variants));
  }
}

/// "48 configurations: type=bytes|buffer len=4|1024".
std::string grid_text(const scenario::ScenarioFile& file) {
  std::string text = fmt::format("{} configurations:", file.scenarios.size());
  for (const auto& [name, values] : file.parameters) text += fmt::format(" {}={}", name, fmt::join(values, "|"));
  return text;
}

void list_scenarios(std::ostream& out) {
  for (const auto& file : scenario::read_scenarios(home() / "scenarios")) {
    const auto& scenario = file.first();
    row(out, scenario.name,
        scenario.help + " [" + (scenario.servers.empty() ? "cmd:" : joined(scenario.servers)) + "]");
    if (!file.parameters.empty()) row(out, "", grid_text(file));
  }
}

void list_metrics(std::ostream& out) {
  for (const auto& probe : probe::probes()) {
    const auto& metric = probe.metric;
    row(out, metric.id,
        fmt::format("{} ({}, {} is better, {})", metric.help, metric.unit, name(metric.better), name(metric.role)));
  }
}

void list_loads(std::ostream& out) {
  for (const auto& generator : load::generators()) row(out, generator.id, generator.help);
}

void list_formats(std::ostream& out) {
  for (const auto& format : report::formats()) row(out, format.id, format.help);
}

void list_hot_paths(std::ostream& out) {
  for (const auto& manifest : subject::read_manifests(places())) {
    for (const auto& [hot_path, variants] : manifest.hot_paths)
      row(out, hot_path, manifest.name + ": " + joined(variants));
  }
}

/// The variants are what the program itself says: the last parts of its rows' names.
std::string micro_help(const micro::HotPath& path, core::Processes& processes) {
  std::error_code ignored;  // not there, or not to be seen: the same to us
  if (!std::filesystem::exists(path.executable, ignored)) {
    return "(not built yet: ./scripts/hotlap compare --protocol micro builds what it names)";
  }
  std::vector<std::string> variants;
  try {
    for (const auto& name : micro::list_rows(micro::resolve(path.executable, places()), processes).names) {
      const std::string last = name.substr(name.rfind('/') + 1);
      if (std::find(variants.begin(), variants.end(), last) == variants.end()) variants.push_back(last);
    }
  } catch (const core::UserError& error) {
    return "(" + error.problems().front().what + ")";
  }
  return joined(variants);
}

void list_micro(std::ostream& out) {
  const auto processes = subject::system_processes();
  for (const auto& path : micro::hot_paths(places())) row(out, path.name, micro_help(path, *processes));
}

struct Topic {
  std::string name;
  std::function<void(std::ostream&)> print;
};

const std::vector<Topic>& topics() {
  static const std::vector<Topic> all{
      {"servers", list_servers}, {"scenarios", list_scenarios}, {"metrics", list_metrics}, {"loads", list_loads},
      {"formats", list_formats}, {"hot-paths", list_hot_paths}, {"micro", list_micro}};
  return all;
}

core::ExitCode list(const std::vector<std::string>& wanted, Streams& streams) {
  std::vector<std::string> names;
  for (const auto& topic : topics()) names.push_back(topic.name);
  std::vector<core::Problem> problems;
  for (const auto& name : wanted) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      problems.push_back({"nothing called '" + name + "' to list", "", core::suggest(name, names)});
    }
  }
  if (!problems.empty()) throw core::UserError(problems);
  for (const auto& topic : topics()) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), topic.name) == wanted.end()) continue;
    streams.out << topic.name << '\n';
    topic.print(streams.out);
  }
  return core::ExitCode::ok;
}

}  // namespace

Command list_command() {
  return {"list", "servers, scenarios, metrics, loads, formats, hot-paths, micro", [](CLI::App& app) -> Action {
            auto wanted = std::make_shared<std::vector<std::string>>();
            app.add_option("topics", *wanted, "what to list (default: everything)")->type_name("TOPIC");
            return [wanted](Streams& streams) { return list(*wanted, streams); };
          }};
}

}  // namespace hotlap::cli
