// What one emit() costs: the rows of bun's event-emitter-emit, and the two of a captured rejection.
#include <benchmark/benchmark.h>

#include <array>
#include <string>

#include "servers/kernels/emit/registry.h"

namespace {

using emit::Value;

/// A function of JavaScript is called through its code, which no compiler sees from here.
struct Function {
  Value (*code)(Function&, std::span<const Value>);
  std::int64_t sum = 0;
  Value result{};
  Value call(std::span<const Value> arguments) { return code(*this, arguments); }
};

[[gnu::noinline]] Value add_up(Function& self, std::span<const Value> arguments) {
  for (const Value value : arguments) self.sum += value.as_integer();
  return self.result;
}

struct Row {
  std::string name;
  const char* event;
  std::size_t listeners;
  std::size_t arguments;
  bool promise = false;
};

template <class Variant>
void run(benchmark::State& state, const Row& row) {
  constexpr int kBatch = 16;  // about what a request emits; then the young generation is empty again
  engine::NameTable names;
  engine::Arena arena(8192);
  emit::Emitter emitter(arena, names.intern("error"));
  const engine::Name& event = names.intern(row.event);
  const emit::Cell promise{emit::Kind::kPromise};
  emitter.capture_rejections = row.promise;
  Function function{add_up};
  if (row.promise) function.result = Value::cell(promise);
  std::array<Function*, 2> list = {&function, &function};
  const std::array<Value, 4> values = {Value::integer(1), Value::integer(2), Value::integer(3), Value::integer(4)};
  const std::span<Function* const> listeners = std::span<Function* const>(list).first(row.listeners);
  const std::span<const Value> arguments = std::span(values).first(row.arguments);
  emit::Allocations last;
  while (state.KeepRunningBatch(kBatch)) {
    for (int i = 0; i < kBatch; ++i) {
      emit::Emission emission = Variant::emit(emitter, event, listeners, arguments);
      benchmark::DoNotOptimize(emission);
      benchmark::ClobberMemory();
    }
    last = emitter.allocations;
    emitter.clear();
    arena.reset();
  }
  state.counters["arrays/call"] = static_cast<double>(last.arrays) / kBatch;
  state.counters["bytes/call"] = static_cast<double>(last.bytes) / kBatch;
}

template <class... Variant>
void add(const Row& row, const std::tuple<Variant...>*) {
  const auto add_one = [&]<class One>(const One*) {
    const std::string name = "emit/" + row.name + "/" + std::string(One::kId);
    benchmark::RegisterBenchmark(name.c_str(), [row](benchmark::State& state) { run<One>(state, row); });
  };
  (add_one(static_cast<const Variant*>(nullptr)), ...);
}

std::string count(std::size_t number, const std::string& noun) {
  return std::to_string(number) + "_" + noun + (number == 1 ? "" : "s");
}

[[maybe_unused]] const bool registered = [] {
  const auto variants = static_cast<const emit::Variants*>(nullptr);
  for (const std::size_t listeners : {0u, 1u, 2u}) {
    for (const std::size_t arguments : {0u, 1u, 2u, 4u}) {
      const std::string name = count(listeners, "listener") + "/" + count(arguments, "argument");
      add({name, "data", listeners, arguments}, variants);
    }
  }
  add({"error/1_listener", "error", 1, 1}, variants);
  add({"promise/1_listener/1_argument", "data", 1, 1, true}, variants);
  add({"promise/1_listener/2_arguments", "data", 1, 2, true}, variants);
  return true;
}();

}  // namespace
