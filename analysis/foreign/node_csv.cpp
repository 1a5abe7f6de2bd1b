// Node's benchmark/compare.js: a CSV of binary, filename, configuration, rate and time; with a space after each comma
// until 2023.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "analysis/foreign/formats.h"
#include "analysis/foreign/lines.h"

namespace hotlap::foreign {
namespace {

using Fields = std::vector<std::string>;
const Fields kTitles{"binary", "filename", "configuration", "rate", "time"};

/// Splits a line into its fields; false when its quotes do not match. What `fields` held is overwritten.
bool split(std::string_view line, Fields& fields) {
  std::size_t at = 0;
  for (std::size_t count = 1;; ++count) {
    while (at < line.size() && line[at] == ' ') ++at;
    if (fields.size() < count) fields.emplace_back();
    std::string& field = fields[count - 1];
    field.clear();
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at >= line.size()) return false;
        if (line[at] == '"' && (at + 1 >= line.size() || line[at + 1] != '"')) break;
        if (line[at] == '"') ++at;
        field += line[at];
      }
      ++at;
      if (at < line.size() && line[at] != ',' && line[at] != ' ') return false;
    } else {
      const std::size_t end = std::min(line.find(',', at), line.size());
      field = line.substr(at, end - at);
      while (field.ends_with(' ')) field.pop_back();
      at = end;
    }
    while (at < line.size() && line[at] == ' ') ++at;
    if (at >= line.size()) {
      fields.resize(count);
      return true;
    }
    if (line[at] != ',') return false;
    ++at;
  }
}

/// Takes one value of util.inspect or JSON off the front: bare up to a space, or in quotes with escapes.
std::string take_value(std::string_view& text) {
  std::string value;
  if (text.empty() || (text.front() != '\'' && text.front() != '"' && text.front() != '`')) {
    const std::size_t end = std::min(text.find(' '), text.size());
    value = text.substr(0, end);
    text.remove_prefix(end);
    return value;
  }
  const char quote = text.front();
  std::size_t at = 1;
  for (; at < text.size() && text[at] != quote; ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    value += text[at];
  }
  text.remove_prefix(std::min(at + 1, text.size()));
  return value;
}

/// "c=50 type='a b'" as parameters; what is no list of them is one parameter by itself.
std::vector<std::pair<std::string, std::string>> parameters_of(std::string_view text) {
  const std::string whole(text);
  std::vector<std::pair<std::string, std::string>> parameters;
  while (!text.empty()) {
    const std::size_t equals = text.find_first_of("= ");
    if (equals == text.npos || equals == 0 || text[equals] != '=') return {{"configuration", whole}};
    std::string key(text.substr(0, equals));
    text.remove_prefix(equals + 1);
    parameters.emplace_back(std::move(key), take_value(text));
    if (!text.empty() && text.front() != ' ') return {{"configuration", whole}};
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  return parameters;
}

core::Nanoseconds elapsed_of(double seconds) {
  return core::Nanoseconds(static_cast<std::int64_t>(std::min(seconds, 1e9) * 1e9));
}

/// File name and configuration as they are written -> the place of what they say.
using Places = std::map<std::pair<std::string, std::string>, int>;

int place_of(const Fields& fields, Places& places, Collector& collector) {
  const auto [found, fresh] = places.try_emplace({fields[1], fields[2]}, 0);
  if (fresh) found->second = collector.index_of({fields[1], parameters_of(fields[2])});
  return found->second;
}

void read_row(const Fields& fields, std::size_t line, Places& places, Collector& collector) {
  if (fields.size() != kTitles.size()) {
    collector.refuse(line, fmt::format("{} fields instead of {}", fields.size(), kTitles.size()),
                     "a number has a decimal point, not a comma");
  }
  const auto arm = core::arm_from_name(fields[0]);
  if (!arm || arm == core::Arm::control) {
    collector.refuse(line, fmt::format("binary '{}' is neither old nor new", fields[0]));
  }
  const auto rate = number_of(fields[3]);
  const auto seconds = number_of(fields[4]);
  if (!rate || *rate < 0) collector.refuse(line, fmt::format("rate '{}' is no number from 0 on", fields[3]));
  if (!seconds || *seconds < 0) collector.refuse(line, fmt::format("time '{}' is no number from 0 on", fields[4]));
  collector.sample(line, place_of(fields, places, collector), {{"rate", *rate}}, *arm, elapsed_of(*seconds));
}

void read(std::istream& text, Collector& collector) {
  collector.metric({"rate", "operations/s", core::Better::higher, core::Pooling::per_time, core::Role::decides, false,
                    "what Node's benchmark calls its rate"},
                   1);
  Lines lines(text, collector);
  Fields fields;
  Places places;
  bool begun = false;
  while (lines.next()) {
    if (lines.line().find_first_not_of(" \t") == std::string::npos) continue;
    if (!split(lines.line(), fields)) collector.refuse(lines.number(), "quotes that do not match");
    if (!begun && fields != kTitles) {
      collector.refuse(lines.number(), "the titles are not binary, filename, configuration, rate and time",
                       "it is what `node benchmark/compare.js` prints; of run.js and scatter.js the build is not told");
    }
    if (begun) read_row(fields, lines.number(), places, collector);
    begun = true;
  }
  if (!begun) collector.refuse(1, "the file is empty");
  if (collector.count() == 0) collector.refuse(lines.number(), "there is no row below the titles");
}

bool recognises(std::string_view start) {
  Fields fields;
  return split(start.substr(0, start.find_first_of("\r\n")), fields) && fields == kTitles;
}

}  // namespace

Format node_csv_format() {
  return {"node-csv", "what Node's benchmark/compare.js prints: one CSV with both builds", recognises, read};
}

}  // namespace hotlap::foreign
