// SUBJECT of the protocol micro, in a checkout with one hot path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/micro/micro.h"
#include "harness/subject/test_support.h"

namespace hotlap::micro {
namespace {

using subject::user_error;
using testing::AllOf;
using testing::HasSubstr;

class SubjectTest : public testing::Test {
 protected:
  SubjectTest() {
    folder_.write("servers/kernels/header-walk/header_walk_bench.cpp", "");
    folder_.write("servers/kernels/engine/engine.cpp", "");
    folder_.write("servers/kernels/emit/emit_bench.cpp", "");
    folder_.write("build/micro/header_walk_bench", "#!/bin/sh\n", true);
    folder_.write("bench", "#!/bin/sh\n", true);
    folder_.write("with:colon", "#!/bin/sh\n", true);
  }
  std::string refusal(const std::string& spec) const {
    return user_error([&] { resolve(spec, places_); });
  }

  subject::TemporaryFolder folder_;
  subject::Places places_{folder_.path() / "servers", folder_.path() / "build"};
};

TEST_F(SubjectTest, HotPathsAreTheKernelsWithABenchmark) {
  const auto found = hot_paths(places_);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "emit");
  EXPECT_EQ(found[1].target, "header_walk_bench");
}

TEST_F(SubjectTest, AHotPathIsItsProgramAndAPart) {
  const subject::Subject subject = resolve("header-walk/keys", places_);
  EXPECT_EQ(subject.executable, folder_ / "build/micro/header_walk_bench");
  EXPECT_EQ(subject.variant, "keys");
  EXPECT_EQ(subject.manifest.name, "header-walk");
  EXPECT_THAT(subject.hash, testing::StartsWith("xxh3:"));
}

TEST_F(SubjectTest, AHotPathThatIsNotBuiltSaysWhatBuildsIt) {
  EXPECT_THAT(refusal("emit/indexed"),
              AllOf(HasSubstr("not built"), HasSubstr("ninja -C " + (folder_ / "build") + " emit_bench"),
                    HasSubstr("./scripts/hotlap")));
}

TEST_F(SubjectTest, APathIsAnybodysProgramWithOrWithoutAPart) {
  EXPECT_EQ(resolve(folder_ / "bench", places_).variant, "");
  EXPECT_EQ(resolve((folder_ / "bench") + ":BM_copy", places_).variant, "BM_copy");
  EXPECT_EQ(resolve((folder_ / "bench") + ":BM_copy", places_).executable, folder_ / "bench");
}

TEST_F(SubjectTest, AColonInAFileNameIsTheFiles) {
  EXPECT_EQ(resolve(folder_ / "with:colon", places_).variant, "");
  EXPECT_EQ(resolve((folder_ / "with:colon") + ":x", places_).variant, "x");
}

TEST_F(SubjectTest, WhatIsNotThereIsRefused) {
  EXPECT_THAT(refusal("header-wlk/keys"), HasSubstr("did you mean 'header-walk'"));
  EXPECT_THAT(refusal("header-walk"), HasSubstr("no variant"));
  EXPECT_THAT(refusal("header-walk/"), HasSubstr("no variant"));
  EXPECT_THAT(refusal("bnch"), HasSubstr("no benchmark program"));
  EXPECT_THAT(refusal(folder_ / "nothing"), HasSubstr("there is no file"));
  EXPECT_THAT(refusal((folder_ / "bench") + ":"), HasSubstr("no part after ':'"));
  EXPECT_THAT(refusal(folder_.path()), HasSubstr("is a folder"));
  EXPECT_THAT(refusal(":"), testing::Not(testing::IsEmpty()));
  EXPECT_THAT(refusal("/"), testing::Not(testing::IsEmpty()));
}

}  // namespace
}  // namespace hotlap::micro
