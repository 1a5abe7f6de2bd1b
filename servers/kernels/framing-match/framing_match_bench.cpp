// What it costs to match the names of one response.
#include <benchmark/benchmark.h>

#include "servers/kernels/framing-match/corpus.h"
#include "servers/kernels/framing-match/registry.h"

namespace framing_match {
namespace {

/// One name after the other through one call site, as matchHeader() is reached from storeHeader().
template <class Match>
[[gnu::noinline]] Field match_one(Match& match, std::string_view name) {
  return match.match(name);
}

/// An iteration is one response with all names of the row.
template <class Match>
void run(benchmark::State& state, const corpus::Row& row) {
  engine::Arena arena;
  Match match(arena);
  const std::vector<std::string_view> names(row.names.begin(), row.names.end());
  std::size_t allocated = 0;
  for (auto _ : state) {
    for (const std::string_view name : names) benchmark::DoNotOptimize(match_one(match, name));
    allocated = match.bytes_allocated();
    match.clear();
    arena.reset();
  }
  state.counters["bytes/call"] = static_cast<double>(allocated);
}

template <class Match>
void add(const corpus::Row& row) {
  const std::string name = std::string(kId).append("/").append(row.title).append("/").append(Match::kId);
  benchmark::RegisterBenchmark(name.c_str(), [row](benchmark::State& state) { run<Match>(state, row); });
}

template <class... Match>
void add_all(const std::tuple<Match...>*) {
  for (const corpus::Row& row : corpus::rows()) (add<Match>(row), ...);
}

[[maybe_unused]] const bool kRegistered = [] {
  add_all(static_cast<const Variants*>(nullptr));
  return true;
}();

}  // namespace
}  // namespace framing_match
