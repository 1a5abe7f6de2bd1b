// Every variant of listener-table behaves as a plain list of events does, on the shared corpus and on random sequences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "servers/kernels/listener-table/corpus.h"
#include "servers/kernels/listener-table/registry.h"

namespace listener_table {
namespace {

/// The contract, written the slow way.
class Model {
 public:
  struct Event {
    std::string name;
    std::vector<int> listeners;
  };

  Model() { clear(); }

  void add(const std::string& name, int listener) {
    auto known = place_of(name);
    if (known == events.end()) known = events.insert(events.end(), {name, {}});
    known->listeners.push_back(listener);
    if (std::count(heard.begin(), heard.end(), name) == 0) heard.push_back(name);
  }
  bool remove(const std::string& name, int listener) {
    const auto known = place_of(name);
    if (known == events.end()) return false;
    auto& all = known->listeners;
    for (std::size_t i = all.size(); i-- > 0;) {
      if (all[i] != listener) continue;
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
      if (all.empty()) events.erase(known);
      return true;
    }
    return false;
  }
  void clear() {
    events.clear();
    heard.assign(std::begin(kCommonEvents), std::end(kCommonEvents));
  }
  std::vector<int> listeners(const std::string& name) {
    const auto known = place_of(name);
    return known == events.end() ? std::vector<int>() : known->listeners;
  }
  std::vector<std::string> by_age() const {
    std::vector<std::string> names;
    for (const Event& event : events) names.push_back(lower(event.name));
    return names;
  }
  std::vector<std::string> common_first() {
    std::vector<std::string> names;
    for (const std::string& name : heard) {
      if (!listeners(name).empty()) names.push_back(lower(name));
    }
    return names;
  }

  std::vector<Event> events;       ///< in the order in which they got their first listener
  std::vector<std::string> heard;  ///< the common events, then all others that ever had a listener

 private:
  static std::string lower(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    return name;
  }
  std::vector<Event>::iterator place_of(const std::string& name) {
    return std::find_if(events.begin(), events.end(), [&](const Event& event) { return event.name == name; });
  }
};

std::vector<std::string> order_of(Model& model, const DictionaryTable&) { return model.by_age(); }
std::vector<std::string> order_of(Model& model, const PresetTable&) { return model.common_first(); }

std::vector<int> ids(const Listeners& listeners) {
  std::vector<int> all;
  for (const Listener* listener : listeners.span()) all.push_back(listener->id);
  return all;
}

template <class Table>
void apply(const corpus::Operation& operation, NameTable& names, Arena& arena, Table& table, Model& model,
           std::vector<Listener>& listeners) {
  const Name& event = names.intern(operation.event);
  Listener& listener = listeners[static_cast<std::size_t>(operation.listener)];
  switch (operation.kind) {
    case corpus::Kind::kAdd: {
      const bool announced = !model.listeners("newListener").empty();
      ASSERT_EQ(table.add(event, listener), announced);
      return model.add(operation.event, operation.listener);
    }
    case corpus::Kind::kRemove:
      ASSERT_EQ(table.remove(event, listener), model.remove(operation.event, operation.listener));
      return;
    case corpus::Kind::kClear:
      table.clear();
      arena.reset();
      table.begin();
      model.clear();
  }
}

/// Runs a sequence, comparing everything that can be observed after each operation.
template <class Table>
void expect_like_model(const corpus::Sequence& sequence, typename Table::Shared& shared, NameTable& names) {
  SCOPED_TRACE(sequence.title);
  Arena arena(256);
  Table table(arena, shared);
  table.begin();
  Model model;
  std::vector<Listener> listeners;
  for (int i = 0; i < corpus::kListeners; ++i) listeners.push_back({i});
  std::set<std::string> asked = {"newListener", "never"};
  for (const auto& operation : sequence.operations) asked.insert(operation.event);
  for (const auto& operation : sequence.operations) {
    apply(operation, names, arena, table, model, listeners);
    if (testing::Test::HasFatalFailure()) return;
    ASSERT_EQ(table.size(), model.events.size());
    std::vector<std::string> order;
    table.names([&](const Name& event) { order.emplace_back(event.lower); });
    ASSERT_EQ(order, order_of(model, table));
    for (const std::string& event : asked) {
      ASSERT_EQ(ids(table.find(names.intern(event))), model.listeners(event)) << event;
      ASSERT_EQ(table.count(names.intern(event)), model.listeners(event).size());
    }
  }
}

template <class Table>
class EveryVariant : public testing::Test {
 protected:
  NameTable names;
  typename Table::Shared shared{names};
};

template <class Tuple>
struct AsTypes;
template <class... Table>
struct AsTypes<std::tuple<Table...>> {
  using type = testing::Types<Table...>;
};
TYPED_TEST_SUITE(EveryVariant, AsTypes<Variants>::type);

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_the_shared_corpus) {
  for (const auto& sequence : corpus::fixed()) expect_like_model<TypeParam>(sequence, this->shared, this->names);
}

TYPED_TEST(EveryVariant, behaves_as_the_contract_says_on_random_sequences) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const unsigned pool = seed % 3 == 0 ? 2 : seed % 3 == 1 ? 10 : 40;
    expect_like_model<TypeParam>(corpus::random(seed, 150, pool), this->shared, this->names);
  }
}

TYPED_TEST(EveryVariant, gives_the_same_order_while_only_uncommon_events_come_and_none_goes) {
  Arena arena;
  TypeParam table(arena, this->shared);
  table.begin();
  std::vector<std::string> added, order;
  Listener listener{0};
  for (const char* event : {"upgrade", "connect", "abort", "timeout"}) {
    added.emplace_back(event);
    EXPECT_FALSE(table.add(this->names.intern(event), listener));
  }
  table.names([&](const Name& event) { order.emplace_back(event.lower); });
  EXPECT_EQ(order, added);
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/listener-table")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"corpus", "listeners", "preset_object", "registry", "table"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace listener_table
