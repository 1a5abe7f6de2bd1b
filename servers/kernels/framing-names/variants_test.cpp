// Every variant of framing-names says of every text what a comparison with two lower-case names says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "servers/kernels/framing-names/registry.h"
#include "servers/kernels/name-lookup/corpus.h"
#include "servers/kernels/name-lookup/registry.h"

namespace framing_names {
namespace {

namespace corpus = name_lookup::corpus;

/// The contract, written the slow way.
Framing model(const std::string& text) {
  const std::string lower = corpus::lowered(text);
  if (lower == "content-length") return Framing::kContentLength;
  return lower == "transfer-encoding" ? Framing::kTransferEncoding : Framing::kNone;
}

template <class First, class Second>
struct Choice {
  using Variant = First;
  using Lookup = Second;
};

template <class Choice>
class EveryVariant : public testing::Test {
 protected:
  /// Of a copy that ends where the text ends, so that a sanitizer sees a read beyond it.
  static Framing classify(const std::string& text) {
    const auto copy = std::make_unique<char[]>(text.size());
    std::memcpy(copy.get(), text.data(), text.size());
    return Choice::Variant::template classify<typename Choice::Lookup>({copy.get(), text.size()});
  }
};

template <class Variants, class Lookups>
struct Pairs;
template <class... Variant, class... Lookup>
struct Pairs<std::tuple<Variant...>, std::tuple<Lookup...>> {
  template <class One>
  using OfOne = std::tuple<Choice<One, Lookup>...>;
  using type = decltype(std::tuple_cat(std::declval<OfOne<Variant>>()...));
};
template <class Tuple>
struct AsTypes;
template <class... Pair>
struct AsTypes<std::tuple<Pair...>> {
  using type = testing::Types<Pair...>;
};
using EveryPair = AsTypes<Pairs<Variants, name_lookup::Variants>::type>::type;
TYPED_TEST_SUITE(EveryVariant, EveryPair);

TYPED_TEST(EveryVariant, knows_both_names_in_every_spelling) {
  for (const std::string& text : corpus::spellings("Content-Length")) {
    EXPECT_EQ(this->classify(text), Framing::kContentLength) << text;
  }
  for (const std::string& text : corpus::spellings("Transfer-Encoding")) {
    EXPECT_EQ(this->classify(text), Framing::kTransferEncoding) << text;
  }
}

TYPED_TEST(EveryVariant, tells_both_names_from_texts_that_differ_in_one_byte) {
  for (const char* name : {"Content-Length", "Transfer-Encoding"}) {
    for (const std::string& text : corpus::spellings(name)) {
      corpus::neighbours(text, [&](const std::string& other) {
        ASSERT_EQ(this->classify(other), model(other)) << testing::PrintToString(other);
      });
    }
  }
}

TYPED_TEST(EveryVariant, takes_no_other_well_known_name_for_one_of_them) {
  for (const std::string_view name : name_lookup::kNames) {
    for (const std::string& text : corpus::spellings(name)) EXPECT_EQ(this->classify(text), model(text)) << text;
  }
}

TYPED_TEST(EveryVariant, agrees_with_the_model_on_other_texts) {
  for (const std::string& text : corpus::others()) EXPECT_EQ(this->classify(text), Framing::kNone) << text.size();
  std::mt19937_64 bits(4);
  for (int i = 0; i < 50000; ++i) {
    const std::string text = corpus::random(bits);
    ASSERT_EQ(this->classify(text), model(text)) << text;
  }
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/framing-names")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"framing", "registry"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace framing_names
