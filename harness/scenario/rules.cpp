// Character classes of RFC 9110, written out.
#include "harness/scenario/rules.h"

#include <algorithm>

namespace hotlap::scenario {
namespace {

bool is_lower_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

bool is_token_character(char c) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z') || kMarks.find(c) != std::string_view::npos;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

bool is_scenario_name(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_lower_or_digit(c) || c == '-'; });
}

bool is_parameter_name(std::string_view text) {
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_lower_or_digit(c) || c == '_'; });
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return is_control(c) && c != '\t'; });
}

bool has_outer_white_space(std::string_view text) {
  return !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
}

bool is_target(std::string_view text) {
  if (text == "*") return true;
  return text.starts_with('/') &&
         std::none_of(text.begin(), text.end(), [](char c) { return is_blank(c) || is_control(c); });
}

}  // namespace hotlap::scenario
