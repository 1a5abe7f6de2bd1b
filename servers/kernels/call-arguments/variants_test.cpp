// Every variant of call-arguments reads what the caller passed, and the object has the size that JSC gives it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "servers/kernels/call-arguments/registry.h"

namespace call_arguments {
namespace {

CallFrame frame_of(const std::vector<EncodedValue>& arguments) {
  static const int callee = 0;
  return {&callee, arguments.size(), arguments.data()};
}

template <class Arguments>
class EveryVariant : public testing::Test {
 protected:
  IncomingMessage constructed(const std::vector<EncodedValue>& arguments) {
    IncomingMessage message;
    construct<Arguments>(heap, frame_of(arguments), message);
    return message;
  }
  Removal removed(const std::vector<EncodedValue>& arguments) {
    return remove_all_listeners<Arguments>(heap, frame_of(arguments));
  }
  Arena arena{256};
  Heap heap{arena};
};
template <class Tuple>
struct AsTypes;
template <class... Arguments>
struct AsTypes<std::tuple<Arguments...>> {
  using type = testing::Types<Arguments...>;
};
TYPED_TEST_SUITE(EveryVariant, AsTypes<Variants>::type);

TYPED_TEST(EveryVariant, reads_what_was_passed_and_undefined_behind_it) {
  std::mt19937_64 bits(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<EncodedValue> passed;
    for (std::uint64_t left = bits() % 14; left > 0; --left) {
      passed.push_back(bits() % 3 == 0 ? kUndefined : integer(static_cast<std::uint32_t>(bits())));
    }
    const CallFrame frame = frame_of(passed);
    const TypeParam arguments(this->heap, frame);
    ASSERT_EQ(arguments.count(), passed.size());
    for (std::size_t i = 0; i < 20; ++i) ASSERT_EQ(arguments[i], i < passed.size() ? passed[i] : kUndefined);
  }
}

TYPED_TEST(EveryVariant, constructs_the_message_of_a_server) {
  const IncomingMessage message =
      this->constructed({kServerCalls, integer(1), integer(2), integer(3), integer(4), integer(5), kTrue, integer(7)});
  EXPECT_TRUE(message.from_server && message.listens_to_pauses);
  EXPECT_EQ(message.url, integer(1));
  EXPECT_EQ(message.method, integer(2));
  EXPECT_EQ(message.headers, integer(3));
  EXPECT_EQ(message.raw_headers, integer(4));
  EXPECT_EQ(message.handle, integer(5));
  EXPECT_EQ(message.no_body, kFalse);
  EXPECT_EQ(message.socket, integer(7));
  EXPECT_EQ(message.source, kUndefined);
}

TYPED_TEST(EveryVariant, constructs_the_message_of_a_server_that_expects_no_body) {
  const IncomingMessage message = this->constructed({kServerCalls, integer(1), integer(2), integer(3)});
  EXPECT_TRUE(message.from_server);
  EXPECT_FALSE(message.listens_to_pauses);
  EXPECT_EQ(message.no_body, kTrue);
  EXPECT_EQ(message.headers, integer(3));
  EXPECT_EQ(message.raw_headers, kUndefined);
  EXPECT_EQ(message.socket, kUndefined);
}

TYPED_TEST(EveryVariant, constructs_the_message_of_anybody_else) {
  const IncomingMessage message = this->constructed({integer(1), integer(2)});
  EXPECT_FALSE(message.from_server);
  EXPECT_EQ(message.source, integer(1));
  EXPECT_EQ(message.options, integer(2));
  EXPECT_EQ(message.url, kUndefined);
  EXPECT_EQ(this->constructed({}).source, kUndefined);
}

TYPED_TEST(EveryVariant, tells_an_undefined_event_from_none) {
  EXPECT_TRUE(this->removed({}).all);
  EXPECT_FALSE(this->removed({kUndefined}).all);
  EXPECT_FALSE(this->removed({integer(3)}).all);
  EXPECT_EQ(this->removed({integer(3)}).event, integer(3));
}

TEST(Objects, are_one_a_call_before_and_none_after) {
  Arena arena;
  Heap before(arena), after(arena);
  const std::vector<EncodedValue> none;
  for (int i = 0; i < 100; ++i) {
    remove_all_listeners<ObjectArguments>(before, frame_of(none));
    remove_all_listeners<DirectArguments>(after, frame_of(none));
  }
  EXPECT_EQ(before.objects, 100u);
  EXPECT_EQ(after.objects, 0u);
  EXPECT_EQ(after.bytes, 0u);
}

TEST(Objects, take_32_bytes_and_five_words_beside_the_arguments) {
  // 24 bytes in a cell of 32; then 4 properties, the lengths and the arguments in a multiple of 16.
  const std::map<std::size_t, std::size_t> bytes = {
      {0, 32 + 48}, {1, 32 + 48}, {2, 32 + 64}, {3, 32 + 64}, {8, 32 + 112}};
  for (const auto& [count, expected] : bytes) {
    Arena arena;
    Heap heap(arena);
    const std::vector<EncodedValue> passed(count, integer(1));
    const CallFrame frame = frame_of(passed);
    const ObjectArguments arguments(heap, frame);
    EXPECT_EQ(heap.bytes, expected) << count << " arguments";
  }
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/call-arguments")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"arguments", "functions", "registry"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace call_arguments
