// [request].
#include <fmt/format.h>

#include "harness/scenario/exchange_reader.h"
#include "harness/scenario/rules.h"

namespace hotlap::scenario {
namespace {

using config::LocatedText;
using config::Need;
using config::TableReader;

constexpr std::int64_t kMostHeaderLines = 10'000;
constexpr std::int64_t kMostWhiteSpace = 10'000;

void check_header_value(const std::string& value, toml::source_position at, config::Findings& findings) {
  if (has_control_character(value)) {
    findings.add(at, "a header value holds a control character");
  } else if (has_outer_white_space(value)) {
    findings.add(at, "a header value begins or ends with white space",
                 "it is no part of a value (RFC 9110, 5.5); to send it: request.repeat with trailing_white_space");
  }
}

/// As Node's incoming_headers.js sends it: a space, a tab, and so on.
std::string white_space(std::int64_t bytes) {
  std::string text;
  for (std::int64_t i = 0; i < bytes; ++i) text += i % 2 == 0 ? ' ' : '\t';
  return text;
}

/// `repeat`: count header lines from one pattern, in which {i} counts from 0.
void read_repeat(TableReader& table, const Reading& reading, std::vector<core::HeaderField>& headers) {
  const auto count = reading.placeholders.whole(table, "count", 0, kMostHeaderLines);
  const auto name = table.text("name", Need::required);
  const auto value = table.text("value", Need::required);
  const auto blanks = reading.placeholders.whole(table, "trailing_white_space", 0, kMostWhiteSpace);
  table.refuse_unknown_keys();
  if (!count && table.any("count") == nullptr) reading.findings.add("missing key 'count' in [repeat]");
  if (!count || !name || !value) return;
  const std::string behind = white_space(blanks ? blanks->value : 0);
  for (std::int64_t i = 0; i < count->value; ++i) {
    const Placeholders counted = reading.placeholders.with("i", std::to_string(i));
    core::HeaderField field{counted.fill(*name), counted.fill(*value)};
    check_header_name({field.name, name->at}, reading.findings);
    check_header_value(field.value, value->at, reading.findings);
    field.value += behind;
    headers.push_back(std::move(field));
  }
}

void check_header_lines(TableReader& table, const Reading& reading, const core::Request& request) {
  const auto stated = reading.placeholders.whole(table, "header_lines", 1, kMostHeaderLines);
  const std::size_t sent = core::sent_headers(request, "").size();
  if (!stated || static_cast<std::size_t>(stated->value) == sent) return;
  reading.findings.add(
      stated->at,
      fmt::format("header_lines is {}, but the request is sent with {}, Host included", stated->value, sent),
      "correct the number or the headers");
}

}  // namespace

void check_header_name(const LocatedText& name, config::Findings& findings) {
  if (!is_token(name.value)) findings.add(name.at, "a header name is not a token of RFC 9110");
}

std::vector<core::HeaderField> read_headers(TableReader& table, const Reading& reading) {
  std::vector<core::HeaderField> headers;
  for (const auto& [name, value] : table.pairs("headers")) {
    core::HeaderField field{reading.placeholders.fill(name), reading.placeholders.fill(value)};
    check_header_name({field.name, name.at}, reading.findings);
    check_header_value(field.value, value.at, reading.findings);
    headers.push_back(std::move(field));
  }
  return headers;
}

core::Request read_request(TableReader& table, const Reading& reading) {
  core::Request request;
  if (const auto method = table.text("method")) {
    request.method = method->value;
    if (!is_token(method->value)) reading.findings.add(method->at, "the method is not a token of RFC 9110");
  }
  if (const auto target = table.text("target")) {
    request.target = reading.placeholders.fill(*target);
    if (!is_target(request.target)) {
      reading.findings.add(target->at,
                           "target must start with '/' or be '*', and hold no white space or control characters");
    }
  }
  request.headers = read_headers(table, reading);
  if (table.any("repeat") != nullptr) {
    TableReader repeat = table.table("repeat");
    if (repeat.present()) read_repeat(repeat, reading, request.headers);
  }
  if (const auto body = table.text("body")) request.body = reading.placeholders.fill(*body);
  check_header_lines(table, reading, request);
  return request;
}

}  // namespace hotlap::scenario
