// Every variant of cork-write puts the same bytes on the wire with the same calls, however little the sink takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "servers/kernels/cork-write/corpus.h"
#include "servers/kernels/cork-write/registry.h"
#include "servers/kernels/cork-write/testing.h"

namespace cork_write {
namespace {

using ::testing::ElementsAre;
using testing::TestSink;
using Sizes = std::vector<std::size_t>;

template <class Write>
class EveryVariant : public ::testing::Test {
 protected:
  void header(std::string_view name, std::string_view value) { write_header_line<Write>(socket, name, value); }
  void status() { write_status_line<Write>(socket, "200 OK"); }

  Loop loop;
  Context context{&loop};
  TestSink sink;
  Socket<TestSink> socket{context, sink};
};

template <class Tuple>
struct AsTypes;
template <class... Write>
struct AsTypes<std::tuple<Write...>> {
  using type = ::testing::Types<Write...>;
};
using VariantTypes = AsTypes<Variants>::type;
TYPED_TEST_SUITE(EveryVariant, VariantTypes);

TYPED_TEST(EveryVariant, sends_a_corked_response_in_one_piece) {
  this->socket.cork();
  corpus::write_response<TypeParam>(this->socket, corpus::responses()[0]);
  EXPECT_EQ(this->sink.wire, "");
  this->socket.uncork();
  EXPECT_EQ(this->sink.wire,
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Tue, 15 Nov 1994 08:12:31 GMT\r\n"
            "Content-Length: 11\r\n\r\nHello World");
  EXPECT_EQ(this->sink.offered.size(), 1u);
}

TYPED_TEST(EveryVariant, makes_a_call_for_every_part_without_a_cork) {
  corpus::write_response<TypeParam>(this->socket, corpus::responses()[0]);
  EXPECT_THAT(this->sink.offered, ElementsAre(9, 6, 2, 12, 2, 10, 2, 4, 2, 29, 2, 16, 2, 4, 11));
}

TYPED_TEST(EveryVariant, fills_the_cork_buffer_to_its_last_byte) {
  this->socket.cork();
  this->status();
  const corpus::Header rest = corpus::line_of(kCorkBytes - 17);
  this->header(rest.name, rest.value);
  EXPECT_THAT(this->sink.offered, ElementsAre());
  EXPECT_TRUE(this->socket.is_corked());
  this->socket.uncork();
  EXPECT_THAT(this->sink.offered, ElementsAre(kCorkBytes));
}

TYPED_TEST(EveryVariant, keeps_a_line_of_exactly_the_buffer_and_sends_a_longer_one_from_the_part_that_does_not_fit) {
  // The line end is the part that does not fit, then the value.
  const std::vector<std::pair<std::size_t, Sizes>> expected = {
      {0, {kCorkBytes}}, {1, {kCorkBytes - 1, 2}}, {3, {7, kCorkBytes + 3 - 9, 2}}};
  for (const auto& [longer, sizes] : expected) {
    const corpus::Header line = corpus::line_of(kCorkBytes + longer);
    this->sink.wire.clear();
    this->sink.offered.clear();
    this->socket.cork();
    this->header(line.name, line.value);
    EXPECT_EQ(this->sink.offered.empty(), longer == 0);
    EXPECT_EQ(this->socket.is_corked(), longer == 0);
    this->socket.uncork();
    EXPECT_EQ(this->sink.offered, sizes);
    EXPECT_TRUE(this->sink.wire == line.name + ": " + line.value + "\r\n");
  }
}

TYPED_TEST(EveryVariant, sends_names_and_values_of_20000_bytes_after_what_was_corked) {
  const std::string big(20000, 'b');
  this->socket.cork();
  this->status();
  this->header("Name", big);
  EXPECT_THAT(this->sink.offered, ElementsAre(17 + 4 + 2, 20000, 2));
  this->sink.offered.clear();
  this->socket.cork();
  this->status();
  this->header(big, big);
  EXPECT_THAT(this->sink.offered, ElementsAre(17, 20000, 2, 20000, 2));
}

TYPED_TEST(EveryVariant, stays_uncorked_once_24_headers_of_9_kilobytes_have_overflown_the_buffer) {
  this->socket.cork();
  this->status();
  for (int i = 0; i < 24; ++i) {
    const corpus::Header big = corpus::line_of(9 * 1024);
    this->header(big.name, big.value);
  }
  Sizes expected = {17 + 9216 + 7, 9207, 2};
  for (int i = 2; i < 24; ++i) expected.insert(expected.end(), {5, 2, 9207, 2});
  EXPECT_EQ(this->sink.offered, expected);
  EXPECT_EQ(this->sink.wire.size(), 17u + 24u * 9216u);
}

TYPED_TEST(EveryVariant, keeps_what_the_sink_does_not_take_and_offers_it_with_the_next_write) {
  this->sink.limits = {3, 0, 1};
  this->header("Name", "v");
  EXPECT_THAT(this->sink.offered, ElementsAre(4, 1, 3, 3, 2));
  EXPECT_EQ(this->sink.wire, "Name: v\r\n");
}

TYPED_TEST(EveryVariant, sends_what_waits_before_it_corks_anything) {
  this->sink.limits = {0};
  this->socket.write("first ");
  this->sink.limits = {2, 100};
  this->socket.cork();
  this->header("Name", "v");
  EXPECT_EQ(this->sink.wire, "first Name");
  EXPECT_THAT(this->sink.offered, ElementsAre(6, 6, 8));
  this->socket.uncork();
  EXPECT_EQ(this->sink.wire, "first Name: v\r\n");
}

TYPED_TEST(EveryVariant, writes_empty_values) {
  this->socket.cork();
  this->header("X", {});
  this->header("Y", "");
  this->socket.uncork();
  EXPECT_EQ(this->sink.wire, "X: \r\nY: \r\n");
}

TYPED_TEST(EveryVariant, gives_the_cork_to_one_socket_at_a_time) {
  TestSink other_sink;
  Socket<TestSink> other(this->context, other_sink);
  this->socket.cork();
  this->header("A", "1");
  other.cork();
  EXPECT_EQ(this->sink.wire, "A: 1\r\n");
  this->header("B", "2");
  EXPECT_THAT(this->sink.offered, ElementsAre(6, 1, 2, 1, 2));
  write_header_line<TypeParam>(other, "C", "3");
  EXPECT_EQ(other_sink.wire, "");
  other.uncork();
  EXPECT_EQ(other_sink.wire, "C: 3\r\n");
}

TYPED_TEST(EveryVariant, drops_what_is_written_to_a_closed_socket) {
  this->socket.cork();
  this->header("A", "1");
  this->socket.close();
  EXPECT_EQ(this->sink.wire, "A: 1\r\n");
  this->socket.cork();
  this->header("B", "2");
  this->socket.uncork();
  EXPECT_EQ(this->sink.wire, "A: 1\r\n");
  EXPECT_THAT(this->sink.offered, ElementsAre(6));
}

TYPED_TEST(EveryVariant, gives_the_cork_back_when_a_socket_goes) {
  {
    TestSink other_sink;
    Socket<TestSink> other(this->context, other_sink);
    other.cork();
    write_header_line<TypeParam>(other, "C", "3");
  }
  this->socket.cork();
  this->header("A", "1");
  this->socket.uncork();
  EXPECT_EQ(this->sink.wire, "A: 1\r\n");
}

constexpr std::size_t kSockets = 3;

/// One loop with its sockets; what they have to send is kept the slow way, as one text.
template <class Write>
struct World {
  explicit World(std::uint64_t seed) {
    for (std::size_t i = 0; i < kSockets; ++i) {
      if ((seed + i) % 4 != 0) sinks[i].take_at_random(seed * kSockets + i, 400);
      sockets[i] = std::make_unique<Socket<TestSink>>(context, sinks[i]);
    }
  }

  void apply(const corpus::Operation& operation) {
    Socket<TestSink>& socket = *sockets[operation.socket];
    if (!socket.is_closed()) expected[operation.socket] += corpus::bytes_of(operation);
    corpus::apply<Write>(operation, socket);
  }

  /// On the wire, or waiting, or corked: in this order, nothing lost, nothing twice.
  void check() {
    for (std::size_t i = 0; i < kSockets; ++i) {
      if (sockets[i]->is_closed()) {
        ASSERT_EQ(expected[i].compare(0, sinks[i].wire.size(), sinks[i].wire), 0);
        continue;
      }
      std::string all = sinks[i].wire;
      all += sockets[i]->back_pressure().view();
      if (sockets[i]->is_corked()) all.append(loop.data.cork_buffer.get(), loop.data.cork_offset);
      ASSERT_TRUE(all == expected[i]) << "socket " << i;
    }
  }

  Loop loop;
  Context context{&loop};
  TestSink sinks[kSockets];
  std::unique_ptr<Socket<TestSink>> sockets[kSockets];
  std::string expected[kSockets];
};

TYPED_TEST(EveryVariant, loses_repeats_and_reorders_nothing_in_random_sequences) {
  std::size_t short_writes = 0, closed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    World<TypeParam> world(seed);
    for (const corpus::Operation& operation : corpus::random(seed, 120, kSockets)) {
      world.apply(operation);
      world.check();
      if (::testing::Test::HasFatalFailure()) return;
      short_writes += world.sockets[operation.socket]->back_pressure().size() > 0 ? 1 : 0;
    }
    for (std::size_t i = 0; i < kSockets; ++i) {
      closed += world.sockets[i]->is_closed() ? 1 : 0;
      world.sinks[i].limits.clear();
      world.sockets[i]->uncork();
      EXPECT_TRUE(world.sockets[i]->drain());
      if (world.sockets[i]->is_closed()) continue;
      EXPECT_TRUE(world.sinks[i].wire == world.expected[i]);
    }
  }
  EXPECT_GT(short_writes, 200u);
  EXPECT_GT(closed, 3u);
}

TEST(Variants, make_the_same_calls_with_the_same_bytes_in_random_sequences) {
  for (std::uint64_t seed = 100; seed < 160; ++seed) {
    SCOPED_TRACE(seed);
    World<Before> before(seed);
    const auto compare = [&]<class Write>(std::type_identity<Write>) {
      World<Write> other(seed);
      for (const corpus::Operation& operation : corpus::random(seed, 120, kSockets)) other.apply(operation);
      for (std::size_t i = 0; i < kSockets; ++i) {
        ASSERT_TRUE(other.sinks[i].wire == before.sinks[i].wire) << Write::kId;
        ASSERT_EQ(other.sinks[i].offered, before.sinks[i].offered) << Write::kId;
        ASSERT_TRUE(other.sockets[i]->back_pressure().view() == before.sockets[i]->back_pressure().view());
      }
    };
    for (const corpus::Operation& operation : corpus::random(seed, 120, kSockets)) before.apply(operation);
    std::apply([&](auto... write) { (compare(std::type_identity<decltype(write)>()), ...); }, Variants{});
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(BackPressure, moves_its_bytes_only_when_more_than_a_part_in_32_is_gone) {
  BackPressure waiting;
  waiting.append(std::string(3200, 'x'));
  const char* begin = waiting.view().data();
  waiting.erase(100);
  EXPECT_EQ(waiting.view().data(), begin + 100);
  EXPECT_EQ(waiting.size(), 3100u);
  waiting.erase(1);
  EXPECT_EQ(waiting.view().data(), begin);
  EXPECT_EQ(waiting.size(), 3099u);
  waiting.append("y");
  EXPECT_EQ(waiting.view().back(), 'y');
  waiting.clear();
  EXPECT_EQ(waiting.size(), 0u);
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/cork-write")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"back_pressure", "cork", "corpus", "registry", "socket", "testing"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, ::testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace cork_write
