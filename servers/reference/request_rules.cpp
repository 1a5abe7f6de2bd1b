// The rules of RFC 9112 that a server itself has to enforce.
#include "servers/reference/request_rules.h"

#include <algorithm>
#include <array>

namespace reference {
namespace {

/// Characters of a reg-name: unreserved, and sub-delims without the comma.
constexpr std::array<bool, 256> make_reg_name_table() {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[static_cast<std::size_t>(c)] = detail::is_letter_or_digit(static_cast<unsigned char>(c));
  }
  for (const char c : std::string_view("-._~!$&'()*+;=")) table[static_cast<unsigned char>(c)] = true;
  return table;
}
constexpr auto kRegName = make_reg_name_table();

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

bool is_port(std::string_view text) {
  for (const char c : text) {
    if (!is_digit(c)) return false;
  }
  return true;
}

/// Behind "[...]" with what an IPv6 address is made of; whether it is one is left to whoever connects to it. 0: none.
std::size_t end_of_ip_literal(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos || end < 3) return 0;
  const std::string_view inside = text.substr(1, end - 1);
  const auto good = [](char c) { return is_hex(c) || c == ':' || c == '.'; };
  return std::all_of(inside.begin(), inside.end(), good) && inside.find(':') != std::string_view::npos ? end + 1 : 0;
}

/// Behind the reg-name at the beginning; 0: none, or a broken escape.
std::size_t end_of_reg_name(std::string_view text) {
  for (std::size_t end = 0;;) {
    while (end < text.size() && kRegName[static_cast<unsigned char>(text[end])]) ++end;
    if (end == text.size() || text[end] != '%') return end;
    if (end + 2 >= text.size() || !is_hex(text[end + 1]) || !is_hex(text[end + 2])) return 0;
    end += 3;
  }
}

/// absolute-form: http or https, and an authority.
bool is_absolute_form(std::string_view target) {
  const std::size_t colon = target.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view scheme = target.substr(0, colon);
  if (!engine::equals_lower(scheme, "http") && !engine::equals_lower(scheme, "https")) return false;
  target.remove_prefix(colon + 1);
  if (!target.starts_with("//")) return false;
  target.remove_prefix(2);
  return is_host(target.substr(0, target.find_first_of("/?")));
}

bool is_target(const Request& request) {
  const std::string_view target = request.url();
  if (target.find('#') != std::string_view::npos) return false;  // a fragment is never sent
  if (target.starts_with('/')) return true;
  if (target == "*") return request.method() == HTTP_OPTIONS;
  return is_absolute_form(target);
}

/// What the lines of Transfer-Encoding say, taken together.
struct Codings {
  int lines = 0;
  std::string_view last;
};

int refusal_of_codings(const Codings& codings, const Request& request) {
  if (codings.lines == 0) return 0;
  if (!request.is_http_1_1()) return 400;  // RFC 9112, section 6.1: faulty framing
  if (codings.lines == 1 && engine::equals_lower(codings.last, "chunked")) return 0;
  // Only what ends in chunked has a known end. Other codings before it are fine in HTTP, but nobody here decodes them.
  const std::size_t comma = codings.last.rfind(',');
  if (comma == std::string_view::npos) return 400;
  std::string_view last = codings.last.substr(comma + 1);
  while (!last.empty() && (last.front() == ' ' || last.front() == '\t')) last.remove_prefix(1);
  const std::string_view before = codings.last.substr(0, comma);
  return engine::equals_lower(last, "chunked") && !has_word(before, "chunked") ? 501 : 400;
}

}  // namespace

bool is_host(std::string_view value) {
  const std::size_t end = value.starts_with('[') ? end_of_ip_literal(value) : end_of_reg_name(value);
  if (end == 0) return false;
  return end == value.size() || (value[end] == ':' && is_port(value.substr(end + 1)));
}

Findings find(const Request& request, Hosts& known_hosts) {
  Findings findings;
  int hosts = 0;
  bool valid_host = true;
  Codings codings;
  for (std::size_t i = 0; i < request.header_count(); ++i) {
    switch (request.header_known(i)) {
      case name_lookup::index_of("Host"):
        ++hosts;
        valid_host &= known_hosts.is_good(request.header_value(i));
        break;
      case name_lookup::index_of("Transfer-Encoding"):
        ++codings.lines;
        codings.last = request.header_value(i);
        break;
      case name_lookup::index_of("Connection"):
        findings.closes |= has_word(request.header_value(i), "close");
        break;
      case name_lookup::index_of("Expect"):
        if (!findings.expectation) findings.expectation = request.header_value(i);
        break;
      default:
        break;
    }
  }
  if (request.http_major() != 1) {
    findings.refusal = 505;
  } else if (!is_target(request) || hosts > 1 || !valid_host || (hosts == 0 && request.is_http_1_1())) {
    findings.refusal = 400;
  } else if (const int refusal = refusal_of_codings(codings, request); refusal != 0) {
    findings.refusal = refusal;
  } else if (request.method() == HTTP_TRACE) {
    findings.refusal = 405;
  }
  return findings;
}

}  // namespace reference
