// Every variant of name-lookup recognises the same texts as a plain map of lower-case names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "servers/kernels/name-lookup/corpus.h"
#include "servers/kernels/name-lookup/registry.h"

namespace name_lookup {
namespace {

/// The contract, written the slow way.
Index model(const std::string& text) {
  static const auto known = [] {
    std::unordered_map<std::string, Index> map;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      map[corpus::lowered(std::string(kNames[i]))] = static_cast<Index>(i);
    }
    return map;
  }();
  const auto found = known.find(corpus::lowered(text));
  return found == known.end() ? kNone : found->second;
}

/// Finds a copy that ends where the text ends, so that a sanitizer sees a read beyond it.
template <class Lookup>
Index find(const std::string& text) {
  const auto copy = std::make_unique<char[]>(text.size());
  std::memcpy(copy.get(), text.data(), text.size());
  return Lookup::find({copy.get(), text.size()});
}

template <class Lookup>
class EveryVariant : public testing::Test {};

template <class Tuple>
struct AsTypes;
template <class... Lookup>
struct AsTypes<std::tuple<Lookup...>> {
  using type = testing::Types<Lookup...>;
};
using VariantTypes = AsTypes<Variants>::type;
TYPED_TEST_SUITE(EveryVariant, VariantTypes);

TYPED_TEST(EveryVariant, finds_each_name_in_four_spellings) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    for (const std::string& text : corpus::spellings(kNames[i])) EXPECT_EQ(find<TypeParam>(text), i) << text;
  }
}

TYPED_TEST(EveryVariant, tells_a_name_from_every_text_that_differs_in_one_byte) {
  for (const std::string_view name : kNames) {
    for (const std::string& text : corpus::spellings(name)) {
      corpus::neighbours(text, [&](const std::string& other) {
        ASSERT_EQ(find<TypeParam>(other), model(other)) << testing::PrintToString(other) << " beside " << text;
      });
    }
  }
}

TYPED_TEST(EveryVariant, tells_a_hyphen_from_an_underscore) {
  int hyphenated = 0;
  for (const std::string_view name : kNames) {
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    if (text == name) continue;
    ++hyphenated;
    EXPECT_EQ(find<TypeParam>(text), kNone) << text;
  }
  EXPECT_EQ(hyphenated, 68);
}

TYPED_TEST(EveryVariant, finds_nothing_in_texts_that_are_no_names) {
  for (const std::string& text : corpus::others()) EXPECT_EQ(find<TypeParam>(text), kNone) << text.size();
}

TYPED_TEST(EveryVariant, agrees_with_the_model_on_random_texts) {
  std::mt19937_64 bits(5);
  int known = 0;
  for (int i = 0; i < 200000; ++i) {
    const std::string text = corpus::random(bits);
    known += model(text) != kNone;
    ASSERT_EQ(find<TypeParam>(text), model(text)) << text;
  }
  EXPECT_GT(known, 100);
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/name-lookup")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"corpus", "lookup", "registry"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace name_lookup
