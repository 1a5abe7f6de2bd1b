// What the listener table of one response costs: made, listened to, asked for the events of a response, forgotten.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "servers/kernels/listener-table/registry.h"

struct listener_table::Listener {
  int id = 0;
};

namespace {

using listener_table::Listener;
using listener_table::Name;

/// node's hello world listens to `finish` and emits three events on the response.
struct Row {
  const char* name;
  std::vector<const char*> added;
  std::vector<const char*> emitted;
};

const std::vector<const char*> kEmitted = {"prefinish", "finish", "close"};
const std::vector<Row> kRows = {
    {"response/finish", {"finish"}, kEmitted},
    {"response/finish_twice", {"finish", "finish"}, kEmitted},
    {"response/finish_and_close", {"finish", "close"}, kEmitted},
    {"response/all_common", {"close", "error", "prefinish", "finish", "drain"}, kEmitted},
    {"response/finish_and_timeout", {"finish", "timeout"}, kEmitted},
    {"add/finish", {"finish"}, {}},
    {"find/finish", {}, {"finish"}},
    {"find/absent", {}, {"pipe"}},
};

template <class Table>
void run(benchmark::State& state, const Row& row) {
  engine::NameTable names;
  engine::Arena arena;
  typename Table::Shared shared(names);
  std::vector<const Name*> added, emitted;
  for (const char* event : row.added) added.push_back(&names.intern(event));
  for (const char* event : row.emitted) emitted.push_back(&names.intern(event));
  std::vector<Listener> listeners(row.added.size());
  Table table(arena, shared);
  // A row that adds nothing asks a table that somebody listens to and that stays.
  const bool stays = added.empty();
  Listener first;
  table.begin();
  if (stays) benchmark::DoNotOptimize(table.add(names.intern("finish"), first));
  for (auto _ : state) {
    if (!stays) {
      table.clear();
      arena.reset();
      table.begin();
    }
    for (std::size_t i = 0; i < added.size(); ++i) {
      bool announced = table.add(*added[i], listeners[i]);
      benchmark::DoNotOptimize(announced);
    }
    for (const Name* event : emitted) {
      benchmark::DoNotOptimize(event);
      listener_table::Listeners found = table.find(*event);
      benchmark::DoNotOptimize(found);
    }
    benchmark::ClobberMemory();
  }
  state.counters["bytes/call"] = stays ? 0 : static_cast<double>(table.bytes_allocated());
}

template <class... Table>
void add(const Row& row, const std::tuple<Table...>*) {
  const auto add_one = [&]<class One>(const One*) {
    const std::string name = "listener-table/" + std::string(row.name) + "/" + std::string(One::kId);
    benchmark::RegisterBenchmark(name.c_str(), [&row](benchmark::State& state) { run<One>(state, row); });
  };
  (add_one(static_cast<const Table*>(nullptr)), ...);
}

[[maybe_unused]] const bool registered = [] {
  for (const Row& row : kRows) add(row, static_cast<const listener_table::Variants*>(nullptr));
  return true;
}();

}  // namespace
