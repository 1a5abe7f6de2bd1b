// What iterating over headers costs: six as in deno's change, one to 64 for the growth, on a kept and on a new object.
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "servers/kernels/header-iteration/registry.h"

namespace header_iteration {
namespace {

/// What wrk sends in the source, names in lower case as deno's HTTP server hands them on.
std::vector<Pair> six() {
  return {{"host", "127.0.0.1:4500"}, {"x-deno", "true"},    {"accept", "application/json"},
          {"x-foo", "bar"},           {"user-agent", "wrk"}, {"accept-encoding", "gzip, br"}};
}

/// The same as a handler spells them.
std::vector<Pair> six_in_title_case() {
  return {{"Host", "127.0.0.1:4500"}, {"X-Deno", "true"},    {"Accept", "application/json"},
          {"X-Foo", "bar"},           {"User-Agent", "wrk"}, {"Accept-Encoding", "gzip, br"}};
}

/// Different names in no order; the texts stay for the life of the program.
std::vector<Pair> many(std::size_t count) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < 600; ++i) all.push_back("x-header-" + std::to_string(100 + (i * 37 + 11) % 600));
    return all;
  }();
  std::vector<Pair> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back({names[i], "value"});
  return list;
}

template <class Headers>
[[gnu::noinline]] void iterate(Headers& headers) {
  auto iterator = headers.iterate();
  while (const Entry* entry = iterator.next()) {
    benchmark::DoNotOptimize(entry->name.data());
    benchmark::DoNotOptimize(entry->value.data());
  }
}

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.counters["bytes/call"] = benchmark::Counter(static_cast<double>(bytes), benchmark::Counter::kAvgIterations);
}

/// One object, iterated again and again: deno's bench of a fetched response.
template <class Headers>
void same_object(benchmark::State& state, const std::vector<Pair>& list, Guard guard) {
  Arena kept, scratch;
  Headers headers(kept, scratch, list, guard);
  iterate(headers);  // what the object keeps is made before the clock runs
  const std::size_t before = headers.bytes_allocated();
  for (auto _ : state) {
    scratch.reset();
    iterate(headers);
  }
  count_bytes(state, headers.bytes_allocated() - before);
}

/// One object and one iteration a request: deno's server.
template <class Headers>
void new_object(benchmark::State& state, const std::vector<Pair>& list, Guard guard) {
  Arena arena;
  std::size_t bytes = 0;
  for (auto _ : state) {
    arena.reset();
    Headers headers(arena, arena, list, guard);
    iterate(headers);
    bytes += headers.bytes_allocated();
  }
  count_bytes(state, bytes);
}

template <class... Headers>
void register_rows(const std::tuple<Headers...>*) {
  const auto row = [](const std::string& title, std::string_view id, auto* run, const std::vector<Pair>& list,
                      Guard guard) {
    benchmark::RegisterBenchmark((std::string(kId) + "/" + title + "/" + std::string(id)).c_str(), run, list, guard);
  };
  (row("new_object/6_headers", Headers::kId, new_object<Headers>, six(), Guard::kImmutable), ...);
  (row("new_object/6_title-case", Headers::kId, new_object<Headers>, six_in_title_case(), Guard::kImmutable), ...);
  (row("new_object/6_mutable", Headers::kId, new_object<Headers>, six_in_title_case(), Guard::kMutable), ...);
  (row("same_object/6_headers", Headers::kId, same_object<Headers>, six(), Guard::kImmutable), ...);
  for (const std::size_t count : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 600u}) {
    const std::string size = std::to_string(count) + "_headers";
    (row("new_object/growth/" + size, Headers::kId, new_object<Headers>, many(count), Guard::kImmutable), ...);
    (row("same_object/growth/" + size, Headers::kId, same_object<Headers>, many(count), Guard::kImmutable), ...);
  }
}

[[maybe_unused]] const bool kRegistered = (register_rows(static_cast<const Variants*>(nullptr)), true);

}  // namespace
}  // namespace header_iteration
