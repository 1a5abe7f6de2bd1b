// The names of a metric's enumerations, each in one table.
#include "harness/core/metric.h"

#include <array>
#include <utility>

namespace hotlap::core {
namespace {

constexpr std::array<std::pair<Better, std::string_view>, 2> kBetter{
    {{Better::lower, "lower"}, {Better::higher, "higher"}}};
constexpr std::array<std::pair<Pooling, std::string_view>, 3> kPooling{
    {{Pooling::per_time, "time"}, {Pooling::per_request, "request"}, {Pooling::per_round, "round"}}};
constexpr std::array<std::pair<Role, std::string_view>, 2> kRole{
    {{Role::decides, "decides"}, {Role::informs, "informs"}}};

template <class Table, class Key>
std::string_view name_in(const Table& table, Key key) {
  for (const auto& [value, text] : table) {
    if (value == key) return text;
  }
  return "?";
}

template <class Key, std::size_t N>
std::optional<Key> value_in(const std::array<std::pair<Key, std::string_view>, N>& table, std::string_view text) {
  for (const auto& [value, name] : table) {
    if (name == text) return value;
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Better better) { return name_in(kBetter, better); }
std::string_view name(Pooling pooling) { return name_in(kPooling, pooling); }
std::string_view name(Role role) { return name_in(kRole, role); }
std::optional<Better> better_from_name(std::string_view text) { return value_in(kBetter, text); }
std::optional<Pooling> pooling_from_name(std::string_view text) { return value_in(kPooling, text); }
std::optional<Role> role_from_name(std::string_view text) { return value_in(kRole, text); }

}  // namespace hotlap::core
