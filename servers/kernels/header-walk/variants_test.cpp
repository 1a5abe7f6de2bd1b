// Every variant of header-walk visits what a plain list of headers holds, on both sides of the dictionary limit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "servers/kernels/header-walk/corpus.h"
#include "servers/kernels/header-walk/registry.h"

namespace header_walk {
namespace {

using corpus::Header;

/// The contract, written the slow way.
class Model {
 public:
  void put(const Header& header) {
    const auto known = find(header.name);
    if (known == headers.end()) {
      headers.push_back(header);
    } else {
      *known = header;
    }
  }
  void remove(const std::string& name) {
    const auto known = find(name);
    if (known != headers.end()) headers.erase(known);
  }
  std::vector<Header> headers;

 private:
  static std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return text;
  }
  std::vector<Header>::iterator find(const std::string& name) {
    return std::find_if(headers.begin(), headers.end(),
                        [&](const Header& header) { return lower(header.name) == lower(name); });
  }
};

template <class Walk>
std::vector<Header> walked(PlainObject& object) {
  Arena young;
  std::vector<Header> all;
  Walk::walk(object, young, [&](std::string_view name, const Value& value) {
    Header header{std::string(name), {}, value.is_array};
    each_line(value, [&](std::string_view line) { header.lines.emplace_back(line); });
    all.push_back(header);
  });
  return all;
}

template <class Walk>
class EveryVariant : public testing::Test {
 protected:
  PlainObject filled(corpus::Row row) {
    kept.push_back(std::move(row));
    PlainObject object(arena, shapes);
    for (const Header& header : kept.back().headers) corpus::put(object, arena, names, header);
    return object;
  }
  std::size_t bytes_of_a_walk(PlainObject& object) {
    const std::size_t before = object.bytes_allocated();
    Walk::walk(object, arena, [](std::string_view, const Value&) {});
    return object.bytes_allocated() - before;
  }
  std::deque<corpus::Row> kept;  // the objects point into them
  engine::Shapes shapes;
  NameTable names;
  Arena arena;
};

template <class Tuple>
struct AsTypes;
template <class... Walk>
struct AsTypes<std::tuple<Walk...>> {
  using type = testing::Types<Walk...>;
};
using VariantTypes = AsTypes<Variants>::type;
TYPED_TEST_SUITE(EveryVariant, VariantTypes);

TYPED_TEST(EveryVariant, visits_the_names_and_values_of_every_row_in_the_order_they_were_put) {
  for (const corpus::Row& row : corpus::rows()) {
    SCOPED_TRACE(row.title);
    PlainObject object = this->filled(row);
    EXPECT_TRUE(walked<TypeParam>(object) == row.headers);
    EXPECT_TRUE(walked<TypeParam>(object) == row.headers) << "the second time";
  }
}

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_random_sequences) {
  int fast = 0, dictionary = 0;
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE(seed);
    const auto operations = corpus::random(seed, 70, seed % 3 == 0 ? 4 : seed % 3 == 1 ? 15 : 60);
    PlainObject object(this->arena, this->shapes);
    Model model;
    for (const auto& [is_removal, header] : operations) {
      if (is_removal) {
        object.remove(this->names.intern(header.name));
        model.remove(header.name);
      } else {
        corpus::put(object, this->arena, this->names, header);
        model.put(header);
      }
      ++(object.in_dictionary_mode() ? dictionary : fast);
      ASSERT_TRUE(walked<TypeParam>(object) == model.headers);
    }
  }
  EXPECT_GT(fast, 500);
  EXPECT_GT(dictionary, 500);
}

TYPED_TEST(EveryVariant, visits_nothing_and_allocates_nothing_in_an_object_without_keys) {
  PlainObject object(this->arena, this->shapes);
  TypeParam::walk(object, this->arena, [](std::string_view, const Value&) { FAIL(); });
  EXPECT_EQ(object.bytes_allocated(), 0u);
}

TYPED_TEST(EveryVariant, lets_the_visitor_allocate) {
  for (const int count : {15, 16}) {
    PlainObject object = this->filled(corpus::strings(count));
    std::vector<std::string> seen;
    TypeParam::walk(object, this->arena, [&](std::string_view name, const Value&) {
      std::fill_n(static_cast<char*>(this->arena.allocate(512)), 512, 'x');
      seen.emplace_back(name);
    });
    ASSERT_EQ(seen.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(seen.back(), corpus::numbered("X-Header-", count - 1));
  }
}

TYPED_TEST(EveryVariant, allocates_a_list_of_all_keys_for_every_walk_of_a_dictionary) {
  PlainObject sixteen = this->filled(corpus::strings(16));
  ASSERT_TRUE(sixteen.in_dictionary_mode());
  EXPECT_EQ(this->bytes_of_a_walk(sixteen), 16u + 16u * 8u);
  EXPECT_EQ(this->bytes_of_a_walk(sixteen), 16u + 16u * 8u);
  PlainObject many = this->filled(corpus::strings(600));
  EXPECT_EQ(this->bytes_of_a_walk(many), 16u + 600u * 8u);
}

TYPED_TEST(EveryVariant, allocates_for_a_fast_object_only_if_it_makes_an_array_of_the_keys) {
  PlainObject fifteen = this->filled(corpus::strings(15));
  ASSERT_FALSE(fifteen.in_dictionary_mode());
  EXPECT_EQ(this->bytes_of_a_walk(fifteen), TypeParam::kId == "keys" ? 16u + 15u * 8u : 0u);
}

TEST(Rows, stand_on_the_side_of_the_limit_that_the_source_implies) {
  engine::Shapes shapes;
  NameTable names;
  Arena arena;
  std::vector<std::string> dictionaries;
  for (const corpus::Row& row : corpus::rows()) {
    PlainObject object(arena, shapes);
    for (const Header& header : row.headers) corpus::put(object, arena, names, header);
    if (object.in_dictionary_mode()) dictionaries.push_back(row.title);
  }
  EXPECT_THAT(dictionaries, testing::ElementsAre("50_headers", "600_headers"));
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/header-walk")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"corpus", "registry", "walk"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace header_walk
