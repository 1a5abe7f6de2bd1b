// The seeds of the fuzzer keep its rules in every build, and the reader that judges them refuses what it must.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "servers/reference/fuzz/answers.h"
#include "servers/reference/fuzz/replay.h"
#include "servers/reference/fuzz/requests.h"
#include "servers/reference/fuzz/script.h"

namespace reference::fuzz {
namespace {

TEST(Seeds, KeepTheRules) {
  std::size_t seeds = 0, answered = 0;
  for (const auto& entry : std::filesystem::directory_iterator(HOTLAP_SOURCE_DIR "/servers/reference/fuzz/seeds")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string input{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(problem_of(input), "") << entry.path().filename();
    ++seeds;
    answered += replay(input, false).received.empty() ? 0 : 1;
  }
  EXPECT_GE(seeds, 60u);
  EXPECT_GE(answered * 10, seeds * 9) << "nearly all of them are answered";
}

TEST(Scripts, AreBytesWithMarks) {
  const Script script = parse_script(
      "\x31one\xf7.two\xf7"
      "e\xf7?\xf7");
  EXPECT_EQ(script.handler, 1u);
  EXPECT_TRUE(script.small_buffer);
  EXPECT_TRUE(script.few_requests);
  EXPECT_FALSE(script.only_pieces);
  ASSERT_EQ(script.deeds.size(), 4u);
  EXPECT_EQ(script.deeds[0].bytes, "one");
  EXPECT_EQ(script.deeds[1].bytes, "two");
  EXPECT_EQ(script.deeds[2].action, Action::kEnd);
  EXPECT_EQ(script.deeds[3].bytes, "\xf7?\xf7") << "no action: bytes like any other";
  EXPECT_EQ(script.bytes, "onetwo\xf7?\xf7");
  EXPECT_TRUE(parse_script("\x01only\xf7.pieces").only_pieces);
  EXPECT_TRUE(parse_script("").deeds.empty());
}

TEST(Replays, PassTimeWithoutWaiting) {
  EXPECT_EQ(replay("AGET / HT\xf7T", false).received, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
}

TEST(Replays, OfAllBytesAtOnceLeaveOutEverythingElse) {
  EXPECT_EQ(replay("AGET / HT\xf7T", true).received, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
}

TEST(Answers, AreReadAndCounted) {
  const Answers answers = read_answers(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n"
      "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
      false);
  EXPECT_EQ(answers.problem, "");
  EXPECT_EQ(answers.interim, 1u);
  EXPECT_EQ(answers.final, 3u);
  EXPECT_EQ(read_answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", true).problem, "") << "to HEAD";
  EXPECT_EQ(read_answers("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na", false).problem, "");
}

TEST(Answers, ThatAreNotWellFormedAreProblems) {
  const std::string start = "HTTP/1.1 200 OK\r\n";
  const std::string empty = start + "Content-Length: 0\r\n\r\n";
  const std::string wrong[] = {
      "x",
      "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 600 OK\r\nContent-Length: 0\r\n\r\n",
      empty + "x",
      start + "\r\n",
      start + "Content-Length: 2\r\n\r\na",
      start + "Content-Length: 2\r\n\r\nabc",
      start + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nab",
      start + "Content-Length: +2\r\n\r\nab",
      start + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      start + "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
      start + "Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n",
      start + "X y: z\r\nContent-Length: 0\r\n\r\n",
      start + "X\r\nContent-Length: 0\r\n\r\n",
      start + "X: a\nb\r\nContent-Length: 0\r\n\r\n",
      start + "Connection: close\r\nContent-Length: 0\r\n\r\n" + empty,
      "HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\n",
  };
  for (const std::string& stream : wrong) EXPECT_NE(read_answers(stream, false).problem, "") << stream;
}

TEST(Heads, ThatAreRequestsHaveNoFault) {
  for (const std::string head : {"GET / HTTP/1.1\r\nHost: a\r\n\r\nmore", "\r\n\r\nGET / HTTP/1.1\r\nHost:a\r\n\r\n",
                                 "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nContent-Length: 3\r\n\r\n",
                                 "POST /a?b HTTP/1.1\r\nHost: a\r\nX:\r\nTransfer-Encoding: \tCHUNKED \r\n\r\n"}) {
    EXPECT_EQ(read_head(head).fault, "") << head;
  }
}

TEST(Heads, ThatAreNoRequestsHaveOne) {
  const std::string start = "POST / HTTP/1.1\r\nHost: a\r\n";
  const std::string wrong[] = {
      "",
      start,
      start + "\n",
      "POST / HTTP/1.1\r\n\r\n",
      "POST / HTTP/1.1\nHost: a\r\n\r\n",
      "POST / RTSP/1.1\r\nHost: a\r\n\r\n",
      "POST  / HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST /\x7f HTTP/1.1\r\nHost: a\r\n\r\n",
      "P@ST / HTTP/1.1\r\nHost: a\r\n\r\n",
      " POST / HTTP/1.1\r\nHost: a\r\n\r\n",
      start + "Host: a\r\n\r\n",
      start + "X:\r\n y\r\n\r\n",
      start + "X : y\r\n\r\n",
      start + "X: y\rz\r\n\r\n",
      start + "X: y\nz: y\r\n\r\n",
      start + "Content-Length: +1\r\n\r\n",
      start + "Content-Length: 1\r\nContent-Length: 1\r\n\r\n",
      start + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      start + "Transfer-Encoding: gzip\r\n\r\n",
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
  };
  for (const std::string& head : wrong) EXPECT_NE(read_head(head).fault, "") << head;
}

TEST(Heads, AskForTheCloseByATokenOfConnection) {
  const auto close = [](const std::string& value) {
    return read_head("GET / HTTP/1.1\r\nHost: a\r\nConnection:" + value + "\r\n\r\n").close;
  };
  for (const char* value : {"close", " CLOSE", "close\t", "x,\tclose\t, y", " a\r\nConnection: close"}) {
    EXPECT_TRUE(close(value)) << value;
  }
  for (const char* value : {"", "closed", "not-close", "close x", "keep-alive"}) EXPECT_FALSE(close(value)) << value;
}

}  // namespace
}  // namespace reference::fuzz
