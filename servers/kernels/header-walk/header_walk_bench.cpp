// What one walk costs, for the objects of the table in nodejs/node#66679.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "servers/kernels/header-walk/corpus.h"
#include "servers/kernels/header-walk/registry.h"

namespace header_walk {
namespace {

/// What is done with a key: name and lines are read, as rendering would, and nothing else. One call for all variants,
/// as node's processHeader() is, so that the compiler cannot make this part better in one of them.
[[gnu::noinline]] std::size_t read(std::string_view name, const Value& value) {
  std::size_t bytes = 0;
  each_line(value, [&](std::string_view line) { bytes += name.size() + line.size(); });
  return bytes;
}

template <class Walk>
[[gnu::noinline]] std::size_t walk_all(PlainObject& object) {
  std::size_t bytes = 0;
  Walk::walk(object, [&](std::string_view name, const Value& value) { bytes += read(name, value); });
  return bytes;
}

/// A walk may allocate in the arena of the object, which therefore cannot be reset after each: some walks, then object
/// and arena are made anew while the clock stands. So many that their key lists stay within 64 KiB.
template <class Walk>
void run(benchmark::State& state, const corpus::Row& row) {
  engine::NameTable names;
  engine::Shapes shapes;
  engine::Arena arena(std::size_t{64} << 10);
  const std::size_t walks = std::max<std::size_t>(8, (std::size_t{64} << 10) / (16 + 8 * row.headers.size()));
  std::size_t allocated = 0;
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(walks))) {
    state.PauseTiming();
    arena.reset();
    PlainObject object(arena, shapes);
    for (const corpus::Header& header : row.headers) corpus::put(object, arena, names, header);
    const std::size_t before = object.bytes_allocated();
    state.ResumeTiming();
    for (std::size_t i = 0; i < walks; ++i) benchmark::DoNotOptimize(walk_all<Walk>(object));
    allocated = object.bytes_allocated() - before;
  }
  state.counters["bytes"] = static_cast<double>(allocated) / static_cast<double>(walks);
}

template <class Walk>
void add(const corpus::Row& row) {
  const std::string name = std::string(kId).append("/").append(row.title).append("/").append(Walk::kId);
  benchmark::RegisterBenchmark(name.c_str(), [row](benchmark::State& state) { run<Walk>(state, row); });
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const corpus::Row& row : corpus::rows()) {
    std::apply([&](auto... walk) { (add<decltype(walk)>(row), ...); }, Variants{});
  }
  return true;
}();

}  // namespace
}  // namespace header_walk
