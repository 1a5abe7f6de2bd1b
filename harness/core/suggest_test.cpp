// Edit distances and the sentence made of them.
#include "harness/core/suggest.h"

#include <gmock/gmock.h>

namespace hotlap::core {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsAndReplacements) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("conections", "connections"), 1u);
  EXPECT_EQ(edit_distance("flaw", "lawn"), 2u);
}

TEST(EditDistance, IsTheSameBothWays) {
  EXPECT_EQ(edit_distance("pipeline", "pipelined-x"), edit_distance("pipelined-x", "pipeline"));
}

TEST(Suggest, NamesTheNearestWhenItIsNear) {
  EXPECT_EQ(suggest("conections", {"pipeline", "connections"}), "did you mean 'connections'?");
  EXPECT_EQ(suggest("cqu", {"throughput", "cpu"}), "did you mean 'cpu'?");
}

TEST(Suggest, TakesTheFirstOfEquallyNearNames) {
  EXPECT_EQ(suggest("latency_p9", {"latency_p90", "latency_p99"}), "did you mean 'latency_p90'?");
}

TEST(Suggest, AllowsOneEditInAShortName) { EXPECT_EQ(suggest("b", {"a"}), "did you mean 'a'?"); }

TEST(Suggest, ListsAllNamesWhenNoneIsNear) {
  EXPECT_EQ(suggest("banana", {"closed", "wrk", "h2load"}), "one of closed, wrk, h2load");
}

TEST(Suggest, SaysNothingWithoutNames) { EXPECT_EQ(suggest("anything", {}), ""); }

}  // namespace
}  // namespace hotlap::core
