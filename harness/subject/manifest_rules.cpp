// What must be true of a manifest beyond the types of its values.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

#include "harness/core/suggest.h"
#include "harness/subject/manifest.h"
#include "harness/subject/placeholders.h"

namespace hotlap::subject {
namespace {

using config::Findings;

const std::vector<std::string>& known_placeholders() {
  static const std::vector<std::string> known{"{executable}", "{folder}",  "{port}",
                                              "{handler}",    "{variant}", std::string(kExtraArguments)};
  return known;
}

/// Names are typed by people, on a command line where ':', '=', '+' and '/' mean something.
bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

void check_name(const toml::node& node, Findings& findings) {
  const auto* text = node.as_string();
  if (text == nullptr || is_name(text->get())) return;  // another type has been complained about
  findings.add(node, fmt::format("'{}' is no name", text->get()), "lower-case letters, digits and '-'");
}

/// Checks an array of names: each a name, none twice.
void check_names(const toml::node* node, const char* key, Findings& findings) {
  const toml::array* array = node == nullptr ? nullptr : node->as_array();
  if (array == nullptr) return;
  std::vector<std::string> seen;
  for (const toml::node& element : *array) {
    check_name(element, findings);
    const std::string text = element.value_or(std::string());
    if (std::find(seen.begin(), seen.end(), text) != seen.end()) {
      findings.add(element, fmt::format("'{}' stands twice in '{}'", text, key));
    }
    seen.push_back(text);
  }
}

void check_identify(const toml::node* node, Findings& findings) {
  if (node == nullptr || !node->is_string()) return;
  try {
    const std::regex compiled(node->as_string()->get());
  } catch (const std::regex_error& error) {
    findings.add(*node, "'identify' is no regular expression", error.what());
  }
}

void check_placeholders(const toml::array& command, Findings& findings) {
  for (const toml::node& element : command) {
    const std::string text = element.value_or(std::string());
    for (const std::string& name : placeholder_names(text)) {
      const std::string braced = "{" + name + "}";
      const auto& known = known_placeholders();
      if (std::find(known.begin(), known.end(), braced) == known.end()) {
        findings.add(element, "unknown placeholder " + braced, core::suggest(braced, known));
      } else if (braced == kExtraArguments && text != kExtraArguments) {
        findings.add(element, braced + " must be an element of its own");
      }
    }
  }
}

bool uses(const Manifest& manifest, std::string_view placeholder) {
  return std::any_of(manifest.command.begin(), manifest.command.end(),
                     [&](const std::string& argument) { return argument.find(placeholder) != std::string::npos; });
}

void check_command(const Manifest& manifest, const toml::table& table, Findings& findings) {
  const toml::node* node = table.get("command");
  if (node == nullptr || !node->is_array()) return;
  check_placeholders(*node->as_array(), findings);
  if (node->as_array()->empty()) {
    findings.add(*node, "'command' is empty", "its first element is the executable");
    return;
  }
  if (uses(manifest, kExecutable) && manifest.executable.empty()) {
    findings.add("missing key 'executable'", "'command' uses {executable}");
  }
  if (!uses(manifest, kExecutable)) {
    findings.add(*node, "'command' does not use {executable}", "the build under test goes there");
  }
  if (!manifest.variants.empty() && !uses(manifest, "{variant}")) {
    findings.add(*node, "'command' does not use {variant}", "there are 'variants'");
  }
  if (manifest.variants.empty() && uses(manifest, "{variant}")) {
    findings.add("missing key 'variants'", "'command' uses {variant}");
  }
}

}  // namespace

void check_manifest(const Manifest& manifest, const toml::table& table, Findings& findings) {
  if (const toml::node* name = table.get("name")) {
    check_name(*name, findings);
    if (manifest.name == "cmd") findings.add(*name, "'cmd' cannot be the name of a server", "it means a command line");
  }
  for (const char* key : {"handlers", "scenarios", "variants"}) check_names(table.get(key), key, findings);
  check_identify(table.get("identify"), findings);
  check_command(manifest, table, findings);
  const toml::table* hot_paths = table["hot_paths"].as_table();
  if (hot_paths == nullptr) return;
  if (manifest.variants.empty()) findings.add(*hot_paths, "'hot_paths' without 'variants' that they change");
  for (const auto& [path, variants] : *hot_paths) check_names(&variants, "hot_paths", findings);
}

}  // namespace hotlap::subject
