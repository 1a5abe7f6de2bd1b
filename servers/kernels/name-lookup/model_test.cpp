// The facts about bun's list of names and the two tables that gperf makes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "servers/kernels/name-lookup/corpus.h"
#include "servers/kernels/name-lookup/registry.h"

namespace name_lookup {
namespace {

TEST(Names, are_94_of_2_to_40_characters_in_the_order_of_their_bytes) {
  EXPECT_EQ(kNames.size(), 94u);
  EXPECT_TRUE(std::is_sorted(kNames.begin(), kNames.end(), std::less_equal<>()));
  const auto shorter = [](std::string_view a, std::string_view b) { return a.size() < b.size(); };
  EXPECT_EQ(std::min_element(kNames.begin(), kNames.end(), shorter)->size(), 2u);
  EXPECT_EQ(std::max_element(kNames.begin(), kNames.end(), shorter)->size(), 40u);
}

TEST(Names, of_14_and_17_characters_are_not_only_those_of_framing) {
  std::map<std::size_t, std::vector<std::string>> of_length;
  for (const std::string_view name : kNames) of_length[name.size()].emplace_back(name);
  EXPECT_THAT(of_length[14], testing::ElementsAre("Accept-Charset", "Content-Length", "Sec-Fetch-Dest",
                                                  "Sec-Fetch-Mode", "Service-Worker"));
  EXPECT_THAT(of_length[17], testing::ElementsAre("If-Modified-Since", "Sec-WebSocket-Key", "Transfer-Encoding"));
}

/// gperf counts positions from one; those beyond the end of a name are left out.
constexpr std::size_t kPositions[] = {0, 5, 13, 21};

TEST(Names, are_told_apart_by_five_bytes_and_the_length) {
  std::set<std::string> seen;
  for (const std::string_view name : kNames) {
    const std::string text = corpus::lowered(std::string(name));
    std::string key = std::to_string(text.size()) + text.back();
    for (const std::size_t position : kPositions) key += position < text.size() ? text[position] : ' ';
    EXPECT_TRUE(seen.insert(key).second) << name;
  }
}

template <class Table>
unsigned key_range() {
  std::set<unsigned> keys;
  for (const std::string_view name : kNames) {
    for (const std::string& text : corpus::spellings(name)) keys.insert(Table::hash(text.data(), text.size()));
  }
  EXPECT_EQ(keys.size(), kNames.size()) << "no collisions, whatever the case";
  return *keys.rbegin() - *keys.begin() + 1;
}

TEST(Tables, have_the_key_ranges_that_bun_reports) {
  EXPECT_EQ(key_range<AllBytesTable>(), 771u);
  EXPECT_EQ(key_range<FewBytesTable>(), 189u);
}

/// Whether the hash changes when a byte becomes one that is in no name.
template <class Table>
bool reads(std::string_view name, std::size_t position) {
  std::string text(name);
  text[position] = '\x01';
  return Table::hash(text.data(), text.size()) != Table::hash(name.data(), name.size());
}

TEST(Tables, read_every_byte_or_five) {
  for (const std::string_view name : kNames) {
    for (std::size_t position = 0; position < name.size(); ++position) {
      const bool of_five = position + 1 == name.size() || testing::Matches(testing::Contains(position))(kPositions);
      EXPECT_TRUE(reads<AllBytesTable>(name, position)) << name << position;
      EXPECT_EQ(reads<FewBytesTable>(name, position), of_five) << name << position;
    }
  }
}

}  // namespace
}  // namespace name_lookup
