// Every request of both tables against the program: whole, alone, byte by byte, and cut at every place.
#include "servers/reference/request_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "servers/reference/corpus_cases.h"
#include "servers/reference/hot_paths.h"
#include "servers/reference/testing.h"

namespace reference::testing {
namespace {

/// Longer messages are not cut at every place.
constexpr std::size_t kMostToCut = 400;

const std::string kNext = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";

/// Our own table and the one made after llhttp's corpus.
const std::vector<RequestCase>& all_cases() {
  static const std::vector<RequestCase> all = [] {
    std::vector<RequestCase> rows = request_cases();
    rows.insert(rows.end(), corpus_cases().begin(), corpus_cases().end());
    return rows;
  }();
  return all;
}

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

std::vector<int> answers_of(const Server& server, const std::vector<std::string>& pieces) {
  Client client(server.port());
  for (const std::string& piece : pieces) client.send_while_open(piece);
  client.send_end();
  return statuses_of(client.read_to_end(/*may_be_reset=*/pieces.size() > 1));
}

class RequestCases : public ::testing::Test {
 protected:
  std::vector<int> answers(const std::vector<std::string>& pieces) const { return answers_of(server_, pieces); }
  Server server_{"set-header"};
};

/// Each is named as on the command line.
class RequestCasesOfEverySet : public ::testing::TestWithParam<std::string> {};

/// Under a sanitizer the two ends of the row: all of them would take as long as everything else together.
std::vector<std::string> sets_to_cut_for() {
#ifdef __SANITIZE_ADDRESS__
  return {"before", "after"};
#else
  return set_names();
#endif
}

TEST(RequestCaseTable, IsLargeAndItsNamesAreUnique) {
  std::set<std::string> names;
  for (const auto& one : all_cases()) names.insert(one.name);
  EXPECT_EQ(names.size(), all_cases().size());
  EXPECT_GE(request_cases().size(), 150u);
  EXPECT_GE(corpus_cases().size(), 100u);
}

TEST(RequestCaseTable, OfTheCorpusRepeatsNothingAndIsShortEnoughToBeCutEverywhere) {
  std::set<std::string> messages;
  for (const auto& one : request_cases()) messages.insert(one.bytes);
  for (const auto& one : corpus_cases()) {
    EXPECT_TRUE(messages.insert(one.bytes + one.behind).second) << one.name;
    EXPECT_LE(one.bytes.size(), kMostToCut) << one.name;
  }
}

TEST_F(RequestCases, AreAnsweredAsTheTableSays) {
  for (const auto& one : all_cases()) {
    EXPECT_EQ(answers({one.bytes + one.behind + kNext}), expected(one)) << one.name << " (" << one.source << ")";
  }
}

/// Then the end of the bytes is what ends an unfinished request.
TEST_F(RequestCases, AreAnsweredAlikeWhenNothingFollows) {
  for (const auto& one : all_cases()) EXPECT_EQ(answers({one.bytes + one.behind}), one.statuses) << one.name;
}

TEST_F(RequestCases, AreAnsweredAlikeWhenTheyComeByteByByte) {
  for (const auto& one : all_cases()) {
    if (one.bytes.size() > 1000) continue;
    std::vector<std::string> bytes;
    for (const char byte : one.bytes) bytes.emplace_back(1, byte);
    bytes.back() += one.behind + kNext;
    EXPECT_EQ(plain(answers(bytes)), plain(expected(one))) << one.name;
  }
}

TEST_P(RequestCasesOfEverySet, AreAnsweredAlikeWhereverTheyAreCut) {
  const Server server("set-header", GetParam());
  for (const auto& one : all_cases()) {
    if (one.bytes.size() > kMostToCut) continue;
    for (std::size_t cut = 1; cut < one.bytes.size(); ++cut) {
      ASSERT_EQ(plain(answers_of(server, {one.bytes.substr(0, cut), one.bytes.substr(cut) + one.behind + kNext})),
                plain(expected(one)))
          << one.name << ", cut at " << cut;
    }
  }
}

/// gtest takes letters, digits and underscores.
std::string name_of(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Sets, RequestCasesOfEverySet, ::testing::ValuesIn(sets_to_cut_for()), name_of);

}  // namespace
}  // namespace reference::testing
