// What one walk costs, for the objects of the table in nodejs/node#66679.
#include <benchmark/benchmark.h>

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
[[gnu::noinline]] std::size_t walk_all(PlainObject& object, Arena& young) {
  std::size_t bytes = 0;
  Walk::walk(object, young, [&](std::string_view name, const Value& value) { bytes += read(name, value); });
  return bytes;
}

template <class Walk>
void run(benchmark::State& state, const corpus::Row& row) {
  engine::NameTable names;
  engine::Shapes shapes;
  engine::Arena old;
  engine::Arena young(std::size_t{64} << 10);
  PlainObject object(old, shapes);
  for (const corpus::Header& header : row.headers) corpus::put(object, old, names, header);
  const std::size_t before = object.bytes_allocated();
  for (auto _ : state) {
    benchmark::DoNotOptimize(walk_all<Walk>(object, young));
    young.reset();
  }
  const auto allocated = static_cast<double>(object.bytes_allocated() - before);
  state.counters["bytes/call"] = allocated / static_cast<double>(state.iterations());
}

template <class Walk>
void add(const corpus::Row& row) {
  const std::string name = std::string(kId).append("/").append(row.title).append("/").append(Walk::kId);
  benchmark::RegisterBenchmark(name.c_str(), [row](benchmark::State& state) { run<Walk>(state, row); });
}

[[maybe_unused]] const bool kRegistered = [] {
  std::vector<corpus::Row> rows = corpus::rows();
  for (const int count : {1, 2, 4, 8, 15, 16, 32, 64, 128, 256, 600}) {
    rows.push_back(corpus::strings(count));
    rows.back().title = "growth/" + rows.back().title;
  }
  for (const corpus::Row& row : rows) std::apply([&](auto... walk) { (add<decltype(walk)>(row), ...); }, Variants{});
  return true;
}();

}  // namespace
}  // namespace header_walk
