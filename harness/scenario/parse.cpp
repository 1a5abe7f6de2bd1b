// A scenario's keys, in the order of the file, each with its rule; the file is read once for each configuration.
#include "harness/scenario/parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/config/toml_reader.h"
#include "harness/scenario/exchange_reader.h"
#include "harness/scenario/parameters.h"
#include "harness/scenario/rules.h"

namespace hotlap::scenario {
namespace {

using config::Findings;
using config::LocatedText;
using config::Need;
using config::TableReader;

constexpr std::int64_t kMostKinds = 1'000;
constexpr std::int64_t kMostIterations = 10'000;
constexpr std::int64_t kMostRequests = 1'000'000;

/// The file read with these values: the scenario as far as it could be read.
class ConfigurationReader {
 public:
  ConfigurationReader(const toml::table& file, const ParameterTable& parameters, const Values& values,
                      Findings& findings, Uses& uses)
      : findings_(findings),
        uses_(uses),
        parameters_(parameters.parameters()),
        placeholders_(values, parameters.doubtful, findings, uses) {
    scenario_.parameters = values;
    read(file);
  }
  Scenario take() { return std::move(scenario_); }

 private:
  void read(const toml::table& file) {
    TableReader top(&file, "", findings_);
    top.any("parameters");  // has been read
    read_identity(top);
    TableReader load = top.table("load");
    read_load(load);
    TableReader cold = top.table("cold");
    if (cold.present()) read_cold(cold);
    TableReader request = top.table("request");
    read_requests(request);
    TableReader response = top.table("response", Need::required);
    scenario_.response = read_response(response, reading(placeholders_));
    for (TableReader* table : {&top, &load, &cold, &request, &response}) table->refuse_unknown_keys();
  }

  Reading reading(const Placeholders& placeholders) { return {placeholders, parameters_, findings_, uses_}; }

  void read_identity(TableReader& top) {
    if (const auto name = top.text("name", Need::required)) {
      scenario_.name = name->value;
      if (!is_scenario_name(name->value)) {
        findings_.add(name->at, fmt::format("name '{}'", name->value), "lower-case letters, digits and '-' only");
      }
    }
    if (const auto help = top.text("help", Need::required)) scenario_.help = plain("help", *help);
    if (const auto handler = top.text("handler", Need::required)) scenario_.handler = plain("handler", *handler);
    for (const LocatedText& server : top.texts("servers", Need::required)) {
      const bool twice = std::count(scenario_.servers.begin(), scenario_.servers.end(), server.value) > 0;
      if (twice) findings_.add(server.at, fmt::format("server '{}' is named twice", server.value));
      scenario_.servers.push_back(plain("a server's name", server));
    }
  }

  void read_load(TableReader& table) {
    read_load(table, "connections", 10'000, scenario_.load.connections, scenario_.connections_from);
    read_load(table, "pipeline", 1'000, scenario_.load.pipeline, scenario_.pipeline_from);
  }

  void read_load(TableReader& table, const char* key, std::int64_t most, int& number, std::string& from) {
    if (const auto value = placeholders_.whole(table, key, 1, most)) number = static_cast<int>(value->value);
    const toml::node* node = table.any(key);
    if (node != nullptr && node->is_string()) from = first_placeholder(node->as_string()->get());
  }

  void read_cold(TableReader& table) {
    const auto iterations = needed(table, "iterations", core::kFewestIterations, kMostIterations);
    const auto requests = needed(table, "requests", 1, kMostRequests);
    if (!iterations || !requests) return;
    const core::ColdStart cold{static_cast<int>(iterations->value), static_cast<int>(requests->value)};
    if (cold.requests < core::fewest_requests(scenario_.load)) {
      findings_.add(requests->at,
                    fmt::format("{} requests an iteration, fewer than are under way at a time", cold.requests),
                    fmt::format("at least {}: connections x pipeline", core::fewest_requests(scenario_.load)));
    }
    scenario_.cold = cold;
  }

  std::optional<config::Located<std::int64_t>> needed(TableReader& table, const char* key, std::int64_t least,
                                                      std::int64_t most) {
    if (table.any(key) == nullptr) findings_.add(table.place_of(key), fmt::format("missing key '{}' in [cold]", key));
    return placeholders_.whole(table, key, least, most);
  }

  /// One request for each kind of client.
  void read_requests(TableReader& table) {
    const auto kinds = placeholders_.whole(table, "kinds", 1, kMostKinds);
    scenario_.load.kinds = kinds ? static_cast<int>(kinds->value) : 1;
    if (scenario_.load.kinds == 1) {
      scenario_.request = read_request(table, reading(placeholders_));
      return;
    }
    for (int kind = 0; kind < scenario_.load.kinds; ++kind) {
      const Placeholders counted = placeholders_.with("kind", std::to_string(kind));
      core::Request request = read_request(table, reading(counted));
      if (kind == 0)
        scenario_.request = std::move(request);
      else
        scenario_.other_kinds.push_back(std::move(request));
    }
    if (!uses_.names.contains("kind")) {
      findings_.add(kinds->at, fmt::format("{} kinds of client that send the same", kinds->value),
                    "use {kind} in [request]");
    }
    if (scenario_.load.connections < scenario_.load.kinds) {
      findings_.add(kinds->at, fmt::format("{} kinds of client on {} connections: some would never send", kinds->value,
                                           scenario_.load.connections));
    }
  }

  /// A string that is printed in tables and messages: not empty, and nothing that moves a cursor.
  std::string plain(const char* subject, const LocatedText& text) {
    if (text.value.empty()) findings_.add(text.at, fmt::format("{} is empty", subject));
    if (has_control_character(text.value)) findings_.add(text.at, fmt::format("{} holds a control character", subject));
    return text.value;
  }

  Findings& findings_;
  Uses& uses_;
  std::vector<Parameter> parameters_;
  Placeholders placeholders_;
  Scenario scenario_;
};

/// The name must be the stem of the file, by which the command line finds it.
void expect_name(const toml::table& file, const Scenario& scenario, const std::string& stem, Findings& findings) {
  const toml::node* name = file.get("name");
  if (name == nullptr || !name->is_string() || scenario.name == stem) return;
  findings.add(*name, fmt::format("the name '{}' is not the file's", scenario.name),
               fmt::format("name = \"{}\"", stem));
}

/// What no configuration needs was written by mistake.
void refuse_unused(const toml::table& file, const ParameterTable& parameters, const Uses& uses, Findings& findings) {
  if (!parameters.doubtful.empty()) return;  // then not every configuration was read
  for (const Axis& axis : parameters.axes) {
    for (const std::string& name : axis.names) {
      if (uses.names.contains(name)) continue;
      findings.add(axis.at, fmt::format("parameter '{}' is used nowhere", name),
                   fmt::format("write {{{}}} where its value belongs, or take it out", name));
    }
  }
  const toml::node_view blocks = file["response"]["also"];
  if (!blocks.is_array() || !findings.empty()) return;  // what is wrong with a block has been said
  for (const toml::node& block : *blocks.as_array()) {
    if (!block.is_table() || uses.blocks.contains(block.source().begin)) continue;
    findings.add(block, "[[response.also]] applies to no configuration");
  }
}

}  // namespace

Parsed parse(std::string_view toml, const std::string& source, const std::optional<std::string>& stem) {
  Parsed parsed;
  Findings all(source);
  if (const auto file = config::parse(toml, source, all)) {
    const ParameterTable parameters = read_parameters(*file, all);
    parsed.file.parameters = parameters.parameters();
    Uses uses;
    for (const Values& values : parameters.points()) {
      Findings findings(source);
      parsed.file.scenarios.push_back(ConfigurationReader(*file, parameters, values, findings, uses).take());
      all.absorb(findings, uses.doubtful);
    }
    if (stem) expect_name(*file, parsed.file.first(), *stem, all);
    refuse_unused(*file, parameters, uses, all);
  }
  parsed.problems = all.problems();
  return parsed;
}

ScenarioFile parse_scenario(std::string_view toml, const std::string& source) {
  Parsed parsed = parse(toml, source, std::nullopt);
  if (!parsed.problems.empty()) throw core::UserError(std::move(parsed.problems));
  return std::move(parsed.file);
}

}  // namespace hotlap::scenario
