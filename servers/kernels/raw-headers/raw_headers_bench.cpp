// What one question about rawHeaders costs, for requests of node:http, of Express, and with a property of their own.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "servers/kernels/raw-headers/registry.h"
#include "servers/kernels/raw-headers/request_objects.h"

namespace {

using raw_headers::Object;

struct Row {
  const char* name;
  int between;  ///< prototypes that a framework puts below IncomingMessage.prototype
  bool own;     ///< the request has a rawHeaders of its own
};
constexpr Row kRows[] = {
    {"node_http/0_between", 0, false},
    {"express/2_between", 2, false},
    {"deep/8_between", 8, false},
    {"own/0_between", 0, true},
};

template <class Variant>
void run(benchmark::State& state, const Row& row) {
  constexpr std::size_t kRequests = 64;  // every request is an object of its own; they share a structure
  raw_headers::RequestObjects objects;
  typename Variant::Shared shared;
  const Variant variant(objects.realm(), shared);
  auto properties = objects.own_properties();
  if (row.own) properties.push_back(objects.value("rawHeaders"));
  const Object& prototype = objects.prototype(row.between);
  std::vector<const Object*> requests;
  for (std::size_t i = 0; i < kRequests; ++i) requests.push_back(&objects.create(&prototype, properties));
  std::size_t next = 0;
  for (auto _ : state) {
    bool reached = variant.reaches_accessor(*requests[next++ % kRequests]);
    benchmark::DoNotOptimize(reached);
    benchmark::ClobberMemory();
  }
}

template <class... Variant>
void add(const Row& row, const std::tuple<Variant...>*) {
  const auto add_one = [&]<class One>(const One*) {
    const std::string name = "raw-headers/" + std::string(row.name) + "/" + std::string(One::kId);
    benchmark::RegisterBenchmark(name.c_str(), [&row](benchmark::State& state) { run<One>(state, row); });
  };
  (add_one(static_cast<const Variant*>(nullptr)), ...);
}

[[maybe_unused]] const bool registered = [] {
  for (const Row& row : kRows) add(row, static_cast<const raw_headers::Variants*>(nullptr));
  return true;
}();

}  // namespace
