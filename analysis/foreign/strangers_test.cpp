// Every format against files that are cut, bent or of something else: an error that says where, or what the whole says.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>
#include <set>

#include "analysis/foreign/lines.h"
#include "analysis/foreign/testing.h"

namespace hotlap::foreign {
namespace {

using namespace testing;
using ::testing::StartsWith;

struct Case {
  std::string id;
  std::string file;
  bool alone = false;
};

const std::vector<Case> kCases{
    {"node-csv", "node_old.csv", true},
    {"node-csv", "node_new.csv", true},
    {"google-benchmark", "google_benchmark.json"},
    {"google-benchmark", "google_benchmark_old.json"},
    {"hyperfine", "hyperfine.json", true},
    {"hyperfine", "hyperfine_one.json"},
    {"pyperf", "pyperf.json"},
    {"wrk", "wrk.txt"},
    {"wrk", "wrk_errors.txt"},
    {"go", "go.txt"},
    {"mitata", "mitata.json"},
    {"tinybench", "tinybench.json"},
    {"tinybench", "tinybench_old.json"},
    {"vitest", "vitest.json"},
    {"criterion", "criterion_sample.json"},
    {"criterion", "criterion_estimates.json"},
    {"oha", "oha.json"},
    {"autocannon", "autocannon.json"},
    {"h2load", "h2load.txt"},
    {"ab", "ab.txt"},
};

/// "name arm value" of each sample: what a part of a file must not say otherwise.
std::vector<std::string> told(const Collection& collection) {
  std::vector<std::string> all;
  for (const core::Sample& sample : collection.samples) {
    std::string text = name_of(collection.configurations[static_cast<std::size_t>(sample.configuration)]);
    text += sample.arm == core::Arm::old_build ? " old" : " new";
    for (const auto& [id, value] : sample.values) text += fmt::format(" {}={}", id, *value);
    all.push_back(text);
  }
  return all;
}

class Strangers : public ::testing::TestWithParam<Case> {};
std::string name_of_case(const ::testing::TestParamInfo<Case>& info) {
  return info.param.file.substr(0, info.param.file.find('.'));
}
INSTANTIATE_TEST_SUITE_P(Formats, Strangers, ::testing::ValuesIn(kCases), name_of_case);

TEST_P(Strangers, CutFilesSayWhereOrGiveTheirFirstSamples) {
  const std::string text = text_of(GetParam().file);
  const auto whole = told(read(GetParam().id, text, GetParam().alone));
  ASSERT_FALSE(whole.empty());
  for (std::size_t size = 0; size < text.size(); ++size) {
    std::vector<std::string> part;
    const std::string error =
        error_of([&] { part = told(read(GetParam().id, text.substr(0, size), GetParam().alone)); });
    if (!error.empty()) {
      EXPECT_THAT(error, StartsWith("f:")) << size;
    }
    ASSERT_LE(part.size(), whole.size());
    for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(part[i], whole[i]) << size;
  }
}

TEST_P(Strangers, BentBytesNeverDoMoreThanSayWhere) {
  const std::string text = text_of(GetParam().file);
  std::mt19937 random(7);
  const std::string bytes("\0\x01\xFF\xC3,;\"'{}[]:-eE.0 9\n\r\tnN", 26);
  for (int i = 0; i < 1500; ++i) {
    std::string bent = text;
    for (int changes = 1 + i % 3; changes > 0; --changes) bent[random() % bent.size()] = bytes[random() % bytes.size()];
    const std::string error = error_in(GetParam().id, bent, GetParam().alone);
    if (!error.empty()) {
      EXPECT_THAT(error, StartsWith("f:")) << bent;
    }
  }
}

TEST_P(Strangers, OtherLineEndsAndAByteOrderMarkChangeNothing) {
  const std::string text = text_of(GetParam().file);
  std::string other = "\xEF\xBB\xBF";
  for (const char byte : text) other += byte == '\n' ? std::string("\r\n") : std::string(1, byte);
  EXPECT_EQ(told(read(GetParam().id, other, GetParam().alone)), told(read(GetParam().id, text, GetParam().alone)));
}

TEST_P(Strangers, WhatIsNoResultIsRefusedByLine) {
  for (const std::string& text : std::vector<std::string>{
           "", "\n", "<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>\n", "null", "[]", "{}", "[[]]", "0",
           "\xEF\xBB\xBF", std::string(1'000'000, 'x'), std::string(1'000'000, '['), std::string(100, '\0')}) {
    const std::string error = error_of([&] {
      // As import() does: a file without any result is refused there.
      if (read(GetParam().id, text, GetParam().alone).samples.empty()) throw core::UserError({"no result", "f:1", ""});
    });
    EXPECT_THAT(error, StartsWith("f:")) << text.substr(0, 40);
    EXPECT_LT(error.size(), 1000u);
  }
}

TEST(StrangersOfAll, EveryFormatHasCasesAndAHelp) {
  std::set<std::string> covered;
  for (const Case& one : kCases) covered.insert(one.id);
  for (const Format& one : formats()) {
    EXPECT_TRUE(covered.contains(one.id)) << one.id;
    EXPECT_FALSE(one.help.empty());
  }
}

TEST(Numbers, AreDecimalAndFinite) {
  EXPECT_EQ(number_of("-1.5e3"), -1500);
  EXPECT_EQ(number_of(".5"), 0.5);
  for (const char* text : {"", "-", "nan", "inf", "-inf", "NaN", "1,5", " 1", "1 ", "+1", "0x10", "1e999", "1.5.2"}) {
    EXPECT_FALSE(number_of(text)) << text;
  }
}

}  // namespace
}  // namespace hotlap::foreign
