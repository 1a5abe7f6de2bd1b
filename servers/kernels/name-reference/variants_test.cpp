// Every variant of name-reference hands out the same strings and leaves no count behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "servers/kernels/name-lookup/corpus.h"
#include "servers/kernels/name-lookup/registry.h"
#include "servers/kernels/name-reference/registry.h"

namespace name_reference {
namespace {

using name_lookup::Index;
using name_lookup::kNames;

template <class Variant>
class EveryVariant : public testing::Test {
 protected:
  void expect_one_reference_each() const {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      EXPECT_EQ(identifiers.at(static_cast<Index>(i)).references(), 1u) << kNames[i];
    }
  }
  Identifiers identifiers;
};

template <class Tuple>
struct AsTypes;
template <class... Variant>
struct AsTypes<std::tuple<Variant...>> {
  using type = testing::Types<Variant...>;
};
using VariantTypes = AsTypes<Variants>::type;
TYPED_TEST_SUITE(EveryVariant, VariantTypes);

TYPED_TEST(EveryVariant, hands_out_one_string_for_a_name_in_every_spelling) {
  for (const std::string_view name : kNames) {
    for (const std::string& text : name_lookup::corpus::spellings(name)) {
      const auto reference = TypeParam::take(this->identifiers.at(name_lookup::After::find(text)));
      EXPECT_EQ(reference.name().lower(), name_lookup::corpus::lowered(text));
      EXPECT_EQ(&reference.name(), &this->identifiers.at(name_lookup::Before::find(text)));
    }
  }
  this->expect_one_reference_each();
}

TYPED_TEST(EveryVariant, leaves_every_count_as_it_was_after_any_sequence) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 bits(seed);
    std::vector<typename TypeParam::Reference> held;
    std::vector<Index> expected;
    for (int i = 0; i < 400; ++i) {
      const auto dice = bits() % 4;
      const std::size_t victim = held.empty() ? 0 : bits() % held.size();
      if (dice < 2 || held.empty()) {
        expected.push_back(static_cast<Index>(bits() % 5));  // few names, so that one is held several times
        held.push_back(TypeParam::take(this->identifiers.at(expected.back())));
      } else if (dice == 2) {
        held[victim] = std::move(held.back());
        held.pop_back();
        expected[victim] = expected.back();
        expected.pop_back();
      } else {
        auto moved = std::move(held[victim]);
        ASSERT_EQ(&moved.name(), &this->identifiers.at(expected[victim]));
        held[victim] = TypeParam::take(this->identifiers.at(1));
        expected[victim] = 1;
      }
      for (std::size_t k = 0; k < held.size(); ++k) {
        ASSERT_EQ(&held[k].name(), &this->identifiers.at(expected[k]));
      }
    }
    held.clear();
    this->expect_one_reference_each();
  }
}

TEST(Counted, counts_each_reference_while_it_lives) {
  Identifiers identifiers;
  const SharedName& host = identifiers.at(name_lookup::index_of("Host"));
  {
    const auto first = Counted::take(host);
    auto second = Counted::take(host);
    EXPECT_EQ(host.references(), 3u);
    const auto moved = std::move(second);
    EXPECT_EQ(host.references(), 3u);
    EXPECT_EQ(identifiers.at(name_lookup::index_of("Vary")).references(), 1u);
  }
  EXPECT_EQ(host.references(), 1u);
}

TEST(Borrowed, counts_nothing) {
  Identifiers identifiers;
  const SharedName& host = identifiers.at(name_lookup::index_of("Host"));
  const auto reference = Borrowed::take(host);
  EXPECT_EQ(host.references(), 1u);
  EXPECT_EQ(&reference.name(), &host);
}

TEST(SharedNameDeathTest, is_not_given_back_more_often_than_taken) {
  const SharedName name("X-Name");
  name.retain();
  name.release();
  EXPECT_EQ(name.references(), 1u);
  EXPECT_EQ(name.lower(), "x-name");
  EXPECT_DEATH(name.release(), "");
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/name-reference")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"reference", "registry"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace name_reference
