// Request bytes, to the byte.
#include <gtest/gtest.h>

#include "harness/http/http.h"

namespace hotlap::http {
namespace {

TEST(Serialize, PutsHostFirst) {
  EXPECT_EQ(serialize({"GET", "/a?b", {{"Accept", "*/*"}, {"X-A", "1"}}, ""}, "127.0.0.1:8080"),
            "GET /a?b HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAccept: */*\r\nX-A: 1\r\n\r\n");
}

TEST(Serialize, KeepsAHostOfTheRequestWhereItIs) {
  EXPECT_EQ(serialize({"GET", "/", {{"Accept", "*/*"}, {"hOsT", "example"}}, ""}, "127.0.0.1:8080"),
            "GET / HTTP/1.1\r\nAccept: */*\r\nhOsT: example\r\n\r\n");
}

TEST(Serialize, AddsTheLengthOfABody) {
  EXPECT_EQ(serialize({"POST", "/", {}, std::string("a\0b", 3)}, "h"),
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n" + std::string("a\0b", 3));
}

TEST(Serialize, DoesNotAddALengthBesideAStatedFraming) {
  EXPECT_EQ(serialize({"POST", "/", {{"content-length", "1"}}, "a"}, "h"),
            "POST / HTTP/1.1\r\nHost: h\r\ncontent-length: 1\r\n\r\na");
  EXPECT_EQ(serialize({"POST", "/", {{"Transfer-Encoding", "chunked"}}, "0\r\n\r\n"}, "h"),
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
}

TEST(Serialize, SendsTheWhiteSpaceBehindAValue) {
  EXPECT_EQ(serialize({"GET", "/", {{"foo0", "some header value 0 \t \t"}}, ""}, "h"),
            "GET / HTTP/1.1\r\nHost: h\r\nfoo0: some header value 0 \t \t\r\n\r\n");
}

}  // namespace
}  // namespace hotlap::http
