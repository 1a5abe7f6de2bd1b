// What a head costs, on average over the 30,720 requests in which the source counted its compilations.
#include <benchmark/benchmark.h>

#include "servers/kernels/head-render/corpus.h"
#include "servers/kernels/head-render/registry.h"
#include "servers/kernels/head-render/text_buffer.h"

namespace head_render {
namespace {

constexpr int kRequests = 120 * 256;

template <class Render>
[[gnu::noinline]] void render_one(Render& function, const Head& head, Arena& arena, TextBuffer& out) {
  function.render(head, arena, out);
}

/// The cost of a call depends on how many there were before it: a function made anew every kRequests calls, so that a
/// longer run does not mean something else. Making it is part of the time, as a compiled plan is.
template <class Render>
void run(benchmark::State& state, const corpus::Case& row) {
  Arena arena;
  TextBuffer out;
  const Head head = row.with_fields();
  std::uint64_t compilations = 0, exits = 0;
  while (state.KeepRunningBatch(kRequests)) {
    Render function;
    for (int i = 0; i < kRequests; ++i) {
      arena.reset();
      out.clear();
      render_one(function, head, arena, out);
      benchmark::DoNotOptimize(out.text().data());
      benchmark::ClobberMemory();
    }
    compilations = function.compilations();
    exits = function.exits();
  }
  state.counters["compilations"] = static_cast<double>(compilations);
  state.counters["exits"] = static_cast<double>(exits);
}

template <class Render>
void add(const corpus::Case& row) {
  const std::string name = std::string(kId).append("/").append(row.title).append("/").append(Render::kId);
  benchmark::RegisterBenchmark(name.c_str(), [row](benchmark::State& state) { run<Render>(state, row); });
}

template <class... Render>
void add_all(const std::tuple<Render...>*) {
  for (const corpus::Case& row : corpus::rows()) (add<Render>(row), ...);
}

[[maybe_unused]] const bool kRegistered = [] {
  add_all(static_cast<const Variants*>(nullptr));
  return true;
}();

}  // namespace
}  // namespace head_render
