// Every variant of framing-match tells the seven fields from all other tokens, in every case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "servers/kernels/framing-match/corpus.h"
#include "servers/kernels/framing-match/registry.h"

namespace framing_match {
namespace {

/// The contract, written the slow way.
Field model(const std::string& name) {
  static const std::map<std::string, Field> fields = {
      {"connection", Field::kConnection},
      {"transfer-encoding", Field::kTransferEncoding},
      {"content-length", Field::kContentLength},
      {"date", Field::kDate},
      {"expect", Field::kExpect},
      {"trailer", Field::kTrailer},
      {"keep-alive", Field::kKeepAlive},
  };
  const auto known = fields.find(corpus::lowered({name})[0]);
  return known == fields.end() ? Field::kNone : known->second;
}

template <class Match>
class EveryVariant : public testing::Test {
 protected:
  std::size_t bytes_for(std::string_view name) {
    match.clear();
    match.match(name);
    return match.bytes_allocated();
  }
  Arena arena;
  Match match{arena};
};

template <class Tuple>
struct AsTypes;
template <class... Match>
struct AsTypes<std::tuple<Match...>> {
  using type = testing::Types<Match...>;
};
using VariantTypes = AsTypes<Variants>::type;
TYPED_TEST_SUITE(EveryVariant, VariantTypes);

TYPED_TEST(EveryVariant, agrees_with_the_model_on_the_shared_corpus) {
  for (const corpus::Row& row : corpus::rows()) {
    for (const std::string& name : row.names) EXPECT_EQ(this->match.match(name), model(name)) << name;
  }
}

TYPED_TEST(EveryVariant, knows_each_field_in_any_case) {
  std::mt19937_64 bits(1);
  for (const std::string_view field : corpus::kFields) {
    ASSERT_NE(model(std::string(field)), Field::kNone);
    for (int i = 0; i < 200; ++i) {
      const std::string name = corpus::in_odd_case(field, bits);
      EXPECT_EQ(this->match.match(name), model(std::string(field))) << name;
    }
  }
}

TYPED_TEST(EveryVariant, takes_nothing_else_for_upgrade_or_for_a_field_with_one_byte_changed_added_or_removed) {
  for (const char* name : {"Upgrade", "upgrade", "te", "TE", "Host", "x"}) {
    EXPECT_EQ(this->match.match(name), Field::kNone) << name;
  }
  for (const std::string_view field : corpus::kFields) {
    for (std::size_t i = 0; i < field.size(); ++i) {
      for (const char c : corpus::kTokenCharacters) {
        std::string changed(field), added(field);
        changed[i] = c;
        EXPECT_EQ(this->match.match(changed), model(changed)) << changed;
        added.insert(i, 1, c);
        EXPECT_EQ(this->match.match(added), Field::kNone) << added;
      }
      std::string removed(field);
      removed.erase(i, 1);
      EXPECT_EQ(this->match.match(removed), Field::kNone) << removed;
    }
  }
}

TYPED_TEST(EveryVariant, agrees_with_the_model_on_random_tokens) {
  std::mt19937_64 bits(2);
  for (int i = 0; i < 20000; ++i) {
    const std::string name = corpus::token(bits);
    ASSERT_EQ(this->match.match(name), model(name)) << name;
  }
}

TYPED_TEST(EveryVariant, allocates_a_string_for_a_field_that_is_not_in_lower_case) {
  // 16 bytes of header and the characters, rounded up to 8.
  EXPECT_EQ(this->bytes_for("Date"), 24u);
  EXPECT_EQ(this->bytes_for("trailEr"), 24u);
  EXPECT_EQ(this->bytes_for("Connection"), 32u);
  EXPECT_EQ(this->bytes_for("Transfer-Encoding"), 40u);
  EXPECT_EQ(this->bytes_for("transfer-encoding"), 0u);
}

TYPED_TEST(EveryVariant, allocates_for_no_name_that_is_too_short_or_too_long) {
  for (const char* name : {"D", "TE", "DNT", "Strict-Transport-S", "Transfer-Encodings"}) {
    EXPECT_EQ(this->bytes_for(name), 0u) << name;
  }
}

TYPED_TEST(EveryVariant, allocates_for_other_names_only_without_a_filter) {
  const bool filters = TypeParam::kId == "prefilter";
  EXPECT_EQ(this->bytes_for("Content-Type"), filters ? 0u : 32u);
  EXPECT_EQ(this->bytes_for("ETag"), filters ? 0u : 24u);
  EXPECT_EQ(this->bytes_for("content-type"), 0u);
  EXPECT_EQ(this->bytes_for("Door"), 24u) << "the filter lets a look-alike pass";
}

TYPED_TEST(EveryVariant, adds_up_its_bytes_until_it_is_cleared) {
  this->match.match("Date");
  this->match.match("Connection");
  EXPECT_EQ(this->match.bytes_allocated(), 24u + 32u);
  this->match.clear();
  EXPECT_EQ(this->match.bytes_allocated(), 0u);
}

TEST(LowerCaser, changes_only_the_26_letters_and_keeps_what_is_in_lower_case_where_it_is) {
  Arena arena;
  LowerCaser lower_caser(arena);
  for (int c = 0; c < 256; ++c) {
    const std::string text = {'A', static_cast<char>(c)};
    EXPECT_EQ(lower_caser.lower_case(text), (std::string{'a', corpus::lower(static_cast<char>(c))}));
  }
  const std::string_view kept = "content-type";
  EXPECT_EQ(lower_caser.lower_case(kept).data(), kept.data());
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/framing-match")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"corpus", "registry", "match"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace framing_match
