// What the check says about right and wrong responses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/http/http.h"

namespace hotlap::http {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Response response() {
  Response response;
  response.status = 200;
  response.headers = {{"Content-Type", "text/plain"}, {"Set-Cookie", "a=1"}, {"Set-Cookie", "b=2"}};
  response.body = "hello world";
  return response;
}

core::Expectation expecting(const auto& change) {
  core::Expectation expected;
  change(expected);
  return expected;
}

TEST(Check, AcceptsAnythingThatIsNotStated) { EXPECT_THAT(check(response(), {}), IsEmpty()); }

TEST(Check, AcceptsWhatIsStated) {
  const auto expected = expecting([](core::Expectation& e) {
    e.headers = {{"content-type", "text/plain"}, {"set-cookie", "b=2"}};
    e.absent_headers = {"X-Powered-By"};
    e.body = "hello world";
    e.body_bytes = 11;
  });
  EXPECT_THAT(check(response(), expected), IsEmpty());
}

TEST(Check, NamesEveryProblem) {
  const auto expected = expecting([](core::Expectation& e) {
    e.status = 500;
    e.headers = {{"Content-Type", "text/html"}, {"X-A", "1"}};
    e.absent_headers = {"set-cookie"};
    e.body_bytes = 12;
  });
  EXPECT_THAT(check(response(), expected),
              ElementsAre("status 200 instead of 500", "header Content-Type is \"text/plain\" instead of \"text/html\"",
                          "header X-A is missing", "header set-cookie is \"a=1\" and must not be there",
                          "body has 11 bytes instead of 12"));
}

TEST(Check, SaysWhereABodyDiffers) {
  EXPECT_THAT(check(response(), expecting([](core::Expectation& e) { e.body = "hello\nworld"; })),
              ElementsAre("body differs from byte 5 on: \" world\" instead of \"\\nworld\""));
  EXPECT_THAT(check(response(), expecting([](core::Expectation& e) { e.body = ""; })),
              ElementsAre("body has 11 bytes instead of 0"));
}

TEST(Check, CountsHeaderLinesWhenTheirNumberIsStated) {
  EXPECT_THAT(check(response(), expecting([](core::Expectation& e) { e.header_lines = 3; })), IsEmpty());
  EXPECT_THAT(check(response(), expecting([](core::Expectation& e) { e.header_lines = 2; })),
              ElementsAre("response has 3 header lines instead of 2"));
}

TEST(Check, ComparesEveryByteOfARepeatedText) {
  const auto expected = expecting([](core::Expectation& e) { e.body_repeat = core::RepeatedText{"\xc3\xbc", 3}; });
  Response answer = response();
  answer.body = "\xc3\xbc\xc3\xbc\xc3\xbc";
  EXPECT_THAT(check(answer, expected), IsEmpty());
  answer.body[4] = 'x';
  EXPECT_THAT(check(answer, expected),
              ElementsAre("body differs from byte 4 on: \"x\\xbc\" instead of \"\\xc3\\xbc\""));
  answer.body.resize(4);
  EXPECT_THAT(check(answer, expected), ElementsAre("body has 4 bytes instead of 6"));
}

}  // namespace
}  // namespace hotlap::http
