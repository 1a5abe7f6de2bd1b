// The small parts: dates, words in values, the command line, and the manifest that repeats some of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "servers/reference/date.h"
#include "servers/reference/options.h"
#include "servers/reference/policies.h"
#include "servers/reference/request_rules.h"
#include "servers/reference/sets.h"
#include "servers/reference/text.h"

namespace reference {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string date_of(long seconds) {
  const auto line = DateCache::format(std::chrono::sys_seconds(std::chrono::seconds(seconds)));
  return {line.data(), line.size()};
}

TEST(Date, is_the_fixed_form_of_rfc_9110) {
  EXPECT_EQ(date_of(784887151), "Tue, 15 Nov 1994 08:12:31 GMT");
  EXPECT_EQ(date_of(0), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(date_of(951782399), "Mon, 28 Feb 2000 23:59:59 GMT");
  EXPECT_EQ(date_of(951782400), "Tue, 29 Feb 2000 00:00:00 GMT");
  EXPECT_EQ(date_of(4102444799), "Thu, 31 Dec 2099 23:59:59 GMT");
}

TEST(Date, stays_within_a_second_and_is_made_anew_after_it) {
  DateCache cache;
  const char* bytes = cache.value(5000).data();
  const std::string now(cache.value(5000));
  EXPECT_EQ(cache.value(5000).data(), bytes);
  EXPECT_EQ(cache.value(6001).size(), 29u);
  EXPECT_EQ(now.size(), 29u);
}

TEST(Words, are_found_in_any_case_and_only_whole) {
  EXPECT_TRUE(has_word("close", "close"));
  EXPECT_TRUE(has_word("keep-alive, CLOSE", "close"));
  EXPECT_TRUE(has_word("x;close;", "close"));
  EXPECT_FALSE(has_word("closed", "close"));
  EXPECT_FALSE(has_word("_close", "close"));
  EXPECT_FALSE(has_word("clos", "close"));
  EXPECT_FALSE(has_word("", "close"));
}

TEST(HeaderText, follows_rfc_9110) {
  EXPECT_TRUE(is_header_name("Content-Type"));
  EXPECT_TRUE(is_header_name("!#$%&'*+-.^_`|~09azAZ"));
  for (const char* name : {"", "a b", "a:", "a\t", "(", "a\x7f", "\xc3\xa9"})
    EXPECT_FALSE(is_header_name(name)) << name;
  EXPECT_TRUE(is_header_value(" a\tb \xc3\xa9"));
  EXPECT_TRUE(is_header_value(""));
  for (const char* value : {"\r", "\n", "a\x7f", "\x01"}) EXPECT_FALSE(is_header_value(value));
}

TEST(Text, finds_every_byte_that_no_value_may_have_wherever_it_stands) {
  for (std::size_t size = 1; size <= 18; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string value(size, 'a');
        value[at] = static_cast<char>(byte);
        const bool good = byte == '\t' || (byte >= 0x20 && byte != 0x7f);
        ASSERT_EQ(is_header_value(value), good) << "byte " << byte << " at " << at << " of " << size;
      }
    }
  }
}

TEST(Text, finds_a_bad_byte_beside_a_tab) {
  EXPECT_TRUE(is_header_value("\t\t\t\t\t\t\t\tb\t"));
  EXPECT_FALSE(is_header_value("\t\t\t\t\t\x02\t\tb"));
  EXPECT_FALSE(is_header_value("\t\x7f"));
}

TEST(HotPaths, empty_means_after_and_flips_change_one) {
  EXPECT_EQ(parse_choice("").choice, After::kChoice);
  EXPECT_EQ(parse_choice("after").choice, After::kChoice);
  EXPECT_EQ(parse_choice("before").choice, Before::kChoice);
  Choice flipped = Before::kChoice;
  flipped[0] = "shape";
  EXPECT_EQ(parse_choice("before+header-store=shape").choice, flipped);
  flipped = After::kChoice;
  flipped[kHotPathCount - 1] = "once";
  EXPECT_EQ(parse_choice("after+header-iteration=once").choice, flipped);
  for (const char* wrong : {"+", "before+", "befor", "after+header-store", "after+header-store=", "after+x=shape",
                            "before+emit=indexed+header-store=shape"}) {
    EXPECT_FALSE(parse_choice(wrong).problems.empty()) << wrong;
  }
}

TEST(Sets, are_before_after_and_every_single_flip_each_once) {
  std::set<Choice> choices;
  for (const Set& one : all_sets()) choices.insert(one.choice);
  EXPECT_EQ(choices.size(), all_sets().size());
  std::set<Choice> expected;
  for (const std::string& name : set_names()) {
    EXPECT_TRUE(parse_choice(name).problems.empty()) << name;
    expected.insert(parse_choice(name).choice);
  }
  EXPECT_EQ(expected.size(), set_names().size());
  EXPECT_EQ(choices, expected);
  EXPECT_EQ(choices.size(), 2u + 2u * 13u + 2u)
      << "thirteen flips from either side, header-iteration has three variants";
}

TEST(Sets, make_no_application_of_an_unknown_handler) {
  EXPECT_EQ(make_application(After::kChoice, "nothing", {}), nullptr);
  EXPECT_NE(make_application(After::kChoice, "echo", {}), nullptr);
}

TEST(Hosts, that_were_good_make_no_other_one_good) {
  Hosts hosts;
  EXPECT_FALSE(hosts.is_good("")) << "before any";
  for (int again = 0; again < 2; ++again) {
    EXPECT_TRUE(hosts.is_good("example.org:80"));
    EXPECT_TRUE(hosts.is_good("example.org:80"));
    EXPECT_FALSE(hosts.is_good(""));
    EXPECT_FALSE(hosts.is_good("example.org:80,"));
    EXPECT_FALSE(hosts.is_good("example.org:8 0"));
    EXPECT_TRUE(hosts.is_good("example.org:81"));
  }
}

TEST(OptionsParse, takes_both_ways_to_give_a_value) {
  const auto parse = parse_options({"--port=80", "--handler", "write-head", "--hot-paths=before", "--host=::1"});
  EXPECT_TRUE(parse.problems.empty());
  EXPECT_EQ(parse.options.port, 80);
  EXPECT_EQ(parse.options.handler, "write-head");
  EXPECT_EQ(parse.options.choice, Before::kChoice);
  EXPECT_EQ(parse.options.host, "::1");
}

TEST(OptionsParse, refuses_what_is_not_a_port_or_an_address) {
  for (const char* port : {"0", "65536", "-1", "80x", "", "x"}) {
    EXPECT_EQ(parse_options({"--port", port, "--handler", "set-header"}).problems.size(), 1u) << port;
  }
  EXPECT_EQ(parse_options({"--port=1", "--handler=set-header", "--host=localhost"}).problems.size(), 1u);
  EXPECT_EQ(parse_options({"--handler=set-header", "--port"}).problems.size(), 1u);
}

TEST(OptionsParse, lists_without_asking_for_a_port) {
  EXPECT_TRUE(parse_options({"--list-handlers"}).problems.empty());
  EXPECT_THAT(handlers_text(), HasSubstr("set-header-length"));
  EXPECT_THAT(hot_paths_text(), HasSubstr("(before)"));
  EXPECT_THAT(sets_text(), StartsWith("before\nbefore+header-store=shape\n"));
  EXPECT_THAT(sets_text(), HasSubstr("\nafter+header-iteration=once\n"));
  EXPECT_THAT(help_text(), HasSubstr("127.0.0.1 when not given"));
}

TEST(Manifest, names_the_handlers_and_hot_paths_of_the_program) {
  std::ifstream file(HOTLAP_SOURCE_DIR "/servers/reference/server.toml");
  std::stringstream manifest;
  manifest << file.rdbuf();
  std::string ids;
  for (const HandlerInfo& handler : handlers()) ids += (ids.empty() ? "\"" : ", \"") + std::string(handler.id) + "\"";
  EXPECT_THAT(manifest.str(), HasSubstr("\nhandlers = [" + ids + "]\n"));
  for (const HotPath& path : hot_paths()) {
    std::string variants;
    for (const auto& variant : path.variants) {
      variants += (variants.empty() ? "\"" : ", \"") + std::string(variant.id) + "\"";
    }
    EXPECT_THAT(manifest.str(), HasSubstr("\n" + std::string(path.id) + " = [" + variants + "]\n"));
  }
}

}  // namespace
}  // namespace reference
