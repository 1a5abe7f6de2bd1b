// Every variant of header-iteration gives the entries of a slow model, whatever is changed while iterations run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "servers/kernels/header-iteration/corpus.h"
#include "servers/kernels/header-iteration/registry.h"

namespace header_iteration {
namespace {

using corpus::Kind;
using Line = std::pair<std::string, std::string>;

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return text;
}

/// The contract, written the slow way.
class Model {
 public:
  bool apply(const corpus::Operation& operation) {
    if (immutable_) return false;
    const auto same = [&](const Line& line) { return lower(line.first) == lower(operation.name); };
    const auto known = std::find_if(list_.begin(), list_.end(), same);
    if (operation.kind == Kind::kRemove) {
      std::erase_if(list_, same);
    } else if (known == list_.end()) {
      list_.emplace_back(operation.name, operation.value);
    } else if (operation.kind == Kind::kAppend) {
      const std::string spelling = known->first;
      list_.emplace_back(spelling, operation.value);
    } else {
      known->second = operation.value;
      list_.erase(std::remove_if(known + 1, list_.end(), same), list_.end());
    }
    return true;
  }

  void seal(bool immutable) { immutable_ = immutable; }

  std::vector<Line> entries() const {
    std::vector<Line> all;
    for (const auto& [name, value] : list_) {
      const std::string key = lower(name);
      const auto known = std::find_if(all.begin(), all.end(), [&](const Line& line) { return line.first == key; });
      if (key == "set-cookie" || known == all.end()) {
        all.emplace_back(key, value);
      } else {
        known->second = known->second.empty() ? value : known->second + ", " + value;
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const Line& a, const Line& b) { return a.first < b.first; });
    return all;
  }

 private:
  std::vector<Line> list_;
  bool immutable_ = false;
};

std::optional<Line> read(const Entry* entry) {
  if (entry == nullptr) return std::nullopt;
  return Line(entry->name, entry->value);
}

template <class Headers>
std::vector<Line> iterated(Headers& headers) {
  std::vector<Line> all;
  auto iterator = headers.iterate();
  while (const Entry* entry = iterator.next()) all.push_back(*read(entry));
  return all;
}

template <class Headers>
class EveryVariant : public testing::Test {
 protected:
  /// Runs a sequence, comparing each step and, with `each`, a whole iteration after every operation.
  void expect_like_model(const corpus::Sequence& sequence, bool each) {
    SCOPED_TRACE(sequence.title);
    Arena kept, scratch;
    Headers headers(kept, scratch, {}, Guard::kMutable);
    Model model;
    std::vector<typename Headers::Iterator> iterators;
    std::vector<std::size_t> places;
    for (const auto& operation : sequence.operations) {
      switch (operation.kind) {
        case Kind::kAppend:
          ASSERT_EQ(headers.append(operation.name, operation.value), model.apply(operation));
          break;
        case Kind::kSet:
          ASSERT_EQ(headers.set(operation.name, operation.value), model.apply(operation));
          break;
        case Kind::kRemove:
          ASSERT_EQ(headers.remove(operation.name), model.apply(operation));
          break;
        case Kind::kStart:
          iterators.push_back(headers.iterate());
          places.push_back(0);
          break;
        case Kind::kStep: {
          if (iterators.empty()) break;
          const std::size_t which = operation.which % iterators.size();
          const std::vector<Line> entries = model.entries();
          std::optional<Line> expected;
          if (places[which] < entries.size()) expected = entries[places[which]++];
          ASSERT_EQ(read(iterators[which].next()), expected);
          break;
        }
        case Kind::kSeal:
        case Kind::kOpen:
          headers.set_guard(operation.kind == Kind::kSeal ? Guard::kImmutable : Guard::kMutable);
          model.seal(operation.kind == Kind::kSeal);
          break;
      }
      if (each) {
        ASSERT_EQ(iterated(headers), model.entries());
      }
    }
    EXPECT_EQ(iterated(headers), model.entries());
    headers.set_guard(Guard::kImmutable);
    EXPECT_EQ(iterated(headers), model.entries());
    EXPECT_EQ(iterated(headers), model.entries());
  }
};

template <class Tuple>
struct AsTypes;
template <class... Headers>
struct AsTypes<std::tuple<Headers...>> {
  using type = testing::Types<Headers...>;
};
using VariantTypes = AsTypes<Variants>::type;
TYPED_TEST_SUITE(EveryVariant, VariantTypes);

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_the_shared_corpus) {
  for (const auto& sequence : corpus::fixed()) this->expect_like_model(sequence, sequence.operations.size() < 50);
}

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_random_sequences) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) this->expect_like_model(corpus::random(seed, 120), seed % 2 == 0);
}

TYPED_TEST(EveryVariant, gives_the_example_of_the_contract) {
  Arena arena;
  const Pair list[] = {{"Host", "localhost"},   {"Set-Cookie", "b"}, {"accept", ""},
                       {"ACCEPT", "text/html"}, {"set-cookie", "a"}, {"Accept", "*/*"}};
  TypeParam headers(arena, arena, list, Guard::kImmutable);
  EXPECT_THAT(iterated(headers), testing::ElementsAre(Line("accept", "text/html, */*"), Line("host", "localhost"),
                                                      Line("set-cookie", "b"), Line("set-cookie", "a")));
}

TYPED_TEST(EveryVariant, allocates_nothing_before_the_first_step) {
  Arena arena;
  const Pair list[] = {{"A", "1"}, {"B", "2"}};
  TypeParam headers(arena, arena, list, Guard::kImmutable);
  auto iterator = headers.iterate();
  EXPECT_EQ(headers.bytes_allocated(), 0u);
  iterator.next();
  EXPECT_GT(headers.bytes_allocated(), 0u);
}

TYPED_TEST(EveryVariant, needs_the_scratch_arena_only_while_an_iteration_runs) {
  Arena kept, scratch(1 << 16);
  const Pair list[] = {{"B", "1"}, {"a", "2"}, {"b", "3"}};
  TypeParam headers(kept, scratch, list, Guard::kImmutable);
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(iterated(headers), testing::ElementsAre(Line("a", "2"), Line("b", "1, 3")));
    scratch.reset();
    std::memset(scratch.allocate(1 << 16), 'x', 1 << 16);
    scratch.reset();
  }
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/header-iteration")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"corpus", "entries",  "headers", "heap",
                                              "object", "registry", "seen",    "sort"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace header_iteration
