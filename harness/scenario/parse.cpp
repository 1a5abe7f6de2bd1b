// A scenario's keys, in the order of the file, each with its rule.
#include "harness/scenario/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/config/toml_reader.h"
#include "harness/scenario/rules.h"

namespace hotlap::scenario {
namespace {

using config::Findings;
using config::LocatedText;
using config::Need;
using config::TableReader;

/// One parse: the scenario as far as it could be read, and what is wrong.
class Parser {
 public:
  Parser(std::string_view toml, const std::string& source) : findings_(source) {
    if (const auto file = config::parse(toml, source, findings_)) read(*file);
  }

  const Scenario& scenario() const { return scenario_; }
  std::vector<core::Problem> problems() const { return findings_.problems(); }

  /// The name must be the stem of the file, by which the command line finds it.
  void expect_name(const std::string& stem) {
    if (name_at_ && scenario_.name != stem) {
      findings_.add(*name_at_, fmt::format("the name '{}' is not the file's", scenario_.name),
                    fmt::format("name = \"{}\"", stem));
    }
  }

 private:
  void read(const toml::table& file) {
    TableReader top(&file, "", findings_);
    read_identity(top);
    TableReader load = top.table("load");
    read_load(load);
    TableReader request = top.table("request");
    read_request(request);
    TableReader response = top.table("response", Need::required);
    read_response(response);
    for (TableReader* table : {&top, &load, &request, &response}) table->refuse_unknown_keys();
  }

  void read_identity(TableReader& top) {
    if (const auto name = top.text("name", Need::required)) {
      scenario_.name = name->value;
      name_at_ = name->at;
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
    core::LoadShape& load = scenario_.load;
    if (const auto connections = table.integer("connections", 1, 10'000)) {
      load.connections = static_cast<int>(connections->value);
    }
    if (const auto pipeline = table.integer("pipeline", 1, 1'000)) load.pipeline = static_cast<int>(pipeline->value);
  }

  void read_request(TableReader& table) {
    core::Request& request = scenario_.request;
    if (const auto method = table.text("method")) {
      request.method = method->value;
      if (!is_token(method->value)) findings_.add(method->at, "the method is not a token of RFC 9110");
    }
    if (const auto target = table.text("target")) {
      request.target = target->value;
      if (!is_target(target->value)) {
        findings_.add(target->at,
                      "target must start with '/' or be '*', and hold no white space or control characters");
      }
    }
    request.headers = headers(table);
    if (auto body = table.text("body")) request.body = std::move(body->value);
  }

  void read_response(TableReader& table) {
    core::Expectation& response = scenario_.response;
    if (const auto status = table.integer("status", 100, 599)) response.status = static_cast<int>(status->value);
    response.headers = headers(table);
    for (LocatedText& name : table.texts("absent_headers")) {
      check_header_name(name);
      response.absent_headers.push_back(std::move(name.value));
    }
    if (auto body = table.text("body")) {
      response.body = std::move(body->value);
      response.body_bytes = response.body->size();
    }
    const auto bytes = table.integer("body_bytes", 0, std::numeric_limits<std::int64_t>::max());
    if (!bytes) return;
    if (response.body && static_cast<std::uint64_t>(bytes->value) != response.body->size()) {
      findings_.add(bytes->at,
                    fmt::format("body_bytes is {}, but the body has {} bytes", bytes->value, response.body->size()),
                    "state one of them");
    }
    response.body_bytes = static_cast<std::uint64_t>(bytes->value);
  }

  std::vector<core::HeaderField> headers(TableReader& table) {
    std::vector<core::HeaderField> headers;
    for (auto& [name, value] : table.pairs("headers")) {
      check_header_name(name);
      if (has_control_character(value.value)) {
        findings_.add(value.at, "a header value holds a control character");
      } else if (has_outer_white_space(value.value)) {
        findings_.add(value.at, "a header value begins or ends with white space",
                      "it is no part of a value: RFC 9110, 5.5");
      }
      headers.push_back({std::move(name.value), std::move(value.value)});
    }
    return headers;
  }

  void check_header_name(const LocatedText& name) {
    if (!is_token(name.value)) findings_.add(name.at, "a header name is not a token of RFC 9110");
  }

  /// A string that is printed in tables and messages: not empty, and nothing that moves a cursor.
  std::string plain(const char* subject, const LocatedText& text) {
    if (text.value.empty()) findings_.add(text.at, fmt::format("{} is empty", subject));
    if (has_control_character(text.value)) findings_.add(text.at, fmt::format("{} holds a control character", subject));
    return text.value;
  }

  Findings findings_;
  Scenario scenario_;
  std::optional<toml::source_position> name_at_;
};

}  // namespace

Parsed parse(std::string_view toml, const std::string& source, const std::optional<std::string>& stem) {
  Parser parser(toml, source);
  if (stem) parser.expect_name(*stem);
  return {parser.scenario(), parser.problems()};
}

Scenario parse_scenario(std::string_view toml, const std::string& source) {
  Parsed parsed = parse(toml, source, std::nullopt);
  if (!parsed.problems.empty()) throw core::UserError(std::move(parsed.problems));
  return std::move(parsed.scenario);
}

}  // namespace hotlap::scenario
