// JSON strings and numbers.
#include "harness/record/encoding.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace hotlap::record {
namespace {

bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

template <class Number>
void append_shortest(std::string& json, Number number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  json.append(digits, end);
}

}  // namespace

void append_string(std::string& json, std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) {
    json.append(1, '"').append(text).append(1, '"');
    return;
  }
  json += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_number(std::string& json, double number) {
  if (!std::isfinite(number)) throw std::logic_error("a number of the record is not finite");
  append_shortest(json, number);
}

void append_number(std::string& json, std::int64_t number) { append_shortest(json, number); }

void append_number(std::string& json, std::uint64_t number) { append_shortest(json, number); }

}  // namespace hotlap::record
