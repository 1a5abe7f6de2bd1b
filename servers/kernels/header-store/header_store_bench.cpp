// What a response pays for keeping its headers: set, read, walk, and the bytes it takes.
#include <benchmark/benchmark.h>

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "servers/kernels/header-store/registry.h"

namespace header_store {
namespace {

/// Names as handlers set them; each is interned before the clock runs, as a constant of the program is.
class Names {
 public:
  explicit Names(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) texts_.push_back("X-Header-" + std::to_string(i));
    for (const std::string& text : texts_) keys_.push_back(&table_.intern(text));
  }
  std::size_t size() const { return keys_.size(); }
  const Name& key(std::size_t i) const { return *keys_[i]; }
  std::string_view text(std::size_t i) const { return texts_[i]; }

 private:
  NameTable table_;
  std::deque<std::string> texts_;
  std::vector<const Name*> keys_;
};

template <class Store>
[[gnu::noinline]] void set_all(Store& store, const Names& names) {
  for (std::size_t i = 0; i < names.size(); ++i) store.set(names.key(i), names.text(i), "value");
}

/// One response after another in the same store: what a connection does. `work` is what else is done with the headers.
template <class Store, class Work>
void respond(benchmark::State& state, std::size_t count, Work&& work) {
  const Names names(count);
  typename Store::Shared shared;
  Arena arena;
  Store store(arena, shared);
  for (auto _ : state) {
    store.clear();
    arena.reset();
    set_all(store, names);
    work(store, names);
    benchmark::ClobberMemory();
  }
  state.counters["bytes/call"] = static_cast<double>(store.bytes_allocated());
}

template <class Store>
void add(const std::string& row, std::size_t count, void (*work)(Store&, const Names&)) {
  const std::string name = std::string(kId) + "/" + row + "/" + std::string(Store::kId);
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { respond<Store>(state, count, work); });
}

template <class Store>
void nothing(Store&, const Names&) {}

template <class Store>
void read_two(Store& store, const Names& names) {
  benchmark::DoNotOptimize(store.get(names.key(1)));
  benchmark::DoNotOptimize(store.get(names.key(6)));
}

template <class Store>
void walk(Store& store, const Names&) {
  store.walk([](const Entry& entry) { benchmark::DoNotOptimize(entry.first.value.data()); });
}

template <class... Store>
bool add_all(const std::tuple<Store...>*) {
  for (const std::size_t count : {1u, 2u, 3u, 8u, 16u, 17u}) {
    (add<Store>("set_" + std::to_string(count), count, nothing<Store>), ...);
  }
  (add<Store>("set_8_read_two", 8, read_two<Store>), ...);
  for (const std::size_t count : {2u, 8u, 16u}) {
    (add<Store>("set_" + std::to_string(count) + "_walk", count, walk<Store>), ...);
  }
  return true;
}

[[maybe_unused]] const bool kRegistered = add_all(static_cast<const Variants*>(nullptr));

}  // namespace
}  // namespace header_store
