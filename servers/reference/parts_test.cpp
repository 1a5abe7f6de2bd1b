// The small parts: dates, words in values, the command line, and the manifest that repeats some of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "servers/reference/date.h"
#include "servers/reference/framing.h"
#include "servers/reference/handlers.h"
#include "servers/reference/options.h"
#include "servers/reference/output.h"
#include "servers/reference/policies.h"

namespace reference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string date_of(long seconds) {
  const auto line = DateCache::format(std::chrono::sys_seconds(std::chrono::seconds(seconds)));
  return {line.data(), line.size()};
}

TEST(Date, is_the_fixed_form_of_rfc_9110) {
  EXPECT_EQ(date_of(784887151), "Date: Tue, 15 Nov 1994 08:12:31 GMT\r\n");
  EXPECT_EQ(date_of(0), "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n");
  EXPECT_EQ(date_of(951782399), "Date: Mon, 28 Feb 2000 23:59:59 GMT\r\n");
  EXPECT_EQ(date_of(951782400), "Date: Tue, 29 Feb 2000 00:00:00 GMT\r\n");
  EXPECT_EQ(date_of(4102444799), "Date: Thu, 31 Dec 2099 23:59:59 GMT\r\n");
}

TEST(Date, stays_within_a_second_and_is_made_anew_after_it) {
  DateCache cache;
  const char* bytes = cache.line(5000).data();
  const std::string now(cache.line(5000));
  EXPECT_EQ(cache.line(5000).data(), bytes);
  EXPECT_GE(std::string(cache.line(6001)), "Date: ");
  EXPECT_EQ(now.size(), 37u);
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

TEST(FramingHeaders, are_told_from_others_of_the_same_length) {
  Framing framing;
  for (const char* name : {"Data", "Trailes", "Connectiom", "Keep-Alivf", "Content-Lengtx", "Transfer-Encodinx", "X"}) {
    framing.note(name, "close, chunked");
  }
  EXPECT_FALSE(framing.date || framing.trailer || framing.connection || framing.keep_alive || framing.content_length ||
               framing.transfer_encoding || framing.chunked || framing.connection_close);
  framing.note("DATE", "");
  framing.note("trailer", "");
  framing.note("Connection", "keep-alive");
  framing.note("KEEP-alive", "");
  framing.note("content-LENGTH", "1");
  framing.note("Transfer-Encoding", "gzip, chunked");
  EXPECT_TRUE(framing.date && framing.trailer && framing.connection && framing.keep_alive && framing.content_length &&
              framing.transfer_encoding && framing.chunked);
  EXPECT_FALSE(framing.connection_close);
}

TEST(OutputBuffer, keeps_its_bytes_in_order_while_it_grows_and_is_sent) {
  Output output;
  std::string expected;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = std::to_string(i) + ",";
    output.append(text);
    expected += text;
    if (i % 100 == 99) {
      ASSERT_EQ(expected.compare(0, 50, output.data(), 50), 0);
      output.sent(50);
      expected.erase(0, 50);
    }
  }
  EXPECT_EQ(std::string(output.data(), output.size()), expected);
  output.sent(output.size());
  EXPECT_EQ(output.size(), 0u);
}

TEST(HotPaths, empty_means_after_and_flips_change_one) {
  EXPECT_EQ(parse_choice("").choice, After::kChoice);
  EXPECT_EQ(parse_choice("after").choice, After::kChoice);
  EXPECT_EQ(parse_choice("before").choice, Before::kChoice);
  EXPECT_THAT(parse_choice("before+header-store=shape").choice, ElementsAre("shape"));
  EXPECT_THAT(parse_choice("after+header-store=dictionary").choice, ElementsAre("dictionary"));
  for (const char* wrong : {"+", "before+", "befor", "after+header-store", "after+header-store=", "after+x=shape"}) {
    EXPECT_FALSE(parse_choice(wrong).problems.empty()) << wrong;
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
  EXPECT_THAT(help_text(), HasSubstr("127.0.0.1 when not given"));
}

TEST(Manifest, names_the_handlers_and_hot_paths_of_the_program) {
  std::ifstream file(HOTLAP_SOURCE_DIR "/servers/reference/server.toml");
  std::stringstream manifest;
  manifest << file.rdbuf();
  std::string handlers, paths;
  std::apply(
      [&](auto... handler) {
        ((handlers += (handlers.empty() ? "\"" : ", \"") + std::string(decltype(handler)::kId) + "\""), ...);
      },
      Handlers{});
  EXPECT_THAT(manifest.str(), HasSubstr("\nhandlers = [" + handlers + "]\n"));
  for (const HotPath& path : kHotPaths) {
    std::string variants;
    for (const auto& variant : path.variants) {
      variants += (variants.empty() ? "\"" : ", \"") + std::string(variant.id) + "\"";
    }
    EXPECT_THAT(manifest.str(), HasSubstr("\n" + std::string(path.id) + " = [" + variants + "]\n"));
  }
}

}  // namespace
}  // namespace reference
