// Puts the header lines of a request together by name.
#include "servers/reference/folded_headers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>

#include "servers/kernels/header-iteration/seen.h"

namespace reference {
namespace {

using name_lookup::index_of;

/// Of these the first line counts and the others are dropped (node: matchKnownFields).
constexpr std::array<std::string_view, 18> kFirstOnly = {
    "age",          "authorization", "content-length", "content-type",        "etag",
    "expires",      "from",          "host",           "if-modified-since",   "location",
    "max-forwards", "referer",       "last-modified",  "if-unmodified-since", "proxy-authorization",
    "retry-after",  "server",        "user-agent"};

bool first_only(std::string_view lower) {
  return std::find(kFirstOnly.begin(), kFirstOnly.end(), lower) != kFirstOnly.end();
}

std::string_view lowered(engine::Arena& arena, std::string_view text) {
  auto* to = static_cast<char*>(arena.allocate(text.size()));
  std::transform(text.begin(), text.end(), to,
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
  return {to, text.size()};
}

std::string_view joined(engine::Arena& arena, std::string_view left, std::string_view separator,
                        std::string_view right) {
  const std::size_t size = left.size() + separator.size() + right.size();
  auto* to = static_cast<char*>(arena.allocate(size));
  char* at = std::copy(left.begin(), left.end(), to);
  at = std::copy(separator.begin(), separator.end(), at);
  std::copy(right.begin(), right.end(), at);
  return {to, size};
}

std::span<const std::string_view> with_line(engine::Arena& arena, std::span<const std::string_view> lines,
                                            std::string_view line) {
  auto* to = static_cast<std::string_view*>(arena.allocate((lines.size() + 1) * sizeof(line)));
  std::uninitialized_copy(lines.begin(), lines.end(), to);
  new (to + lines.size()) std::string_view(line);
  return {to, lines.size() + 1};
}

/// Which entry a name has: a table, because a client may send two thousand different names.
class Places {
 public:
  explicit Places(engine::Arena& arena) : seen_(header_iteration::Space{arena, bytes_}) {}

  std::size_t find(std::string_view lower) const { return seen_.find(lower, header_iteration::hash_of(lower)); }
  void add(std::string_view lower, std::size_t place) { seen_.add(lower, header_iteration::hash_of(lower), place); }

 private:
  std::size_t bytes_ = 0;
  header_iteration::SeenNames seen_;
};

}  // namespace

FoldedHeaders::FoldedHeaders(const Request& request, engine::Arena& arena) {
  const std::size_t count = request.header_count();
  entries_ = static_cast<Entry*>(arena.allocate(count * sizeof(Entry)));
  Places places(arena);
  for (std::size_t i = 0; i < count; ++i) {
    const auto* identifier = request.header_identifier(i);
    const name_lookup::Index known = request.header_known(i);
    const std::string_view name = identifier != nullptr ? identifier->lower() : lowered(arena, request.header_name(i));
    const std::string_view value = request.header_value(i);
    const std::size_t place = places.find(name);
    const bool cookies = known == index_of("Set-Cookie");
    if (place == header_iteration::SeenNames::kNotFound) {
      places.add(name, size_);
      new (entries_ + size_++) Entry{name, value, cookies ? with_line(arena, {}, value) : Entry().lines};
      continue;
    }
    Entry& entry = entries_[place];
    if (cookies) {
      entry.lines = with_line(arena, entry.lines, value);
    } else if (!first_only(name)) {
      entry.value = joined(arena, entry.value, known == index_of("Cookie") ? "; " : ", ", value);
    }
  }
}

std::optional<std::string_view> FoldedHeaders::get(std::string_view lower) const {
  for (const Entry& entry : entries()) {
    if (entry.name == lower) return entry.value;
  }
  return std::nullopt;
}

}  // namespace reference
