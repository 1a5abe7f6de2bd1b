// request.headers by node's rules, and a quadratic blow-up that must not be.
#include "servers/reference/folded_headers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "servers/reference/incoming.h"
#include "servers/reference/policies.h"

namespace reference {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// Parses a request with these header lines and folds them.
class Folded : public ::testing::Test {
 protected:
  const FoldedHeaders& fold(const std::string& lines) {
    const std::string bytes = "GET / HTTP/1.1\r\n" + lines + "\r\n";
    const Incoming::Room room = incoming.room();
    std::copy(bytes.begin(), bytes.end(), room.begin);
    incoming.received(bytes.size());
    EXPECT_EQ(incoming.parse(), Incoming::Outcome::kAllParsed);
    return *folded;
  }
  static Pairs pairs(const FoldedHeaders& headers) {
    Pairs all;
    for (const auto& entry : headers.entries()) all.emplace_back(entry.name, entry.value);
    return all;
  }

  static int on_headers_complete(llhttp_t* parser) {
    auto& self = Incoming::owner<Folded>(parser);
    EXPECT_TRUE(self.incoming.head_is_complete());
    self.incoming.request().identify<After>(self.identifiers);
    self.folded = std::make_unique<FoldedHeaders>(self.incoming.request(), self.arena);
    return 0;
  }
  static int on_message_complete(llhttp_t* parser) {
    Incoming::owner<Folded>(parser).incoming.message_is_complete();
    return 0;
  }

  name_reference::Identifiers identifiers;
  engine::Arena arena;
  llhttp_settings_t settings = Incoming::settings_for({on_headers_complete, on_message_complete});
  ReadBuffer shared;
  Incoming incoming{settings, this, shared};
  std::unique_ptr<FoldedHeaders> folded;
};

TEST_F(Folded, names_are_lower_case_and_keep_the_order_of_their_first_lines) {
  EXPECT_EQ(pairs(fold("Host: a\r\nX-One: 1\r\nACCEPT: x\r\nx-ONE: 2\r\nY: \r\n")),
            (Pairs{{"host", "a"}, {"x-one", "1, 2"}, {"accept", "x"}, {"y", ""}}));
  EXPECT_EQ(folded->get("x-one"), "1, 2");
  EXPECT_EQ(folded->get("X-One"), std::nullopt);
  EXPECT_EQ(folded->get("gone"), std::nullopt);
}

TEST_F(Folded, lines_of_names_that_have_one_value_are_dropped_after_the_first) {
  for (const char* name : {"age", "authorization", "content-type", "etag", "expires", "from", "host",
                           "if-modified-since", "if-unmodified-since", "last-modified", "location", "max-forwards",
                           "proxy-authorization", "referer", "retry-after", "server", "user-agent"}) {
    const std::string lines = std::string(name) + ": 1\r\n" + name + ": 2\r\n";
    EXPECT_EQ(pairs(fold(lines)), (Pairs{{name, "1"}}));
  }
}

TEST_F(Folded, cookies_are_joined_by_semicolons_and_set_cookies_are_kept_apart) {
  const auto& headers = fold("Cookie: a=1\r\nSet-Cookie: x\r\ncookie: b=2\r\nset-cookie: y\r\nSet-Cookie: z\r\n");
  EXPECT_EQ(headers.get("cookie"), "a=1; b=2");
  ASSERT_EQ(headers.size(), 2u);
  const auto lines = headers.entries()[1].lines;
  EXPECT_EQ((std::vector<std::string>(lines.begin(), lines.end())), (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(headers.get("set-cookie"), "x");
}

TEST_F(Folded, two_thousand_names_take_no_time_that_grows_with_their_square) {
  std::string lines;
  for (int i = 0; i < 1900; ++i) lines += "x" + std::to_string(i) + ":\r\n";
  const auto started = std::chrono::steady_clock::now();
  EXPECT_EQ(fold(lines).size(), 1900u);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::milliseconds(50));
}

}  // namespace
}  // namespace reference
