// Every variant of head-render writes the head that the contract tells, in each of its tiers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "servers/kernels/head-render/corpus.h"
#include "servers/kernels/head-render/registry.h"
#include "servers/kernels/head-render/text_buffer.h"

namespace head_render {
namespace {

/// The contract, written the slow way.
std::string model(const Head& head, const std::string& max) {
  std::string text = "HTTP/1.1 " + std::string(head.status) + "\r\n";
  for (const Field& field : head.fields) text += std::string(field.name) + ": " + std::string(field.value) + "\r\n";
  if (!head.date.empty()) text += "Date: " + std::string(head.date) + "\r\n";
  if (head.has_connection) return text;
  if (!head.keep_alive) return text + "Connection: close\r\n";
  text += "Connection: keep-alive\r\n";
  if (head.keep_alive_timeout_ms == 0 || head.has_keep_alive) return text;
  return text + "Keep-Alive: timeout=" + std::to_string(head.keep_alive_timeout_ms / 1000) + max + "\r\n";
}

template <class Render>
class EveryVariant : public testing::Test {
 protected:
  std::string rendered(Render& function, const Head& head) {
    arena.reset();
    out.clear();
    function.render(head, arena, out);
    return std::string(out.text());
  }
  /// `calls` times hello world.
  void call(Render& function, int calls, Value max_requests = Value::undefined()) {
    Head head = corpus::rows()[0].head;
    head.max_requests = max_requests;
    for (int i = 0; i < calls; ++i) rendered(function, head);
  }
  Arena arena;
  TextBuffer out;
};

template <class Tuple>
struct AsTypes;
template <class... Render>
struct AsTypes<std::tuple<Render...>> {
  using type = testing::Types<Render...>;
};
using VariantTypes = AsTypes<Variants>::type;
TYPED_TEST_SUITE(EveryVariant, VariantTypes);

TYPED_TEST(EveryVariant, writes_the_head_of_hello_world_byte_by_byte) {
  TypeParam function;
  const corpus::Case hello = corpus::rows()[0];
  for (int call = 0; call < 400; ++call) {
    ASSERT_EQ(this->rendered(function, hello.with_fields()),
              "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Tue, 15 Nov 1994 08:12:31 GMT\r\n"
              "Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n");
  }
  EXPECT_GT(function.compilations(), 0u);
}

TYPED_TEST(EveryVariant, agrees_with_the_model_on_the_shared_corpus) {
  for (const corpus::Case& row : corpus::rows()) {
    TypeParam function(2);
    const std::string max = row.head.max_requests == Value::integer(100) ? ", max=100" : "";
    const Head head = row.with_fields();
    for (int call = 0; call < 50; ++call) ASSERT_EQ(this->rendered(function, head), model(head, max)) << row.title;
  }
}

TYPED_TEST(EveryVariant, shows_the_operand_when_it_is_positive_once_both_complements_are_taken) {
  for (const corpus::Operand& operand : corpus::operands()) {
    TypeParam function(2);
    corpus::Case row = corpus::rows()[1];
    row.head.max_requests = operand.value;
    const Head head = row.with_fields();
    for (int call = 0; call < 20; ++call) ASSERT_EQ(this->rendered(function, head), model(head, operand.added));
  }
}

TYPED_TEST(EveryVariant, agrees_with_the_model_on_random_heads) {
  std::mt19937_64 bits(3);
  TypeParam function(5);
  for (int call = 0; call < 5000; ++call) {
    const auto [made, added] = corpus::random(bits);
    const Head head = made.with_fields();
    ASSERT_EQ(this->rendered(function, head), model(head, added)) << "call " << call;
  }
  EXPECT_GT(function.compilations(), 0u);
}

TYPED_TEST(EveryVariant, is_compiled_as_often_as_the_source_counted) {
  const bool stays = TypeParam::kId == "guarded";
  TypeParam application;
  this->call(application, 30720);
  EXPECT_EQ(application.compilations(), stays ? 1u : 7u);
  TypeParam low_thresholds(20);
  this->call(low_thresholds, 200);
  EXPECT_EQ(low_thresholds.compilations(), stays ? 1u : 3u);
}

TYPED_TEST(EveryVariant, is_compiled_first_after_67_calls_of_warm_up_and_100_more) {
  TypeParam function;
  this->call(function, 166);
  EXPECT_EQ(function.compilations(), 0u);
  this->call(function, 1);
  EXPECT_EQ(function.compilations(), 1u);
}

TYPED_TEST(EveryVariant, leaves_its_plan_on_every_call_or_never) {
  TypeParam function(10);
  this->call(function, 10);
  EXPECT_EQ(function.exits(), 0u);
  this->call(function, 90);
  EXPECT_EQ(function.exits(), TypeParam::kId == "guarded" ? 0u : 90u);
}

TYPED_TEST(EveryVariant, keeps_its_plan_while_the_speculation_holds) {
  for (const corpus::Operand& operand : corpus::operands()) {
    if (operand.value.is_undefined()) continue;
    TypeParam function(10);
    this->call(function, 1000, operand.value);
    EXPECT_EQ(function.compilations(), 1u);
    EXPECT_EQ(function.exits(), 0u);
  }
}

TYPED_TEST(EveryVariant, has_a_plan_of_25_nodes_for_44_steps_and_eight_live_values_at_its_exit) {
  const std::size_t check = TypeParam::kId == "guarded" ? 1 : 0;
  EXPECT_EQ(make_program(check == 1).size, 44u + check);
  TypeParam function(1);
  this->call(function, 1);
  const Plan& plan = function.plan();
  EXPECT_EQ(plan.node_count, 25u + check);
  ASSERT_EQ(plan.exit_count, 1u);
  EXPECT_EQ(plan.exits[0].step, 8u + 1u + check);
  std::vector<int> live;
  for (std::size_t i = 0; i < plan.exits[0].count; ++i) live.push_back(plan.exits[0].recoveries[i].place);
  EXPECT_THAT(live, testing::ElementsAre(kStatus, kFieldCount, kDate, kHasConnection, kKeepAlive, kTimeout,
                                         kHasKeepAlive, kMaxRequests));
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/head-render")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"compiler",    "corpus",     "executor",    "function",
                                              "interpreter", "operations", "plan",        "program",
                                              "registry",    "render",     "text_buffer", "value"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace head_render
