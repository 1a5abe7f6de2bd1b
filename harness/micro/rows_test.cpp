// Matching rows by name: parts, selections, rows of one arm, and filters that match one name alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "harness/core/error.h"
#include "harness/micro/micro.h"
#include "harness/subject/test_support.h"

namespace hotlap::micro {
namespace {

using core::Arm;
using subject::user_error;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<ArmRows> arms(std::vector<std::string> old_names, std::vector<std::string> new_names,
                          const std::string& old_part = "", const std::string& new_part = "") {
  return {{Arm::old_build, "OLD", old_part, std::move(old_names)},
          {Arm::new_build, "NEW", new_part, std::move(new_names)}};
}

std::vector<std::string> keys(const Matching& matching) {
  std::vector<std::string> all;
  for (const Row& row : matching.rows) all.push_back(row.key);
  return all;
}

TEST(KeyOf, IsTheNameWithoutThePart) {
  EXPECT_EQ(key_of("emit/1_listener/rest-args", "rest-args"), "emit/1_listener");
  EXPECT_EQ(key_of("BM_copy/8", "BM_copy"), "8");
  EXPECT_EQ(key_of("a/b/c", "b"), "a/c");
  EXPECT_EQ(key_of("a/b/c", ""), "a/b/c");
}

TEST(KeyOf, TakesTheLastOfEqualParts) { EXPECT_EQ(key_of("x/a/x", "x"), "x/a"); }

TEST(KeyOf, IsAStarWhenNothingIsLeft) { EXPECT_EQ(key_of("BM_copy", "BM_copy"), "*"); }

TEST(KeyOf, IsAbsentWithoutThePart) {
  EXPECT_EQ(key_of("emit/rest-args-2", "rest-args"), std::nullopt);
  EXPECT_EQ(key_of("", "x"), std::nullopt);
}

TEST(MatchRows, PutsEqualNamesTogetherInTheOrderOfOld) {
  const auto matching = match_rows(arms({"b", "a"}, {"a", "b"}), {}, "");
  EXPECT_THAT(keys(matching), ElementsAre("b", "a"));
  EXPECT_EQ(matching.rows[0].names.at(Arm::new_build), "b");
  EXPECT_THAT(matching.warnings, IsEmpty());
}

TEST(MatchRows, OfVariantsTakesEachArmsOwn) {
  const std::vector<std::string> all{"e/1/x", "e/1/y", "e/2/x", "e/2/y"};
  const auto matching = match_rows(arms(all, all, "x", "y"), {}, "");
  EXPECT_THAT(keys(matching), ElementsAre("e/1", "e/2"));
  EXPECT_EQ(matching.rows[1].names.at(Arm::old_build), "e/2/x");
  EXPECT_EQ(matching.rows[1].names.at(Arm::new_build), "e/2/y");
}

TEST(MatchRows, NamesRowsOfOneArm) {
  const auto matching = match_rows(arms({"a", "gone"}, {"a", "fresh"}), {}, "");
  EXPECT_THAT(keys(matching), ElementsAre("a"));
  ASSERT_THAT(matching.warnings, SizeIs(2));
  EXPECT_THAT(matching.warnings[0].text, HasSubstr("only old has gone"));
  EXPECT_THAT(matching.warnings[1].text, HasSubstr("only new has fresh"));
}

TEST(MatchRows, DoesNotNameRowsThatNobodyAskedFor) {
  EXPECT_THAT(match_rows(arms({"a", "gone"}, {"a"}), {"a"}, "").warnings, IsEmpty());
}

TEST(MatchRows, WithoutACommonRowIsRefusedAndSaysWhatThereIs) {
  EXPECT_THAT(user_error([] { match_rows(arms({"a"}, {"b"}), {}, ""); }),
              AllOf(HasSubstr("no row in common"), HasSubstr("old has a"), HasSubstr("new has b")));
}

TEST(MatchRows, SelectsByPartsOfNames) {
  const std::vector<std::string> all{"copy/8", "copy/64", "move/8"};
  EXPECT_THAT(keys(match_rows(arms(all, all), {"copy", "e/8"}, "")), ElementsAre("copy/8", "copy/64", "move/8"));
  EXPECT_THAT(keys(match_rows(arms(all, all), {}, "/8")), ElementsAre("copy/8", "move/8"));
  EXPECT_THAT(keys(match_rows(arms(all, all), {"copy"}, "64")), ElementsAre("copy/64"));
}

TEST(MatchRows, AWholeNameSelectsItsRowAlone) {
  const std::vector<std::string> all{"copy/8", "copy/80"};
  EXPECT_THAT(keys(match_rows(arms(all, all), {"copy/8"}, "")), ElementsAre("copy/8"));
}

TEST(MatchRows, ASelectionThatIsNotThereIsRefused) {
  EXPECT_THAT(user_error([] { match_rows(arms({"a"}, {"a"}), {"b"}, ""); }), AllOf(HasSubstr("'b'"), HasSubstr("a")));
  EXPECT_THAT(user_error([] { match_rows(arms({"a"}, {"a"}), {}, "b"); }), HasSubstr("--filter b"));
}

TEST(MatchRows, APartThatNoRowHasIsRefusedWithTheNearest) {
  EXPECT_THAT(user_error([] {
                match_rows(arms({"e/rest", "e/indexed"}, {"e/rest"}, "rest", "rst"), {}, "");
              }),
              AllOf(HasSubstr("NEW"), HasSubstr("'rst'"), HasSubstr("did you mean 'rest'")));
}

TEST(ExactFilter, MatchesItsNameAloneWhateverStandsInIt) {
  const std::vector<std::string> names{
      "a.b", "axb", "a+b", "aab", "f<int>(x)|[y]{2}/*?^$\\", "a/b", "a/b/c", "\"q\" $HOME; rm"};
  for (const std::string& name : names) {
    const std::regex filter(exact_filter(name), std::regex::extended);
    for (const std::string& other : names) EXPECT_EQ(std::regex_search(other, filter), name == other) << name << other;
  }
}

}  // namespace
}  // namespace hotlap::micro
