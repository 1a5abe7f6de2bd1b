// [response], and what of it depends on the parameters.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/core/suggest.h"
#include "harness/scenario/exchange_reader.h"

namespace hotlap::scenario {
namespace {

using config::Located;
using config::LocatedText;
using config::Need;
using config::TableReader;

constexpr std::int64_t kLongestBody = std::int64_t{1} << 40;

/// Reads [response] and then each block of it that applies; what is stated once is not stated again.
class ResponseReader {
 public:
  explicit ResponseReader(const Reading& reading) : reading_(reading) {}

  void read(TableReader& table) {
    read_status(table);
    for (core::HeaderField& field : read_headers(table, reading_)) response_.headers.push_back(std::move(field));
    for (LocatedText& name : table.texts("absent_headers")) {
      check_header_name(name, reading_.findings);
      response_.absent_headers.push_back(std::move(name.value));
    }
    if (const auto lines = whole(table, "header_lines", std::numeric_limits<int>::max())) {
      response_.header_lines = static_cast<int>(lines->value);
    }
    if (const auto body = table.text("body"); body && state("body", body->at)) {
      response_.body = reading_.placeholders.fill(*body);
    }
    if (table.any("body_repeat") != nullptr) read_body_repeat(table);
    if (const auto bytes = whole(table, "body_bytes", std::numeric_limits<std::int64_t>::max())) body_bytes_ = bytes;
  }

  core::Expectation result() {
    if (response_.body) response_.body_bytes = response_.body->size();
    if (const auto& repeat = response_.body_repeat) response_.body_bytes = repeat->text.size() * repeat->times;
    if (!body_bytes_) return std::move(response_);
    const auto stated = static_cast<std::uint64_t>(body_bytes_->value);
    if (response_.body_bytes && stated != *response_.body_bytes) {
      reading_.findings.add(body_bytes_->at,
                            fmt::format("body_bytes is {}, but the body has {} bytes", stated, *response_.body_bytes),
                            "state one of them");
    }
    response_.body_bytes = stated;
    return std::move(response_);
  }

 private:
  /// Whether this is stated for the first time.
  bool state(const char* what, toml::source_position at) {
    const bool first = std::find(stated_.begin(), stated_.end(), what) == stated_.end();
    if (first)
      stated_.emplace_back(what);
    else
      reading_.findings.add(at, fmt::format("the {} of a response is stated twice", what), "state it once");
    return first;
  }

  std::optional<Located<std::int64_t>> whole(TableReader& table, const char* key, std::int64_t most) {
    const auto value = reading_.placeholders.whole(table, key, 0, most);
    return value && state(key, value->at) ? value : std::nullopt;
  }

  void read_status(TableReader& table) {
    const auto status = reading_.placeholders.whole(table, "status", 100, 599);
    if (status && state("status", status->at)) response_.status = static_cast<int>(status->value);
  }

  /// A text so many times, or as often as it takes to have so many bytes.
  void read_body_repeat(TableReader& table) {
    TableReader repeat = table.table("body_repeat");
    if (!repeat.present()) return;
    const auto text = repeat.text("text", Need::required);
    const auto times = reading_.placeholders.whole(repeat, "times", 0, kLongestBody);
    const auto bytes = reading_.placeholders.whole(repeat, "bytes", 0, kLongestBody);
    const bool one = (repeat.any("times") == nullptr) != (repeat.any("bytes") == nullptr);
    repeat.refuse_unknown_keys();
    const toml::source_position at = table.place_of("body_repeat");
    if (!one) reading_.findings.add(at, "body_repeat must say either 'times' or 'bytes'");
    if (!text || !one || !(times || bytes) || !state("body", at)) return;
    core::RepeatedText body{reading_.placeholders.fill(*text), 0};
    const auto size = static_cast<std::int64_t>(body.text.size());
    if (size == 0) return reading_.findings.add(text->at, "the text of body_repeat is empty");
    if (bytes && bytes->value % size != 0) {
      reading_.findings.add(bytes->at, fmt::format("{} bytes are no multiple of the text's {}", bytes->value, size));
    }
    body.times = static_cast<std::uint64_t>(times ? times->value : bytes->value / size);
    response_.body_repeat = std::move(body);
  }

  const Reading& reading_;
  core::Expectation response_;
  std::optional<Located<std::int64_t>> body_bytes_;
  std::vector<std::string> stated_;
};

/// Whether one condition of a `when` holds; a finding when it never can.
bool holds(const std::string& name, const toml::node& wanted, const Reading& reading) {
  const auto& known = reading.parameters;
  const auto parameter = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == name; });
  if (parameter == known.end()) {
    std::vector<std::string> names;
    for (const auto& one : known) names.push_back(one.name);
    reading.findings.add(wanted, fmt::format("no parameter '{}'", name),
                         names.empty() ? "declare it in [parameters]" : core::suggest(name, names));
    return false;
  }
  std::string value;
  if (const auto* text = wanted.as_string()) value = text->get();
  if (const auto* integer = wanted.as_integer()) value = std::to_string(integer->get());
  if (std::find(parameter->values.begin(), parameter->values.end(), value) == parameter->values.end()) {
    reading.findings.add(wanted, fmt::format("parameter '{}' never has this value", name),
                         core::suggest(value, parameter->values));
    return false;
  }
  const Values& values = reading.placeholders.values();
  return std::find(values.begin(), values.end(), std::pair(name, value)) != values.end();
}

bool applies(TableReader& block, const Reading& reading) {
  const toml::node* when = block.any("when");
  const auto* conditions = when == nullptr ? nullptr : when->as_table();
  if (conditions == nullptr || conditions->empty()) {
    reading.findings.add(block.place_of("when"), "[[response.also]] must say when it applies",
                         "as when = { name = \"value\" }, with a parameter's name");
    return false;
  }
  bool all = true;
  for (const auto& [name, wanted] : *conditions) all = holds(std::string(name.str()), wanted, reading) && all;
  return all;
}

}  // namespace

core::Expectation read_response(TableReader& table, const Reading& reading) {
  ResponseReader reader(reading);
  reader.read(table);
  for (TableReader& block : table.tables("also")) {
    if (!applies(block, reading)) continue;
    reading.uses.blocks.insert(block.place_of(""));
    reader.read(block);
    block.refuse_unknown_keys();
  }
  return reader.result();
}

}  // namespace hotlap::scenario
