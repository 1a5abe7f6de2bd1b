// Finding names in braces, and putting values in their place.
#include "harness/scenario/placeholders.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "harness/core/suggest.h"
#include "harness/scenario/rules.h"

namespace hotlap::scenario {
namespace {

/// Bytes of a name and its braces at the beginning of the text; 0: none stands there.
std::size_t placeholder_length(std::string_view text) {
  if (!text.starts_with('{')) return 0;
  const std::size_t end = text.find('}');
  return end != std::string_view::npos && is_parameter_name(text.substr(1, end - 1)) ? end + 1 : 0;
}

/// "10+4" is 14; nothing for what is no sum of whole numbers.
std::optional<std::int64_t> sum(std::string_view text) {
  constexpr std::int64_t kLargestPart = std::int64_t{1} << 40;
  std::int64_t total = 0;
  for (;;) {
    std::int64_t part = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (error != std::errc() || part > kLargestPart || part < -kLargestPart) return std::nullopt;
    total += part;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return total;
    if (!text.starts_with('+')) return std::nullopt;
    text.remove_prefix(1);
  }
}

std::string hint_for(std::string_view unknown, const Values& known) {
  if (unknown == "kind") return "it needs kinds = N in [request], N at least 2, and stands for 0 to N - 1 there";
  if (unknown == "i") return "it counts the lines of request.repeat and stands only there";
  if (known.empty()) return "declare it in [parameters]";
  std::vector<std::string> names;
  for (const auto& [name, value] : known) names.push_back(name);
  return core::suggest(unknown, names);
}

}  // namespace

std::string_view first_placeholder(std::string_view text) {
  for (; !text.empty(); text.remove_prefix(1)) {
    if (const std::size_t length = placeholder_length(text)) return text.substr(1, length - 2);
  }
  return {};
}

Placeholders Placeholders::with(const std::string& name, const std::string& value) const {
  Placeholders more = *this;
  more.values_.emplace_back(name, value);
  return more;
}

const std::string* Placeholders::value(std::string_view name) const {
  const auto found = std::find_if(values_.begin(), values_.end(), [&](const auto& one) { return one.first == name; });
  return found == values_.end() ? nullptr : &found->second;
}

std::string Placeholders::fill(const config::LocatedText& text) const {
  std::string filled;
  for (std::string_view rest = text.value; !rest.empty();) {
    const std::size_t length = placeholder_length(rest);
    if (length == 0) {
      filled += rest.front();
      rest.remove_prefix(1);
      continue;
    }
    const std::string name(rest.substr(1, length - 2));
    if (const std::string* known = value(name)) {
      filled += *known;
      uses_.names.insert(name);
      if (doubtful_.contains(name)) uses_.doubtful.push_back(text.at);
    } else {
      findings_.add(text.at, fmt::format("unknown placeholder '{{{}}}'", name), hint_for(name, values_));
      filled += rest.substr(0, length);
    }
    rest.remove_prefix(length);
  }
  return filled;
}

std::optional<config::Located<std::int64_t>> Placeholders::whole(config::TableReader& table, std::string_view key,
                                                                 std::int64_t least, std::int64_t most) const {
  const toml::node* node = table.any(key);
  const auto* text = node == nullptr ? nullptr : node->as_string();
  if (text == nullptr || first_placeholder(text->get()).empty()) return table.integer(key, least, most);
  const toml::source_position at = node->source().begin;
  const std::string filled = fill({text->get(), at});
  if (!first_placeholder(filled).empty()) return std::nullopt;  // unknown, and said
  const std::optional<std::int64_t> value = sum(filled);
  if (!value) {
    findings_.add(at, fmt::format("'{}' is '{}': must be a whole number or a sum of them", key, filled));
    return std::nullopt;
  }
  if (!table.in_range(key, *value, least, most, at)) return std::nullopt;
  return config::Located<std::int64_t>{*value, at};
}

}  // namespace hotlap::scenario
