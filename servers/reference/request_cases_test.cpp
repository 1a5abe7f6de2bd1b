// Every request of the table against the program: whole, byte by byte, and cut at every place.
#include "servers/reference/request_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "servers/reference/testing.h"

namespace reference::testing {
namespace {

const std::string kNext = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";

/// The statuses of all answers in a stream; bodies of this handler never contain a status line.
std::vector<int> statuses_of(const std::string& stream) {
  constexpr std::string_view kStart = "HTTP/1.1 ";
  std::vector<int> statuses;
  for (std::size_t at = stream.find(kStart); at != std::string::npos; at = stream.find(kStart, at + 1)) {
    statuses.push_back(std::stoi(stream.substr(at + kStart.size(), 3)));
  }
  return statuses;
}

std::vector<int> expected(const RequestCase& one) {
  std::vector<int> statuses = one.statuses;
  if (one.after == After::kept) statuses.push_back(200);
  return statuses;
}

/// What is told apart by bytes that have not come yet may be the plainer 400.
std::vector<int> plain(std::vector<int> statuses) {
  for (int& status : statuses) {
    if (status == 501 || status == 505) status = 400;
  }
  return statuses;
}

class RequestCases : public ::testing::Test {
 protected:
  std::vector<int> answers(const std::vector<std::string>& pieces) const {
    Client client(server_.port());
    for (const std::string& piece : pieces) client.send(piece);
    client.send_end();
    return statuses_of(client.read_to_end());
  }
  Server server_{"set-header"};
};

TEST(RequestCaseTable, IsLargeAndItsNamesAreUnique) {
  std::set<std::string> names;
  for (const auto& one : request_cases()) names.insert(one.name);
  EXPECT_EQ(names.size(), request_cases().size());
  EXPECT_GE(names.size(), 150u);
}

TEST_F(RequestCases, AreAnsweredAsTheTableSays) {
  for (const auto& one : request_cases()) {
    EXPECT_EQ(answers({one.bytes + kNext}), expected(one)) << one.name << " (" << one.source << ")";
  }
}

/// What follows comes with the last byte: to a client that asked for the close and then sent on all the same, the
/// server may answer with a reset (RFC 9112, section 9.6), and whether it does would depend on the scheduler.
TEST_F(RequestCases, AreAnsweredAlikeWhenTheyComeByteByByte) {
  for (const auto& one : request_cases()) {
    if (one.bytes.size() > 1000) continue;
    std::vector<std::string> bytes;
    for (const char byte : one.bytes) bytes.emplace_back(1, byte);
    bytes.back() += kNext;
    EXPECT_EQ(plain(answers(bytes)), plain(expected(one))) << one.name;
  }
}

TEST_F(RequestCases, AreAnsweredAlikeWhereverTheyAreCut) {
  for (const auto& one : request_cases()) {
    if (one.bytes.size() > 300) continue;
    for (std::size_t cut = 1; cut < one.bytes.size(); ++cut) {
      ASSERT_EQ(plain(answers({one.bytes.substr(0, cut), one.bytes.substr(cut) + kNext})), plain(expected(one)))
          << one.name << ", cut at " << cut;
    }
  }
}

}  // namespace
}  // namespace reference::testing
