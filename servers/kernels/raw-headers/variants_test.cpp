// Every variant of raw-headers gives the answer of a plain walk along the chain, whatever objects there are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "servers/kernels/raw-headers/registry.h"
#include "servers/kernels/raw-headers/request_objects.h"

namespace raw_headers {
namespace {

bool owns_raw_headers(const Object& object) {
  for (const Property& property : object.structure->properties()) {
    if (property.name->lower == "rawheaders") return true;
  }
  return false;
}

/// The contract, written the slow way.
bool expected(const Object& object, const Realm& realm) {
  const Object* owner = &object;
  while (owner != nullptr && !owns_raw_headers(*owner)) owner = owner->structure->prototype();
  return owner == &realm.message_prototype;
}

template <class Variant>
class EveryVariant : public testing::Test {
 protected:
  bool reaches(const Object& object) { return Variant(program.realm(), shared).reaches_accessor(object); }
  std::vector<Property> with(std::vector<Property> properties, Property added) {
    properties.push_back(added);
    return properties;
  }
  RequestObjects program;
  typename Variant::Shared shared;
  Getter other{3};
};
template <class Tuple>
struct AsTypes;
template <class... Variant>
struct AsTypes<std::tuple<Variant...>> {
  using type = testing::Types<Variant...>;
};
TYPED_TEST_SUITE(EveryVariant, AsTypes<Variants>::type);

TYPED_TEST(EveryVariant, says_yes_at_any_depth_below_the_prototype) {
  for (const int between : {0, 1, 2, 8, 50}) {
    const Object& request = this->program.create(&this->program.prototype(between), this->program.own_properties());
    EXPECT_TRUE(this->reaches(request)) << between;
    EXPECT_TRUE(this->reaches(request)) << between << ", asked again";
  }
  EXPECT_TRUE(this->reaches(this->program.realm().message_prototype));
}

TYPED_TEST(EveryVariant, says_no_when_something_below_has_its_own) {
  auto& objects = this->program;
  const auto own = objects.own_properties();
  const Object& express = objects.prototype(2);
  EXPECT_FALSE(this->reaches(objects.create(&express, this->with(own, objects.value("rawHeaders")))));
  EXPECT_FALSE(this->reaches(objects.create(&express, this->with(own, objects.accessor("rawHeaders", this->other)))));
  const Object& between = objects.create(&express, {objects.accessor("rawHeaders", this->other)});
  EXPECT_FALSE(this->reaches(objects.create(&between, own)));
  EXPECT_TRUE(this->reaches(objects.create(&express, this->with(own, objects.value("rawHeader")))));
}

TYPED_TEST(EveryVariant, says_no_when_the_chain_does_not_pass_the_prototype) {
  auto& objects = this->program;
  EXPECT_FALSE(this->reaches(objects.create(nullptr, {})));
  EXPECT_FALSE(this->reaches(objects.create(&objects.object_prototype(), objects.own_properties())));
  EXPECT_FALSE(this->reaches(objects.create(nullptr, {objects.accessor("rawHeaders", this->other)})));
}

TYPED_TEST(EveryVariant, follows_an_object_that_changes) {
  auto& objects = this->program;
  const auto own = objects.own_properties();
  const Object& prototype = objects.prototype(1);
  const Object& request = objects.create(&prototype, own);
  const std::vector<Property> methods = prototype.structure->properties();
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(this->reaches(request));
    objects.change(request, this->with(own, objects.value("rawHeaders")));
    EXPECT_FALSE(this->reaches(request));
    objects.change(request, own);
    EXPECT_TRUE(this->reaches(request));
    objects.change(prototype, this->with(methods, objects.value("rawHeaders")));
    EXPECT_FALSE(this->reaches(request));
    objects.change(prototype, methods);
  }
}

TYPED_TEST(EveryVariant, gives_the_answer_of_a_plain_walk_on_random_objects) {
  auto& objects = this->program;
  int yes = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 bits(seed);
    std::vector<const Object*> all = {&objects.realm().message_prototype, &objects.object_prototype()};
    for (int i = 0; i < 60; ++i) {
      std::vector<Property> properties;
      for (std::uint64_t left = bits() % 12; left > 0; --left) {
        const std::string name = "p" + std::to_string(bits() % 40);
        const Property added = bits() % 60 == 0   ? objects.value("rawHeaders")
                               : bits() % 60 == 0 ? objects.accessor("rawHeaders", this->other)
                                                  : objects.value(name);
        const bool known = std::any_of(properties.begin(), properties.end(),
                                       [&](const Property& property) { return property.name == added.name; });
        if (!known) properties.push_back(added);
      }
      all.push_back(&objects.create(all[bits() % all.size()], properties));
    }
    for (int i = 0; i < 200; ++i) {
      const Object& object = *all[bits() % all.size()];
      ASSERT_EQ(this->reaches(object), expected(object, objects.realm())) << "seed " << seed;
      yes += this->reaches(object) ? 1 : 0;
    }
  }
  EXPECT_GT(yes, 500);  // of 4,000: the objects are not all of one kind
  EXPECT_LT(yes, 3500);
}

TYPED_TEST(EveryVariant, stays_right_with_more_structures_than_the_cache_has_places) {
  auto& objects = this->program;
  const Object& prototype = objects.prototype(0);
  std::vector<const Object*> all;
  for (int i = 0; i < 2500; ++i) {
    std::vector<Property> properties = {objects.value("p" + std::to_string(i))};
    if (i % 2 == 1) properties.push_back(objects.value("rawHeaders"));
    all.push_back(&objects.create(&prototype, properties));
  }
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(this->reaches(*all[i]), i % 2 == 0);
  }
}

TEST(ChainWalk, asks_each_structure_below_the_prototype_once) {
  RequestObjects objects;
  HasOwnPropertyCache cache;
  const ChainWalk walk(objects.realm(), cache);
  const Object& express = objects.prototype(2);
  for (int i = 0; i < 10; ++i) walk.reaches_accessor(objects.create(&express, objects.own_properties()));
  EXPECT_EQ(cache.misses(), 3u);
  walk.reaches_accessor(objects.create(&express, {}));
  EXPECT_EQ(cache.misses(), 4u);
}

TEST(ChainWalk, asks_again_when_another_structure_took_the_place) {
  RequestObjects objects;
  HasOwnPropertyCache cache;
  const ChainWalk walk(objects.realm(), cache);
  // Ids are 112 apart, so 2048 / gcd(112, 2048) = 128 structures later the place is the same again.
  std::vector<const Object*> all;
  for (int i = 0; i <= 128; ++i)
    all.push_back(&objects.create(&objects.prototype(0), {objects.value("p" + std::to_string(i))}));
  const Object &first = *all[0], &last = *all[128];
  ASSERT_EQ((last.structure->id() - first.structure->id()) % HasOwnPropertyCache::kSize, 0u);
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(walk.reaches_accessor(first));
    EXPECT_TRUE(walk.reaches_accessor(last));
  }
  EXPECT_EQ(cache.misses(), 10u);
}

TEST(Registry, names_every_variant_that_has_a_file) {
  std::vector<std::string> files, registered;
  for (const auto& file : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/kernels/raw-headers")) {
    const std::string stem = file.path().stem().string();
    const std::vector<std::string> support = {"accessor", "object", "registry", "request_objects"};
    if (file.path().extension() != ".h" || std::count(support.begin(), support.end(), stem) > 0) continue;
    files.push_back(stem);
  }
  for (const auto& variant : kVariants) registered.emplace_back(variant.id);
  EXPECT_THAT(registered, testing::UnorderedElementsAreArray(files));
}

}  // namespace
}  // namespace raw_headers
