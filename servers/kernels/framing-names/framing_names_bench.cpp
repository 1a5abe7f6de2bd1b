// What it costs to look for the framing among the headers that writeHead was given: four, as in bun's round trip.
#include <benchmark/benchmark.h>

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "servers/kernels/framing-names/registry.h"
#include "servers/kernels/name-lookup/registry.h"

namespace framing_names {
namespace {

using Names = std::vector<std::string_view>;

template <class Variant, class Lookup>
[[gnu::noinline]] unsigned scan(std::span<const std::string_view> names) {
  unsigned seen = 0;
  for (const std::string_view name : names)
    seen |= 1u << static_cast<unsigned>(Variant::template classify<Lookup>(name));
  return seen;
}

template <class Variant, class Lookup>
void run(benchmark::State& state, const Names& names) {
  for (auto _ : state) benchmark::DoNotOptimize(scan<Variant, Lookup>(names));
}

/// All variants with one variant of name-lookup; length does not depend on it.
template <class Lookup, class... Variant>
void register_rows(const std::tuple<Variant...>*) {
  const std::pair<std::string, Names> shapes[] = {
      {"4_headers", {"Content-Type", "Content-Length", "Cache-Control", "ETag"}},
      {"4_lower-case", {"content-type", "content-length", "cache-control", "etag"}},
      {"4_chunked", {"Content-Type", "Transfer-Encoding", "Cache-Control", "Vary"}},
      {"4_of_the_same_lengths", {"Sec-Fetch-Mode", "Accept-Charset", "If-Modified-Since", "Sec-WebSocket-Key"}},
      {"4_not-well-known", {"X-Request-Id", "X-Response-Time", "X-Powered-By", "RateLimit-Limit"}},
  };
  const auto row = [](const std::string& shape, std::string_view id, auto* body, const Names& names) {
    const std::string title = std::string(kId) + "/" + shape + "/" + std::string(Lookup::kId) + "/" + std::string(id);
    benchmark::RegisterBenchmark(title.c_str(), body, names);
  };
  for (const auto& [shape, names] : shapes) (row(shape, Variant::kId, run<Variant, Lookup>, names), ...);
}

template <class... Lookup>
void register_all(const std::tuple<Lookup...>*) {
  (register_rows<Lookup>(static_cast<const Variants*>(nullptr)), ...);
}

[[maybe_unused]] const bool kRegistered = (register_all(static_cast<const name_lookup::Variants*>(nullptr)), true);

}  // namespace
}  // namespace framing_names
