// What it costs a function to read its arguments: the two functions of bun's change 8, each called once per request.
#include <benchmark/benchmark.h>

#include <array>
#include <string>

#include "servers/kernels/call-arguments/registry.h"

namespace {

using call_arguments::CallFrame;
using call_arguments::EncodedValue;
using call_arguments::Heap;
using call_arguments::IncomingMessage;
using call_arguments::integer;

constexpr std::array<EncodedValue, 8> kFromServer = {
    call_arguments::kServerCalls, integer(1), integer(2), integer(3), integer(4), integer(5),
    call_arguments::kFalse,       integer(7)};
constexpr std::array<EncodedValue, 2> kFromFetch = {integer(1), integer(2)};

struct Row {
  const char* name;
  bool constructor;
  const EncodedValue* arguments;
  std::size_t count;
};
constexpr Row kRows[] = {
    {"construct/8_arguments", true, kFromServer.data(), 8},
    {"construct/2_arguments", true, kFromFetch.data(), 2},
    {"remove_all_listeners/0_arguments", false, kFromFetch.data(), 0},
    {"remove_all_listeners/1_argument", false, kFromFetch.data(), 1},
};

template <class Arguments>
void run(benchmark::State& state, const Row& row) {
  engine::Arena arena;
  std::size_t bytes = 0, objects = 0;
  for (auto _ : state) {
    Heap heap(arena);
    CallFrame frame = {&arena, row.count, row.arguments};
    benchmark::DoNotOptimize(frame);
    if (row.constructor) {
      IncomingMessage message;
      call_arguments::construct<Arguments>(heap, frame, message);
      benchmark::DoNotOptimize(message);
    } else {
      call_arguments::Removal removal = call_arguments::remove_all_listeners<Arguments>(heap, frame);
      benchmark::DoNotOptimize(removal);
    }
    benchmark::ClobberMemory();
    bytes = heap.bytes;
    objects = heap.objects;
    arena.reset();
  }
  state.counters["bytes/call"] = static_cast<double>(bytes);
  state.counters["objects/call"] = static_cast<double>(objects);
}

template <class... Arguments>
void add(const Row& row, const std::tuple<Arguments...>*) {
  const auto add_one = [&]<class One>(const One*) {
    const std::string name = "call-arguments/" + std::string(row.name) + "/" + std::string(One::kId);
    benchmark::RegisterBenchmark(name.c_str(), [&row](benchmark::State& state) { run<One>(state, row); });
  };
  (add_one(static_cast<const Arguments*>(nullptr)), ...);
}

[[maybe_unused]] const bool registered = [] {
  for (const Row& row : kRows) add(row, static_cast<const call_arguments::Variants*>(nullptr));
  return true;
}();

}  // namespace
