// Every variant of emit calls whom a plain model calls, with the same arguments, and leaves the same rejections.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "servers/kernels/emit/corpus.h"
#include "servers/kernels/emit/registry.h"

namespace emit {
namespace {

struct Called {
  int listener;
  std::vector<Value> arguments;
  bool operator==(const Called&) const = default;
};
struct Kept {
  Value promise;
  std::string event;
  std::vector<Value> arguments;
  bool operator==(const Kept&) const = default;
};

struct Recorder {
  int id;
  Value result;
  std::vector<Called>* calls;
  std::function<void()> effect = [] {};
  Value call(std::span<const Value> arguments) {
    calls->push_back({id, {arguments.begin(), arguments.end()}});
    effect();
    return result;
  }
};

/// One call of emit() and everything that can be seen of it.
struct Seen {
  Outcome outcome;
  Value error;
  std::vector<Called> calls;
  std::vector<Kept> rejections;
  bool operator==(const Seen&) const = default;
};

struct World {
  engine::NameTable names;
  Arena arena{256};
  Emitter emitter{arena, names.intern("error")};
  std::deque<Cell> cells;
  std::vector<Called> calls;
  std::deque<Recorder> recorders;
  std::vector<Recorder*> list;

  Value object(Kind kind) { return Value::cell(cells.emplace_back(Cell{kind})); }

  Value result(corpus::Returns returns) {
    switch (returns) {
      case corpus::Returns::kNothing:
        return {};
      case corpus::Returns::kNumber:
        return Value::integer(-7);
      case corpus::Returns::kObject:
        return object(Kind::kObject);
      case corpus::Returns::kPromise:
        return object(Kind::kPromise);
    }
    return {};
  }

  Recorder& listen(Value returned) {
    list.push_back(&recorders.emplace_back(Recorder{static_cast<int>(list.size()), returned, &calls}));
    return *list.back();
  }

  std::vector<Value> arguments(std::size_t count) {
    std::vector<Value> all;
    for (std::size_t i = 0; i < count; ++i)
      all.push_back(i % 3 == 1 ? object(Kind::kPromise) : i % 3 == 2 ? Value() : Value::integer(static_cast<int>(i)));
    return all;
  }

  std::vector<Kept> rejections() const {
    std::vector<Kept> all;
    for (const Rejection* kept = emitter.rejections; kept != nullptr; kept = kept->next) {
      const auto values = kept->arguments->values();
      all.push_back({kept->promise, std::string(kept->event->lower), {values.begin(), values.end()}});
    }
    return all;
  }

  template <class Variant>
  Emission emit(const std::string& event, std::span<const Value> values) {
    return Variant::emit(emitter, names.intern(event), std::span<Recorder* const>(list), values);
  }
};

/// The contract, written the slow way.
Seen expected(const corpus::Call& call, const std::vector<Recorder*>& listeners, const std::vector<Value>& arguments) {
  Seen seen{Outcome::kCalled, {}, {}, {}};
  const bool error = call.event == "error";
  if (listeners.empty()) seen.outcome = error ? Outcome::kUnhandledError : Outcome::kNobodyListens;
  if (listeners.empty() && error && !arguments.empty()) seen.error = arguments[0];
  for (const Recorder* listener : listeners) {
    seen.calls.push_back({listener->id, arguments});
    if (call.capture_rejections && !error && listener->result.is_promise())
      seen.rejections.push_back({listener->result, call.event, arguments});
  }
  return seen;
}

template <class Variant>
void expect_like_model(World& world, const corpus::Call& call) {
  SCOPED_TRACE(corpus::title(call));
  world.list.clear();
  world.calls.clear();
  for (const corpus::Returns returns : call.listeners) world.listen(world.result(returns));
  world.emitter.capture_rejections = call.capture_rejections;
  const std::vector<Kept> before = world.rejections();
  const std::vector<Value> arguments = world.arguments(call.arguments);
  std::vector<Value> frame = arguments;
  const Emission emission = world.emit<Variant>(call.event, frame);
  std::fill(frame.begin(), frame.end(), Value::integer(99));  // the frame is used again as soon as emit() is left
  Seen wanted = expected(call, world.list, arguments);
  wanted.rejections.insert(wanted.rejections.begin(), before.begin(), before.end());
  EXPECT_TRUE((Seen{emission.outcome, emission.error, world.calls, world.rejections()} == wanted));
}

template <class Variant>
class EveryVariant : public testing::Test {};
template <class Tuple>
struct AsTypes;
template <class... Variant>
struct AsTypes<std::tuple<Variant...>> {
  using type = testing::Types<Variant...>;
};
TYPED_TEST_SUITE(EveryVariant, AsTypes<Variants>::type);

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_the_shared_corpus) {
  for (const auto& call : corpus::fixed()) {
    World world;
    expect_like_model<TypeParam>(world, call);
  }
}

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_random_calls) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    World world;
    for (const auto& call : corpus::random(seed, 60)) expect_like_model<TypeParam>(world, call);
  }
}

TYPED_TEST(EveryVariant, calls_the_listeners_that_were_there_when_the_event_came) {
  World world;
  world.listen({});
  world.listen({});
  Recorder late{7, {}, &world.calls};
  world.list[0]->effect = [&] { world.list[1] = &late; };
  world.emit<TypeParam>("data", {});
  EXPECT_TRUE((world.calls == std::vector<Called>{{0, {}}, {1, {}}}));
}

TYPED_TEST(EveryVariant, keeps_its_arguments_when_a_listener_emits) {
  World world;
  world.listen(world.object(Kind::kPromise));
  world.listen(world.object(Kind::kPromise));
  world.emitter.capture_rejections = true;
  const std::vector<Value> outer = {Value::integer(1), Value::integer(2), Value::integer(3)};
  const std::vector<Value> inner = {Value::integer(4)};
  bool emitted = false;
  world.list[0]->effect = [&] {
    if (emitted) return;
    emitted = true;
    world.emit<TypeParam>("close", inner);
  };
  world.emit<TypeParam>("data", outer);
  EXPECT_TRUE((world.calls == std::vector<Called>{{0, outer}, {0, inner}, {1, inner}, {1, outer}}));
  const auto kept = world.rejections();
  ASSERT_EQ(kept.size(), 4u);
  EXPECT_TRUE(kept[0].arguments == inner && kept[0].event == "close");
  EXPECT_TRUE(kept[3].arguments == outer && kept[3].event == "data");
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/emit")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"array", "corpus", "emit", "registry", "value"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace emit
