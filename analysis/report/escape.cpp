// Escaping by code point: one decoder, one loop per target.
#include "analysis/report/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace hotlap::report {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

struct Glyph {
  char32_t code = kReplacement;
  std::string_view bytes;
  bool valid = false;
};

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

bool is_scalar(char32_t code, std::size_t length) {
  if (length == 3) return code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
  if (length == 4) return code >= 0x10000 && code <= 0x10FFFF;
  return true;
}

/// The first code point of a text that is not empty (RFC 3629: no overlong form, no surrogate).
Glyph first_glyph(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const Glyph broken{kReplacement, text.substr(0, 1), false};
  const std::size_t length = sequence_length(byte(0));
  if (length == 0 || length > text.size()) return broken;
  if (length == 1) return {byte(0), text.substr(0, 1), true};
  char32_t code = byte(0) & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return broken;
    code = (code << 6u) | (byte(i) & 0x3Fu);
  }
  return is_scalar(code, length) ? Glyph{code, text.substr(0, length), true} : broken;
}

std::vector<Glyph> glyphs(std::string_view text) {
  std::vector<Glyph> all;
  while (!text.empty()) {
    all.push_back(first_glyph(text));
    text.remove_prefix(all.back().bytes.size());
  }
  return all;
}

/// Looks like nothing, like a plain space or like another order: spaces of other widths (a CI runner trims them before
/// it looks for a command), zero-width characters, separators, overrides of direction, the byte-order mark.
bool is_deceptive(char32_t code) {
  return code == 0xA0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200F) || (code >= 0x2028 && code <= 0x202F) ||
         (code >= 0x205F && code <= 0x206F) || code == 0x3000 || code == 0xFEFF;
}

/// One code point as it may appear in a line of output.
std::string visible(const Glyph& glyph) {
  switch (glyph.code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  const auto number = static_cast<std::uint32_t>(glyph.code);
  if (number < 0x20 || (number >= 0x7F && number < 0xA0)) return fmt::format("\\x{:02x}", number);
  if (is_deceptive(glyph.code)) return fmt::format("\\u{{{:x}}}", number);
  return glyph.valid ? std::string(glyph.bytes) : "\xEF\xBF\xBD";
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Commands that CI runners look for anywhere in a line.
void break_bracket_commands(std::string& text) {
  replace_all(text, "##[", "#\\#[");
  replace_all(text, "##vso[", "#\\#vso[");
  replace_all(text, "##teamcity[", "#\\#teamcity[");
}

std::string markdown_of(char c, char next) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '|':
      return "&#124;";
    case '`':
      return "&#96;";
    case '$':
      return "&#36;";
    case '@':
      return "@&#8203;";
    case '#':
      return "#&#8203;";
    case ':':
      return next == ':' || next == '/' ? "&#58;" : ":";
    case '*':
    case '_':
    case '~':
    case '[':
    case ']':
    case '\\':
      return {'\\', c};
    default:
      return {c};
  }
}

std::string html_of(char c, char next) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '`':
      return "&#96;";
    case ':':
      return next == ':' ? "&#58;" : ":";
    case '#':
      return next == '#' ? "&#35;" : "#";
    default:
      return {c};
  }
}

bool is_shell_safe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./:=,+%@").find(c) != std::string_view::npos;
}

std::string shell_word(const std::string& word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_shell_safe)) return word;
  std::string quoted = word;
  replace_all(quoted, "'", "'\\''");
  return "'" + quoted + "'";
}

}  // namespace

std::size_t width(std::string_view text) { return glyphs(text).size(); }

std::string shorten(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  const std::vector<Glyph> all = glyphs(text);
  if (all.size() <= limit) return std::string(text);
  const std::size_t kept = limit - 3;
  const std::size_t head = kept - kept / 3;
  std::string result;
  for (std::size_t i = 0; i < head; ++i) result += all[i].bytes;
  result += "...";
  for (std::size_t i = all.size() - kept / 3; i < all.size(); ++i) result += all[i].bytes;
  return result;
}

std::string plain(std::string_view text) {
  std::string result;
  for (const Glyph& glyph : glyphs(text)) result += visible(glyph);
  const std::size_t start = result.find_first_not_of(' ');
  if (start != std::string::npos && result.compare(start, 2, "::") == 0) result.insert(start, 1, '\\');
  break_bracket_commands(result);
  return result;
}

std::string markdown(std::string_view text) {
  const std::string line = plain(text);
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    result += markdown_of(line[i], i + 1 < line.size() ? line[i + 1] : ' ');
  }
  // A bare "www." is an address to GitHub too.
  replace_all(result, "www.", "www&#46;");
  // GH-123 is a reference, in any case.
  for (const char* prefix : {"GH-", "gh-", "Gh-", "gH-"}) replace_all(result, prefix, std::string(prefix) + "&#8203;");
  return result;
}

std::string html(std::string_view text) {
  std::string shown;
  for (const Glyph& glyph : glyphs(text)) {
    const bool kept = glyph.code == '\n' || glyph.code == '\t';
    shown += kept ? std::string(glyph.bytes) : visible(glyph);
  }
  std::string result;
  for (std::size_t i = 0; i < shown.size(); ++i) result += html_of(shown[i], i + 1 < shown.size() ? shown[i + 1] : ' ');
  return result;
}

std::string csv_field(std::string_view text) {
  std::string field;
  for (const Glyph& glyph : glyphs(text)) field += visible(glyph);
  if (field.empty()) return field;
  break_bracket_commands(field);
  if (std::string_view("=+-@").find(field.front()) != std::string_view::npos) field.insert(0, 1, '\'');
  // A field that starts with a colon is quoted, so that no line of the file starts with a CI runner's "::".
  const bool quoted = field.find_first_of(",\"") != std::string::npos || field.front() == ' ' || field.back() == ' ' ||
                      field.front() == ':';
  if (!quoted) return field;
  replace_all(field, "\"", "\"\"");
  return '"' + field + '"';
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

}  // namespace hotlap::report
