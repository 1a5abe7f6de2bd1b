// Every variant of header-store behaves as a plain list of headers does, on the shared corpus and on random sequences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "servers/kernels/header-store/corpus.h"
#include "servers/kernels/header-store/registry.h"

namespace header_store {
namespace {

struct Header {
  std::string key, name;
  std::vector<std::string> lines;
  bool operator==(const Header&) const = default;
};

/// The contract, written the slow way.
class Model {
 public:
  void apply(const corpus::Operation& operation, const Name& name) {
    const std::string key(name.lower);
    const auto known = std::find_if(headers.begin(), headers.end(), [&](const Header& h) { return h.key == key; });
    switch (operation.kind) {
      case corpus::Kind::kSet:
        if (known == headers.end()) {
          headers.push_back({key, operation.name, {operation.value}});
        } else {
          *known = {key, operation.name, {operation.value}};
        }
        return;
      case corpus::Kind::kAppend:
        if (known == headers.end()) {
          headers.push_back({key, operation.name, {operation.value}});
        } else {
          known->lines.push_back(operation.value);
        }
        return;
      case corpus::Kind::kRemove:
        if (known != headers.end()) headers.erase(known);
        return;
      case corpus::Kind::kClear:
        headers.clear();
    }
  }
  std::vector<Header> headers;
};

Header read(const Name& key, const Entry& entry) {
  Header header{std::string(key.lower), std::string(entry.name), {}};
  for (const Line* line = &entry.first; line != nullptr; line = line->next) header.lines.emplace_back(line->value);
  return header;
}

template <class Store>
std::vector<Header> walked(Store& store, NameTable& names) {
  std::vector<Header> all;
  store.walk([&](const Entry& entry) { all.push_back(read(names.intern(entry.name), entry)); });
  return all;
}

/// Runs a sequence, comparing everything that can be observed after each operation.
template <class Store>
void expect_like_model(const corpus::Sequence& sequence, typename Store::Shared& shared, NameTable& names) {
  SCOPED_TRACE(sequence.title);
  Arena arena(256);
  Store store(arena, shared);
  Model model;
  std::set<const Name*> keys;
  for (const auto& operation : sequence.operations) keys.insert(&names.intern(operation.name));
  for (const auto& operation : sequence.operations) {
    corpus::apply(operation, names, arena, store);
    model.apply(operation, names.intern(operation.name));
    ASSERT_EQ(store.size(), model.headers.size());
    ASSERT_TRUE(walked(store, names) == model.headers);
    for (const auto& asked : sequence.operations) {
      const Name& key = names.intern(asked.name);
      const auto known =
          std::find_if(model.headers.begin(), model.headers.end(), [&](const Header& h) { return h.key == key.lower; });
      ASSERT_EQ(store.has(key), known != model.headers.end());
      const Entry* entry = store.get(key);
      ASSERT_EQ(entry != nullptr, known != model.headers.end());
      if (entry != nullptr) {
        ASSERT_TRUE(read(key, *entry) == *known);
      }
    }
  }
}

template <class Store>
class EveryVariant : public testing::Test {};

template <class Tuple>
struct AsTypes;
template <class... Store>
struct AsTypes<std::tuple<Store...>> {
  using type = testing::Types<Store...>;
};
using VariantTypes = AsTypes<Variants>::type;
TYPED_TEST_SUITE(EveryVariant, VariantTypes);

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_the_shared_corpus) {
  typename TypeParam::Shared shared;
  NameTable names;
  for (const auto& sequence : corpus::fixed()) {
    if (sequence.operations.size() < 100) expect_like_model<TypeParam>(sequence, shared, names);
  }
}

TYPED_TEST(EveryVariant, keeps_the_order_of_very_many_names) {
  typename TypeParam::Shared shared;
  NameTable names;
  Arena arena;
  TypeParam store(arena, shared);
  const auto sequence = corpus::numbered(600);
  for (const auto& operation : sequence.operations) corpus::apply(operation, names, arena, store);
  int next = 0;
  store.walk([&](const Entry& entry) { EXPECT_EQ(entry.name, "X-" + std::to_string(next++)); });
  EXPECT_EQ(next, 600);
}

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_random_sequences) {
  typename TypeParam::Shared shared;
  NameTable names;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const unsigned pool = seed % 3 == 0 ? 4 : seed % 3 == 1 ? 14 : 40;
    expect_like_model<TypeParam>(corpus::random(seed, 80, pool), shared, names);
  }
}

TYPED_TEST(EveryVariant, allocates_nothing_before_the_first_set_and_reports_nothing_after_a_clear) {
  typename TypeParam::Shared shared;
  NameTable names;
  Arena arena;
  TypeParam store(arena, shared);
  EXPECT_FALSE(store.remove(names.intern("a")));
  store.walk([](const Entry&) { FAIL(); });
  EXPECT_EQ(store.bytes_allocated(), 0u);
  store.set(names.intern("a"), "a", "1");
  EXPECT_GT(store.bytes_allocated(), 0u);
  store.clear();
  EXPECT_EQ(store.bytes_allocated(), 0u);
  EXPECT_EQ(store.size(), 0u);
}

TYPED_TEST(EveryVariant, says_whether_a_removal_found_the_name) {
  typename TypeParam::Shared shared;
  NameTable names;
  Arena arena;
  TypeParam store(arena, shared);
  store.set(names.intern("A"), "A", "1");
  store.set(names.intern("B"), "B", "1");
  EXPECT_TRUE(store.remove(names.intern("a")));
  EXPECT_FALSE(store.remove(names.intern("a")));
  EXPECT_TRUE(store.remove(names.intern("b")));
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/header-store")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"corpus", "registry", "store"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace header_store
