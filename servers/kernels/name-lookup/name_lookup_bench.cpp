// What a look-up costs in has() and in the construction of seven headers, in the rows of bun's headers-known-names.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <string_view>
#include <tuple>

#include "servers/kernels/engine/ascii.h"
#include "servers/kernels/name-lookup/registry.h"

namespace name_lookup {
namespace {

using Seven = std::array<std::string_view, 7>;
constexpr Seven kTitleCase = {"Accept",         "Accept-Encoding", "Authorization", "Cache-Control",
                              "Content-Length", "Content-Type",    "User-Agent"};
constexpr Seven kLowerCase = {"accept",         "accept-encoding", "authorization", "cache-control",
                              "content-length", "content-type",    "user-agent"};
constexpr Seven kNotKnown = {"X-Real-Ip",      "X-Forwarded-For", "X-Request-Id", "X-Tenant-Name",
                             "X-Trace-Parent", "X-Api-Version",   "X-Csrf-Token"};

bool same(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i * 8 < left.size(); ++i) {
    if (engine::lower_word(engine::load_word(left, i)) != engine::lower_word(engine::load_word(right, i))) return false;
  }
  return true;
}

/// WebCore's HTTPHeaderMap, alike for all variants: known names by index, the others by text, both searched in a line.
template <class Lookup>
class HeaderMap {
 public:
  [[gnu::noinline]] void add(std::string_view name, std::string_view value) {
    const Index index = Lookup::find(name);
    if (index == kNone) {
      for (std::size_t i = 0; i < other_count_; ++i) {
        if (same(others_[i].first, name)) return;
      }
      others_[other_count_++] = {name, value};
    } else {
      for (std::size_t i = 0; i < known_count_; ++i) {
        if (known_[i].first == index) return;
      }
      known_[known_count_++] = {index, value};
    }
  }

  [[gnu::noinline]] bool has(std::string_view name) const {
    const Index index = Lookup::find(name);
    if (index == kNone) {
      for (std::size_t i = 0; i < other_count_; ++i) {
        if (same(others_[i].first, name)) return true;
      }
    } else {
      for (std::size_t i = 0; i < known_count_; ++i) {
        if (known_[i].first == index) return true;
      }
    }
    return false;
  }

 private:
  std::array<std::pair<Index, std::string_view>, 8> known_;
  std::array<std::pair<std::string_view, std::string_view>, 8> others_;
  std::size_t known_count_ = 0;
  std::size_t other_count_ = 0;
};

template <class Lookup>
void find_seven(benchmark::State& state, const Seven& names) {
  for (auto _ : state) {
    for (const std::string_view name : names) benchmark::DoNotOptimize(Lookup::find(name));
  }
}

template <class Lookup>
void has_seven(benchmark::State& state, const Seven& names) {
  HeaderMap<Lookup> headers;
  for (const std::string_view name : names) headers.add(name, "1");
  for (auto _ : state) {
    for (const std::string_view name : names) benchmark::DoNotOptimize(headers.has(name));
  }
}

template <class Lookup>
void construct_seven(benchmark::State& state, const Seven& names) {
  for (auto _ : state) {
    HeaderMap<Lookup> headers;
    for (const std::string_view name : names) headers.add(name, "1");
    benchmark::DoNotOptimize(headers);
  }
}

template <class... Lookup>
void register_rows(const std::tuple<Lookup...>*) {
  const std::pair<std::string, const Seven&> kinds[] = {
      {"title-case", kTitleCase}, {"lower-case", kLowerCase}, {"not-well-known", kNotKnown}};
  const auto row = [](const std::string& title, std::string_view id, auto* run, const Seven& names) {
    benchmark::RegisterBenchmark((std::string(kId) + "/" + title + "/" + std::string(id)).c_str(), run, names);
  };
  for (const auto& [kind, names] : kinds) {
    (row("find/7_" + kind, Lookup::kId, find_seven<Lookup>, names), ...);
    (row("has/7_" + kind, Lookup::kId, has_seven<Lookup>, names), ...);
    (row("construct/7_" + kind, Lookup::kId, construct_seven<Lookup>, names), ...);
  }
}

[[maybe_unused]] const bool kRegistered = (register_rows(static_cast<const Variants*>(nullptr)), true);

}  // namespace
}  // namespace name_lookup
