// Which configurations --set leaves, and what it is refused for.
#include "harness/cli/choices.h"

#include <gmock/gmock.h>

namespace hotlap::cli {
namespace {

using core::Problem;
using testing::ElementsAre;
using testing::IsEmpty;

scenario::ScenarioFile file(std::vector<scenario::Parameter> parameters) { return {std::move(parameters), {}}; }

TEST(Choices, OfOneNameAreAlternatives) {
  EXPECT_THAT(choices_of({"len=4", "c=50", "len=a=b"}),
              ElementsAre(scenario::Parameter{"len", {"4", "a=b"}}, scenario::Parameter{"c", {"50"}}));
  const Choices choices = choices_of({"len=4", "len=8", "c=50"});
  EXPECT_TRUE(is_chosen({{"len", "4"}, {"c", "50"}}, choices));
  EXPECT_TRUE(is_chosen({{"len", "8"}, {"c", "50"}}, choices));
  EXPECT_FALSE(is_chosen({{"len", "8"}, {"c", "500"}}, choices));
  EXPECT_FALSE(is_chosen({{"len", "44"}, {"c", "50"}}, choices));
}

TEST(Choices, LeaveAScenarioWithoutTheParameterAlone) {
  EXPECT_TRUE(is_chosen({}, choices_of({"len=4"})));
  EXPECT_TRUE(is_chosen({{"c", "50"}}, choices_of({"len=4"})));
}

TEST(Choices, AreNameAndValue) {
  for (const char* wrong : {"len", "=4", ""}) EXPECT_THROW(choices_of({wrong}), core::UserError) << wrong;
}

TEST(Choices, OfUnknownNamesAndValuesAreRefusedWithASuggestion) {
  const auto simple = file({{"type", {"bytes", "buffer"}}, {"len", {"4", "1024"}}});
  const auto headers = file({{"len", {"1"}}});
  EXPECT_THAT(check_choices(choices_of({"len=4", "len=1", "type=buffer"}), {&simple, &headers}), IsEmpty());
  EXPECT_THAT(check_choices(choices_of({"lem=4", "len=5", "type=bufer"}), {&simple, &headers}),
              ElementsAre(Problem{"none of the scenarios has a parameter 'lem'", "--set", "did you mean 'len'?"},
                          Problem{"parameter 'len' is never '5'", "--set", "did you mean '4'?"},
                          Problem{"parameter 'type' is never 'bufer'", "--set", "did you mean 'buffer'?"}));
  EXPECT_THAT(check_choices(choices_of({"len=4"}), {&headers}),
              ElementsAre(Problem{"parameter 'len' is never '4'", "--set", "did you mean '1'?"}));
  const auto plain = file({});
  EXPECT_THAT(check_choices(choices_of({"len=4"}), {&plain}),
              ElementsAre(Problem{"none of the scenarios has a parameter 'len'", "--set",
                                  "they have none; hotlap list scenarios shows which have"}));
}

}  // namespace
}  // namespace hotlap::cli
