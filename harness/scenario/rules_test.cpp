// Which strings may stand in a request.
#include "harness/scenario/rules.h"

#include <gmock/gmock.h>

#include <string>

namespace hotlap::scenario {
namespace {

TEST(Token, HoldsTheCharactersOfRfc9110AndNoOther) {
  const std::string allowed = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  EXPECT_TRUE(is_token(allowed));
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    EXPECT_EQ(is_token(std::string(1, c)), allowed.find(c) != std::string::npos) << byte;
  }
  EXPECT_FALSE(is_token(""));
  EXPECT_FALSE(is_token("Content Type"));
}

TEST(ScenarioName, HoldsLowerCaseLettersDigitsAndDashes) {
  EXPECT_TRUE(is_scenario_name("set-header-2"));
  for (const char* wrong : {"", "Set", "a_b", "a b", "a/b", "a.toml", "\xc3\xa9"})
    EXPECT_FALSE(is_scenario_name(wrong));
}

TEST(ControlCharacters, AreFoundButTabsAndForeignLettersAreNone) {
  for (const char c : {'\0', '\r', '\n', '\x1b', '\x7f'}) EXPECT_TRUE(has_control_character(std::string("a") + c));
  EXPECT_FALSE(has_control_character("a\tb \xc3\xa9"));
  EXPECT_FALSE(has_control_character(""));
}

TEST(OuterWhiteSpace, IsFoundAtEitherEnd) {
  EXPECT_TRUE(has_outer_white_space(" a"));
  EXPECT_TRUE(has_outer_white_space("a\t"));
  EXPECT_FALSE(has_outer_white_space("a b"));
  EXPECT_FALSE(has_outer_white_space(""));
}

TEST(Target, IsAPathOrAnAsterisk) {
  for (const char* right : {"/", "*", "/a?b=c&d", "//", "/\xc3\xa9"}) EXPECT_TRUE(is_target(right)) << right;
  for (const char* wrong : {"", "a", "*a", "http://a/", "/a b", "/a\r\nX: y", "/\x7f"})
    EXPECT_FALSE(is_target(wrong)) << wrong;
}

}  // namespace
}  // namespace hotlap::scenario
