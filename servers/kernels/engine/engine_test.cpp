// Names, texts and the dictionary on their own.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "servers/kernels/engine/name_dictionary.h"

namespace engine {
namespace {

TEST(NameDictionary, shrinks_when_a_quarter_is_used_but_never_below_sixteen_slots) {
  Arena arena;
  NameTable names;
  NameDictionary<int> table(arena);
  table.allocate(2);
  int value = 0;
  for (int i = 0; i < 40; ++i) table.add(names.intern("x" + std::to_string(i)), &value);
  EXPECT_EQ(table.capacity(), 64u);
  for (int i = 0; i < 24; ++i) table.remove(names.intern("x" + std::to_string(i)));
  EXPECT_EQ(table.capacity(), 32u);
  for (int i = 24; i < 40; ++i) table.remove(names.intern("x" + std::to_string(i)));
  EXPECT_EQ(table.capacity(), 16u);
  EXPECT_EQ(table.size(), 0u);
}

TEST(NameDictionary, gives_the_same_keys_in_the_same_order_in_every_way_of_walking) {
  Arena arena;
  NameTable names;
  NameDictionary<int> table(arena);
  table.allocate(2);
  std::vector<int> values(30);
  for (int i = 0; i < 30; ++i) table.add(names.intern("x" + std::to_string(i)), &values[static_cast<std::size_t>(i)]);
  for (int i = 0; i < 30; i += 3) table.remove(names.intern("x" + std::to_string(i)));
  std::vector<std::string> expected, for_in, has_own, keys;
  for (int i = 0; i < 30; ++i) {
    if (i % 3 != 0) expected.push_back("x" + std::to_string(i));
  }
  table.for_in(arena, [&](const Name& name, int&) { for_in.emplace_back(name.lower); });
  table.for_in_has_own(arena, [&](const Name& name, int&) { has_own.emplace_back(name.lower); });
  table.own_keys(arena, [&](const Name& name, int&) { keys.emplace_back(name.lower); });
  EXPECT_EQ(for_in, expected);
  EXPECT_EQ(has_own, expected);
  EXPECT_EQ(keys, expected);
}

TEST(Names, are_one_object_in_every_spelling) {
  NameTable names;
  const Name& name = names.intern("Content-Type");
  EXPECT_EQ(name.lower, "content-type");
  EXPECT_EQ(&names.intern("CONTENT-TYPE"), &name);
  EXPECT_EQ(names.find("content-type"), &name);
  EXPECT_NE(&names.intern("content_type"), &name);
}

TEST(Names, are_not_added_by_being_asked_for) {
  NameTable names;
  EXPECT_EQ(names.find("x-unknown"), nullptr);
  EXPECT_EQ(names.size(), 0u);
}

TEST(Names, stay_where_they_are_when_the_table_grows) {
  NameTable names;
  std::vector<const Name*> all;
  all.reserve(2000);
  for (int i = 0; i < 2000; ++i)
    all.push_back(&names.intern(std::string(static_cast<std::size_t>(i % 90), 'A') + std::to_string(i)));
  for (int i = 0; i < 2000; ++i) {
    EXPECT_EQ(names.find(std::string(static_cast<std::size_t>(i % 90), 'a') + std::to_string(i)),
              all[static_cast<std::size_t>(i)]);
  }
}

TEST(Ascii, lowers_only_the_26_letters_at_every_place_of_a_word) {
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    const std::uint64_t lowered = byte >= 'A' && byte <= 'Z' ? byte + 32 : byte;
    for (int place = 0; place < 64; place += 8) {
      const std::uint64_t others = ~(0xffull << place);
      EXPECT_EQ(lower_word(byte << place), lowered << place);
      EXPECT_EQ(lower_word(others | byte << place), others | lowered << place);
    }
  }
}

TEST(Ascii, compares_texts_of_every_length) {
  const std::string lower = "abcdefghijklmnopqrstuvwxyz0123456789";
  const std::string upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  for (std::size_t n = 0; n <= lower.size(); ++n) {
    EXPECT_TRUE(equals_lower(upper.substr(0, n), lower.substr(0, n)));
    if (n == 0) continue;
    std::string other = upper.substr(0, n);
    other.back() = '!';
    EXPECT_FALSE(equals_lower(other, lower.substr(0, n)));
    EXPECT_FALSE(equals_lower(upper.substr(0, n - 1), lower.substr(0, n)));
  }
}

}  // namespace
}  // namespace engine
