// What two responses differ in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/http/http.h"

namespace hotlap::http {
namespace {

TEST(MaskDate, ReplacesTheValueOfEveryDateInTheHeadOnly) {
  EXPECT_EQ(
      mask_date("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\ndATE:x y \r\nX-Date: 1\r\n\r\nDate: 2\r\n"),
      "HTTP/1.1 200 OK\r\nDate: " + std::string(29, 'x') + "\r\ndATE:xxx \r\nX-Date: 1\r\n\r\nDate: 2\r\n");
}

TEST(MaskDate, LeavesOtherBytesAlone) {
  EXPECT_EQ(mask_date(""), "");
  EXPECT_EQ(mask_date("Date:\r\n"), "Date:\r\n");
  EXPECT_EQ(mask_date("Date"), "Date");
}

TEST(Difference, IsAbsentWhenOnlyTheDateDiffers) {
  EXPECT_EQ(difference("HTTP/1.1 200 OK\r\nDate: a\r\n\r\nx", "HTTP/1.1 200 OK\r\nDate: b\r\n\r\nx"), std::nullopt);
}

TEST(Difference, SeesADateOfAnotherLength) {
  EXPECT_NE(difference("HTTP/1.1 200 OK\r\nDate: a\r\n\r\n", "HTTP/1.1 200 OK\r\nDate: bb\r\n\r\n"), std::nullopt);
}

TEST(Difference, ShowsHeadsLineByLineAndTheFirstDifferenceOfTheBodies) {
  EXPECT_EQ(difference("HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\nhello world, all of it",
                       "HTTP/1.1 200 OK\r\nA: 1\r\nC: 3\r\nD: \t4\r\n\r\nhello world, all of ti!"),
            "  HTTP/1.1 200 OK\n"
            "  A: 1\n"
            "- B: 2\n"
            "  C: 3\n"
            "+ D: \\t4\n"
            "  \n"
            "body: 22 bytes in old, 23 in new, first difference at byte 20; from byte 4:\n"
            "- o world, all of it\n"
            "+ o world, all of ti!\n");
}

TEST(Difference, ShowsAnotherLineEnd) {
  EXPECT_EQ(difference("HTTP/1.1 200 OK\r\nA: 1\r\n\r\n", "HTTP/1.1 200 OK\r\nA: 1\n\r\n"),
            "  HTTP/1.1 200 OK\n- A: 1\n+ A: 1\\n\n  \n");
}

TEST(Difference, HandlesEmptyAndCutResponses) {
  EXPECT_EQ(difference("", ""), std::nullopt);
  EXPECT_EQ(difference("", "HTTP/1.1 200"), "+ HTTP/1.1 200\n");
  EXPECT_EQ(
      difference("HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n\x01"),
      "  HTTP/1.1 200 OK\n  \nbody: 0 bytes in old, 1 in new, first difference at byte 0; from byte 0:\n- \n+ \\x01\n");
}

}  // namespace
}  // namespace hotlap::http
