// What taking a reference costs for the well-known names of a request, on its own and beside the look-up of the names.
#include <benchmark/benchmark.h>

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "servers/kernels/name-lookup/registry.h"
#include "servers/kernels/name-reference/registry.h"

namespace name_reference {
namespace {

constexpr std::array<std::string_view, 8> kRequest = {"Host",    "Connection",      "Accept",          "User-Agent",
                                                      "Referer", "Accept-Encoding", "Accept-Language", "Cookie"};

/// A property of the object that the headers go into: where the engine stores a header under its identifier.
struct Property {
  const SharedName* key = nullptr;
  const std::string_view* value = nullptr;
};

template <class Variant>
[[gnu::noinline]] void store(const Identifiers& identifiers, name_lookup::Index index, Property& property) {
  static constexpr std::string_view kValue = "value";
  const auto reference = Variant::take(identifiers.at(index));
  property = {&reference.name(), &kValue};
  benchmark::ClobberMemory();  // the reference is held while the property is stored
}

template <class Variant>
void take(benchmark::State& state, std::size_t count) {
  const Identifiers identifiers;
  std::array<name_lookup::Index, kRequest.size()> indices;
  for (std::size_t i = 0; i < count; ++i) indices[i] = name_lookup::After::find(kRequest[i]);
  std::array<Property, kRequest.size()> object;
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) store<Variant>(identifiers, indices[i], object[i]);
    benchmark::DoNotOptimize(object);
  }
}

template <class Variant, class Lookup>
void fold(benchmark::State& state) {
  const Identifiers identifiers;
  std::array<Property, kRequest.size()> object;
  for (auto _ : state) {
    for (std::size_t i = 0; i < kRequest.size(); ++i) store<Variant>(identifiers, Lookup::find(kRequest[i]), object[i]);
    benchmark::DoNotOptimize(object);
  }
}

template <class... Variant>
void register_rows(const std::tuple<Variant...>*) {
  const auto row = [](const std::string& title, std::string_view id, auto* body, auto... more) {
    benchmark::RegisterBenchmark((std::string(kId) + "/" + title + "/" + std::string(id)).c_str(), body, more...);
  };
  for (const std::size_t count : {1u, 8u}) {
    (row("take/" + std::to_string(count) + "_headers", Variant::kId, take<Variant>, count), ...);
  }
  (row("look-up-and-take/8_headers/all-bytes", Variant::kId, fold<Variant, name_lookup::AllBytes>), ...);
  (row("look-up-and-take/8_headers/few-bytes", Variant::kId, fold<Variant, name_lookup::FewBytes>), ...);
}

[[maybe_unused]] const bool kRegistered = (register_rows(static_cast<const Variants*>(nullptr)), true);

}  // namespace
}  // namespace name_reference
