// What it costs to write a response into the cork buffer and to send it, to a sink that takes all.
#include <benchmark/benchmark.h>

#include "servers/kernels/cork-write/corpus.h"
#include "servers/kernels/cork-write/registry.h"

namespace cork_write {
namespace {

/// In place of the system call, which would be most of the time.
struct CountingSink {
  std::size_t calls = 0;
  std::size_t send(const char* text, std::size_t size) {
    benchmark::DoNotOptimize(text);
    benchmark::ClobberMemory();
    ++calls;
    return size;
  }
};

template <class Write>
[[gnu::noinline]] void answer(Socket<CountingSink>& socket, const corpus::Response& response) {
  socket.cork();
  corpus::write_response<Write>(socket, response);
  socket.uncork();
}

template <class Write>
void run(benchmark::State& state, const corpus::Response& response) {
  Loop loop;
  Context context{&loop};
  CountingSink sink;
  Socket<CountingSink> socket(context, sink);
  for (auto _ : state) answer<Write>(socket, response);
  state.counters["sends/call"] =
      benchmark::Counter(static_cast<double>(sink.calls), benchmark::Counter::kAvgIterations);
}

template <class Write>
void add(const corpus::Response& response) {
  const std::string name = std::string(kId).append("/").append(response.title).append("/").append(Write::kId);
  benchmark::RegisterBenchmark(name.c_str(), [response](benchmark::State& state) { run<Write>(state, response); });
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const corpus::Response& response : corpus::responses()) {
    std::apply([&](auto... write) { (add<decltype(write)>(response), ...); }, Variants{});
  }
  return true;
}();

}  // namespace
}  // namespace cork_write
