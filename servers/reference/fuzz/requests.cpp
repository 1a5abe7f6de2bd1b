// A strict reader of the head of a request.
#include "servers/reference/fuzz/requests.h"

#include <algorithm>

namespace reference::fuzz {
namespace {

constexpr std::string_view kEol = "\r\n";
constexpr std::string_view kSpace = " \t";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_token_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}
bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}
bool is_value_character(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'); }
bool is_visible(char c) { return c > ' ' && c < '\x7f'; }

std::string lower(std::string_view text) {
  std::string all(text);
  for (char& c : all) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return all;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

struct Fields {
  int hosts = 0;
  int lengths = 0;
  int codings = 0;
  bool close = false;
};

bool has_token(std::string_view list, std::string_view wanted) {
  for (;;) {
    const std::size_t comma = list.find(',');
    if (lower(trimmed(list.substr(0, comma))) == wanted) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

std::string fault_of_line(std::string_view line, bool& http_1_1) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return "the request line has not three parts";
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!is_token(line.substr(0, first))) return "the method is no token";
  if (target.empty() || !std::all_of(target.begin(), target.end(), is_visible))
    return "the target has other characters";
  http_1_1 = version == "HTTP/1.1";
  return http_1_1 || version == "HTTP/1.0" ? "" : "the version is another";
}

std::string fault_of_field(std::string_view line, Fields& fields) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return "a name of a header is no token";
  if (!std::all_of(line.begin(), line.end(), is_value_character)) return "a header has a control character";
  const std::string name = lower(line.substr(0, colon));
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (name == "host") ++fields.hosts;
  if (name == "connection") fields.close |= has_token(value, "close");
  if (name == "content-length") {
    ++fields.lengths;
    if (value.empty() || !std::all_of(value.begin(), value.end(), is_digit)) return "Content-Length is no number";
  }
  if (name == "transfer-encoding") {
    ++fields.codings;
    if (lower(value) != "chunked") return "Transfer-Encoding is not chunked";
  }
  return "";
}

std::string fault_of(std::string_view bytes, Fields& fields) {
  // llhttp skips CR and LF before a request in any order, as node does.
  bytes.remove_prefix(std::min(bytes.find_first_not_of(kEol), bytes.size()));
  bool http_1_1 = false;
  bool is_first = true;
  for (;;) {
    const std::size_t end = bytes.find(kEol);
    if (end == std::string_view::npos) return "the head does not end";
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end + kEol.size());
    if (line.empty()) break;
    std::string fault = is_first ? fault_of_line(line, http_1_1) : fault_of_field(line, fields);
    if (!fault.empty()) return fault;
    is_first = false;
  }
  if (fields.hosts > 1 || (http_1_1 && fields.hosts == 0)) return "there is not one Host";
  if (fields.lengths > 1 || fields.codings > 1 || fields.lengths + fields.codings > 1)
    return "the framing is ambiguous";
  return fields.codings == 1 && !http_1_1 ? "HTTP/1.0 has no codings" : "";
}

}  // namespace

Head read_head(std::string_view bytes) {
  Fields fields;
  Head head;
  head.fault = fault_of(bytes, fields);
  head.close = fields.close;
  return head;
}

}  // namespace reference::fuzz
