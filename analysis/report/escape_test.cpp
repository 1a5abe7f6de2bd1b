// Tests of escaping: what strangers write must stay text wherever it lands.
#include "analysis/report/escape.h"

#include <gmock/gmock.h>

namespace hotlap::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Width, CountsCodePointsAndBrokenBytesAsOneEach) {
  EXPECT_EQ(width("\u00b14%"), 3U);
  EXPECT_EQ(width("\U0001F600"), 1U);
  EXPECT_EQ(width("\xFF\xC0\x80"), 3U);
  EXPECT_EQ(width("\xE2\x80"), 2U);
  EXPECT_EQ(width("\xED\xA0\x80"), 3U) << "a surrogate is no code point";
}

TEST(Shorten, KeepsBothEndsAndSaysThatSomethingIsMissing) {
  EXPECT_EQ(shorten("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(shorten("abcdefghijk", 9), "abcd...jk");
  EXPECT_EQ(width(shorten(std::string(5000, 'x'), 100)), 100U);
  EXPECT_EQ(shorten("\u00b1\u00b1\u00b1\u00b1\u00b1\u00b1\u00b1\u00b1\u00b1", 8), "\u00b1\u00b1\u00b1\u00b1...\u00b1");
}

TEST(Plain, ShowsControlCharactersAndKeepsOneLine) {
  EXPECT_EQ(plain("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(plain("\x1b[31m\x7f"), "\\x1b[31m\\x7f");
  EXPECT_EQ(plain("\u202Eabc\u200B"), "\\u{202e}abc\\u{200b}");
  EXPECT_EQ(plain("\xC2\x9B"), "\\x9b") << "a C1 control starts an escape sequence too";
  EXPECT_EQ(plain("\xFFx"), "\uFFFDx");
  EXPECT_EQ(plain("\u00b1 \u4e2d"), "\u00b1 \u4e2d");
}

TEST(Plain, BreaksUpTheCommandsOfCiRunners) {
  EXPECT_EQ(plain("::error::x"), "\\::error::x");
  EXPECT_EQ(plain("  ::error::x"), "  \\::error::x");
  EXPECT_EQ(plain("\u00a0::error::x"), "\\u{a0}::error::x");
  EXPECT_EQ(plain("a::b"), "a::b");
  EXPECT_EQ(plain("x ##[error]"), "x #\\#[error]");
  EXPECT_EQ(plain("###[a] ##vso[b] ##teamcity[c]"), "##\\#[a] #\\#vso[b] #\\#teamcity[c]");
}

TEST(Markdown, LeavesNoMarkup) {
  EXPECT_EQ(markdown("a|b`c"), "a&#124;b&#96;c");
  EXPECT_EQ(markdown("<b>&amp;"), "&lt;b&gt;&amp;amp;");
  EXPECT_EQ(markdown("*a* _b_ ~c~ [d](e) \\"), "\\*a\\* \\_b\\_ \\~c\\~ \\[d\\](e) \\\\");
  EXPECT_EQ(markdown("$x$"), "&#36;x&#36;");
  EXPECT_EQ(markdown("a\nb"), "a\\\\nb");
}

TEST(Markdown, LinksNobodyAndNothing) {
  EXPECT_EQ(markdown("@user"), "@&#8203;user");
  EXPECT_EQ(markdown("#123"), "#&#8203;123");
  EXPECT_EQ(markdown("GH-1 gh-2"), "GH-&#8203;1 gh-&#8203;2");
  EXPECT_EQ(markdown("https://x"), "https&#58;//x");
  EXPECT_EQ(markdown("www.x"), "www&#46;x");
}

TEST(Html, KeepsLinesAndClosesNothing) {
  EXPECT_EQ(html("a\n</pre>\x1b"), "a\n&lt;/pre&gt;\\x1b");
  EXPECT_THAT(html("x\n::error::"), Not(HasSubstr("::")));
  EXPECT_THAT(html("##[error]"), Not(HasSubstr("##[")));
}

TEST(CsvField, QuotesAndNeutralisesFormulas) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
  EXPECT_EQ(csv_field("=1+2"), "'=1+2");
  EXPECT_EQ(csv_field("@x,y"), "\"'@x,y\"");
  EXPECT_EQ(csv_field("-1"), "'-1");
  EXPECT_EQ(csv_field("a\nb"), "a\\nb");
  EXPECT_EQ(csv_field("::error::"), "\"::error::\"");
}

TEST(ShellLine, ReadsBackIntoTheSameWords) {
  EXPECT_EQ(shell_line({"hotlap", "--old", "node=./a b", "it's", ""}), "hotlap --old 'node=./a b' 'it'\\''s' ''");
  EXPECT_EQ(shell_line({"a;b", "$x"}), "'a;b' '$x'");
}

}  // namespace
}  // namespace hotlap::report
